import { firstFaultOf, type RejectedRow, RejectedRows } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { digestOf } from "./digest.ts"

/** How to identify the rows of a list, and whether to keep rejected ones. */
export interface RowOptions {
  /** The service's id of the row, if readable; otherwise a digest of the row is used. */
  readonly idOf?: (row: unknown) => string | undefined
  /** The part of a row to keep: all of it, unless it can be fetched again by its id. */
  readonly keptOf?: (row: unknown) => unknown
}

/** A row that does not fit its schema, by its place in the list. */
export interface RejectedPageRow extends RejectedRow {
  readonly index: number
}

/** The rows of a list: valid ones in order, and invalid ones. */
export interface RowsRead<A> {
  readonly good: ReadonlyArray<A>
  readonly rejected: ReadonlyArray<RejectedPageRow>
}

/** The id in a field of a row, as text; for `idOf`. */
export const idIn =
  (field: string) =>
  (row: unknown): string | undefined => {
    if (!Predicate.hasProperty(row, field)) return undefined
    const id = row[field]
    return (Predicate.isString(id) && id !== "") || Predicate.isNumber(id) ? String(id) : undefined
  }

// JSON has no undefined: it writes a hole in a list as null.
const textOf = (row: unknown): string => JSON.stringify(row) ?? "null"

/**
 * Reads the rows of a page one by one, so that a rejected row does not stop the others: the page's schema leaves its rows
 * unknown. A row that does not fit goes to `RejectedRows` with the first fault that its schema finds, and a sync keeps
 * it. `source` is the source's name in cursors. Rows that are read again come through the same call.
 */
export const decodeRows = Effect.fnUntraced(function* <S extends Schema.ConstraintDecoder<unknown>>(
  source: string,
  schema: S,
  rows: ReadonlyArray<unknown>,
  { idOf, keptOf = (row) => row }: RowOptions = {},
): Effect.fn.Return<RowsRead<S["Type"]>> {
  const decode = Schema.decodeUnknownResult(schema)
  const refOf = (row: unknown) => idOf?.(row) ?? digestOf(textOf(row)).slice(0, 32)
  const good: Array<S["Type"]> = []
  const fitting: Array<unknown> = []
  const rejected: Array<RejectedPageRow> = []
  for (const [index, row] of rows.entries()) {
    const read = decode(row)
    if (Result.isSuccess(read)) {
      good.push(read.success)
      fitting.push(row)
      continue
    }
    const reason = firstFaultOf("the row", read.failure.issue)
    rejected.push({ index, source, ref: refOf(row), kind: "row", raw: textOf(keptOf(row)), reason })
  }
  const { fit, keep } = yield* RejectedRows
  if (rejected.length > 0) yield* keep(rejected)
  yield* fit(source, () => fitting.map(refOf))
  return { good, rejected }
})
