import {
  type BoundedRow,
  dedupeByKey,
  type DomainName,
  type DueRows,
  maxRejectedRows,
  type PageRequest,
  RejectedRowStore,
  StoredRejectedRow,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pageOf } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described, valuesOf } from "../table.ts"

const rejectedRows = described("set_aside_rows", StoredRejectedRow, { id: { generated: true } })
const readRefs = valuesOf(StoredRejectedRow.fields.ref)

// The database makes it.
const unmade = StoredRejectedRow.fields.id.make(0)

/** A known row keeps the time of its first sight. */
const counted = `on conflict (domain, source, ref) do update set kind = excluded.kind, raw = excluded.raw,
  whole = excluded.whole, reason = excluded.reason, version = excluded.version, try_at = excluded.try_at,
  last_seen_at = excluded.last_seen_at, tries = set_aside_rows.tries + 1`

/** The rows that syncs have set aside. */
export const rejectedRowStore = ({
  amongNumbers,
  amongTexts,
  instant,
  read,
  sql,
  tableOf,
  transaction,
}: Sql) => {
  const table = tableOf(rejectedRows)
  const refsOf = (domain: DomainName, source: string) =>
    Effect.map(
      sql`select ref from set_aside_rows where domain = ${domain} and source = ${source}`,
      (rows) => new Set(readRefs(rows)),
    )

  return RejectedRowStore.of({
    // The sync that keeps rows has taken the domain: no one else adds rows of it between the count and the insert.
    keep: Effect.fn("RejectedRowStore.keep")(function* (
      domain: DomainName,
      source: string,
      version: string,
      rows: ReadonlyArray<BoundedRow>,
    ) {
      const now = yield* Clock.currentTimeMillis
      const known = yield* refsOf(domain, source)
      const latest = dedupeByKey(rows, ({ ref }) => ref)
      let room = maxRejectedRows - known.size
      const taken = latest.filter(({ ref }) => known.has(ref) || room-- > 0)
      const seen = { id: unmade, domain, source, version, firstSeenAt: now, lastSeenAt: now, tries: 1 }
      yield* table.put(
        taken.map((row) => ({ ...row, ...seen })),
        counted,
      )
      return latest.length - taken.length
    }, transaction),

    refs: (domain, source) => read(refsOf(domain, source)),

    remove: (domain, source, gone) =>
      sql`delete from set_aside_rows
        where domain = ${domain} and source = ${source} and ${amongTexts("ref", gone)}`.pipe(
        Effect.asVoid,
        transaction,
      ),

    due: Effect.fn("RejectedRowStore.due")(function* (rows: DueRows) {
      return table.read(
        yield* sql`select ${table.columns} from set_aside_rows
          where domain = ${rows.domain} and source = ${rows.source} and whole and id > ${rows.after}
            and kind <> 'doubtful' and (version <> ${rows.version} or try_at <= ${instant(rows.now)})
          order by id limit ${rows.limit}`,
      )
    }, read),

    doubtful: Effect.fn("RejectedRowStore.doubtful")(function* (ids: ReadonlyArray<number>) {
      return table.read(
        yield* sql`select ${table.columns} from set_aside_rows
          where whole and kind = 'doubtful' and ${amongNumbers("id", ids)} order by id`,
      )
    }, read),

    retry: Effect.fn("RejectedRowStore.retry")(function* (ids: ReadonlyArray<number> | undefined) {
      const now = instant(yield* Clock.currentTimeMillis)
      const marked = yield* sql`update set_aside_rows set try_at = ${now} where whole and kind <> 'doubtful'
        and ${ids === undefined ? sql`true` : amongNumbers("id", ids)} returning id`
      return marked.length
    }, transaction),

    list: Effect.fn("RejectedRowStore.list")(
      (page: PageRequest) => pageOf(sql, table, sql`set_aside_rows`, sql`id desc`, page),
      read,
    ),
  })
}
