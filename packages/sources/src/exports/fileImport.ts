import type { BatchStore, FileImport } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import { couldBe, type Formats, formatOf, namesOf } from "./formats.ts"

/** Imports files of these formats into the store of their domain. */
export const recordImport = <Item, R>(
  formats: Formats<Item>,
  things: string,
  store: Effect.Effect<BatchStore<Item>, never, R>,
): FileImport<R> => ({
  formats: formats.names,
  formatNames: namesOf(formats),
  things,
  couldBe: (head) => couldBe(formats, head),
  recognise: (head, chosen) => {
    const found = formatOf(formats, head, chosen)
    return found === undefined
      ? undefined
      : { kind: "records", format: found.name, version: found.version, rows: found.rows }
  },
  // It only ever gets its own rows: the type of its items ends here.
  store: store as Effect.Effect<never, never, R>,
})
