import type { SourceCursor } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The cursors of one domain's sources. */
export const makeCursors = () => {
  const cursors = new Map<string, string>()
  return {
    /** The cursor that was last saved for the source. */
    read: (source: string) => Effect.sync(() => Option.fromUndefinedOr(cursors.get(source))),
    /** Belongs into the synchronous step that stores what came before the cursor. */
    save: (cursor: SourceCursor | undefined): void => {
      if (cursor !== undefined) cursors.set(cursor.source, cursor.cursor)
    },
  }
}
