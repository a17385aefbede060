import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { BatchStore } from "../syncs/batches.ts"
import type { ExportRow, ImportPart } from "./importedFile.ts"
import { makeRejectedRowKeeper } from "../syncs/storeRejectedRows.ts"
import { type RejectedRowId, type StoredRejectedRow, RejectedRowStore } from "../syncs/rejectedRows.ts"
import type { DomainName } from "../syncs/syncRuns.ts"

// Items are set aside as they were read: stores tidy them, and only then do they pass the model's checks.
const untidied = { disableChecks: true }

/**
 * Rejects the doubtful items of some rows. Returns the rows; a doubtful item that is already stored, because the
 * owner accepted it, becomes a normal item.
 */
export const setDoubtfulAside = Effect.fnUntraced(function* (
  { domain, format }: Pick<ImportPart, "domain" | "format">,
  { happened, stored }: BatchStore<unknown>,
  rows: ReadonlyArray<ExportRow<unknown>>,
) {
  const doubtful = rows.flatMap((row) => ("doubtful" in row ? [row.doubtful] : []))
  if (doubtful.length === 0 || happened === undefined) return rows
  const known = stored === undefined ? new Set<string>() : yield* stored(doubtful)
  const isKnown = (item: unknown) => known.has(happened.ref(item))
  const write = Schema.encodeUnknownSync(Schema.fromJsonString(happened.schema), untidied)
  const { setAside } = yield* makeRejectedRowKeeper(domain)
  yield* setAside.keep(
    rows.flatMap((row) =>
      "doubtful" in row && !isKnown(row.doubtful)
        ? [
            {
              source: format,
              ref: happened.ref(row.doubtful),
              kind: "doubtful" as const,
              raw: write(row.doubtful),
              reason: row.skipped,
            },
          ]
        : [],
    ),
  )
  return rows.map((row): ExportRow<unknown> =>
    "doubtful" in row && isKnown(row.doubtful) ? { line: row.line, item: row.doubtful } : row,
  )
})

/** Stores doubtful items of a domain; returns those that could be read. */
export type AcceptDoubtful<R = unknown> = (
  rows: ReadonlyArray<StoredRejectedRow>,
) => Effect.Effect<ReadonlyArray<StoredRejectedRow>, never, R>

// Some at a time: each may hold a whole track.
const acceptedAtOnce = 100

/** Stores doubtful items in the store of a domain's imports. */
export const acceptInto = <Item, R>(into: Effect.Effect<BatchStore<Item>, never, R>): AcceptDoubtful<R> =>
  Effect.fnUntraced(function* (rows) {
    const { happened, store } = yield* into
    if (happened === undefined) return []
    const decode = Schema.decodeUnknownOption(Schema.fromJsonString(happened.schema), untidied)
    const read = rows.flatMap((row) => {
      const item = decode(row.raw)
      return Option.isSome(item) ? [{ row, item: item.value }] : []
    })
    const items = read.map(({ item }) => item)
    if (items.length > 0) yield* store(items, { source: "accepted", cursor: "" })
    return read.map(({ row }) => row)
  })

/** A domain that doubtful items can be accepted into. */
interface Accepting<R> {
  readonly name: DomainName
  readonly accept?: AcceptDoubtful<R>
}

/**
 * Stores the doubtful items with these ids in their domains, and removes them from the rows that are set aside. Returns the number
 * of items that were accepted; ids of other rows count for nothing.
 */
export const acceptDoubtful = Effect.fn("Kernel.acceptDoubtful")(function* <R>(
  domains: ReadonlyArray<Accepting<R>>,
  ids: ReadonlyArray<RejectedRowId>,
) {
  const store = yield* RejectedRowStore
  let accepted = 0
  for (let at = 0; at < ids.length; at += acceptedAtOnce) {
    const rows = yield* store.doubtful(ids.slice(at, at + acceptedAtOnce))
    for (const [name, some] of Map.groupBy(rows, ({ domain }) => domain)) {
      const accept = domains.find((domain) => domain.name === name)?.accept
      if (accept === undefined) continue
      // A kill in between leaves rows that can be accepted again: their items are stored once.
      const done = yield* accept(some)
      for (const [source, of] of Map.groupBy(done, ({ source }) => source))
        yield* store.remove(
          name,
          source,
          of.map(({ ref }) => ref),
        )
      accepted += done.length
    }
  }
  return accepted
})
