import type { BatchStore, FileImport } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import { type Formats, formatOf } from "./formats.ts"

/** Imports files of these formats into the store of their domain. */
export const recordImport = <Item, R>(
  formats: Formats<Item>,
  things: string,
  store: Effect.Effect<BatchStore<Item>, never, R>,
): FileImport<R> => ({
  formats: formats.names,
  things,
  recognise: (head) => {
    const found = formatOf(formats, head)
    return found === undefined
      ? undefined
      : {
          kind: "records",
          format: found.name,
          version: found.version,
          rows: found.rows,
          // Its own rows are all that it is given: the type of its items ends here.
          store: store as Effect.Effect<never, never, R>,
        }
  },
})
