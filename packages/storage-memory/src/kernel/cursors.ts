import type { SourceCursor } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The cursors of one domain's sources. */
export const makeCursors = () => {
  const cursors = new Map<string, string>()
  return {
    /** The last cursor saved for the source. */
    read: (source: string) => Effect.sync(() => Option.fromUndefinedOr(cursors.get(source))),
    /** To be called in the synchronous step that stores the batch before the cursor. */
    save: (cursor: SourceCursor | undefined): void => {
      if (cursor !== undefined) cursors.set(cursor.source, cursor.cursor)
    },
  }
}
