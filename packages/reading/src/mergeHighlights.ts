import { mergeKnown } from "@daybook/kernel"
import type { SavedHighlight } from "./model.ts"

/** The highlights of a batch, each once: one row may know what another does not. */
export const mergeHighlights = (highlights: ReadonlyArray<SavedHighlight>): ReadonlyArray<SavedHighlight> => {
  const merged = new Map<string, SavedHighlight>()
  for (const highlight of highlights) {
    const key = `${highlight.source}\n${highlight.sourceId}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? highlight : mergeKnown(known, highlight))
  }
  return [...merged.values()]
}
