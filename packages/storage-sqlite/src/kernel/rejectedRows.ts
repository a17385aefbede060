import {
  type BoundedRow,
  type DomainName,
  type DueRows,
  dedupeByKey,
  maxRejectedRows,
  type PageRequest,
  StoredRejectedRow,
  RejectedRowStore,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList, tableOf, valuesOf } from "../sql/table.ts"
import { migrateSetAside } from "./migrations.ts"

const table = tableOf("set_aside_rows", StoredRejectedRow)
const made = tableOf("set_aside_rows", StoredRejectedRow.mapFields(Struct.omit(["id"])))
const readRefs = valuesOf(StoredRejectedRow.fields.ref)

/** A row that is known keeps the time of its first sight. */
const counted = `on conflict (domain, source, ref) do update set kind = excluded.kind, raw = excluded.raw,
  whole = excluded.whole, reason = excluded.reason, version = excluded.version, try_at = excluded.try_at,
  last_seen_at = excluded.last_seen_at, tries = set_aside_rows.tries + 1`

/** The rows that syncs have set aside, in SQLite. */
export const layer = Layer.effect(
  RejectedRowStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql, transaction } = database
    yield* migrateSetAside

    const refsOf = (domain: DomainName, source: string) =>
      new Set(
        readRefs(all(sql`select ref from set_aside_rows where domain = ${domain} and source = ${source}`)),
      )

    const keep = Effect.fn("SetAsideStore.keep")(
      (domain: DomainName, source: string, version: string, rows: ReadonlyArray<BoundedRow>) =>
        transaction(
          Effect.map(Clock.currentTimeMillis, (now) => {
            const known = refsOf(domain, source)
            let room = maxRejectedRows - known.size
            const latest = dedupeByKey(rows, ({ ref }) => ref)
            const taken = latest.filter(({ ref }) => known.has(ref) || room-- > 0)
            const seen = { domain, version, firstSeenAt: now, lastSeenAt: now, tries: 1 }
            many(
              made.insert(
                taken.map((row) => ({ ...row, ...seen, source })),
                counted,
              ),
            )
            return latest.length - taken.length
          }),
        ),
    )

    const refs = (domain: DomainName, source: string) => read(() => refsOf(domain, source))

    const remove = (domain: DomainName, source: string, gone: ReadonlyArray<string>) =>
      transaction(
        Effect.sync(() => {
          all(sql`delete from set_aside_rows where domain = ${domain} and source = ${source}
            and ref in (select value from json_each(${jsonList(gone)}))`)
        }),
      )

    const due = Effect.fn("SetAsideStore.due")((rows: DueRows) =>
      read(() =>
        table.read(
          all(sql`select ${table.columns} from set_aside_rows
            where domain = ${rows.domain} and source = ${rows.source} and whole and id > ${rows.after}
              and kind <> 'doubtful' and (version <> ${rows.version} or try_at <= ${rows.now})
            order by id limit ${rows.limit}`),
        ),
      ),
    )

    const doubtful = Effect.fn("SetAsideStore.doubtful")((ids: ReadonlyArray<number>) =>
      read(() =>
        table.read(
          all(sql`select ${table.columns} from set_aside_rows
            where whole and kind = 'doubtful' and id in (select value from json_each(${jsonList(ids)})) order by id`),
        ),
      ),
    )

    const retry = Effect.fn("SetAsideStore.retry")((ids: ReadonlyArray<number> | undefined) =>
      transaction(
        Effect.map(Clock.currentTimeMillis, (now) => {
          const these =
            ids === undefined ? sql`true` : sql`id in (select value from json_each(${jsonList(ids)}))`
          return all(sql`update set_aside_rows set try_at = ${now} where whole and kind <> 'doubtful' and ${these}
            returning id`).length
        }),
      ),
    )

    const list = Effect.fn("SetAsideStore.list")((page: PageRequest) =>
      read(() => ({
        items: table.read(
          all(sql`select ${table.columns} from set_aside_rows order by id desc ${onPage(sql, page)}`),
        ),
        total: countRows(database, sql`set_aside_rows`),
      })),
    )

    return { keep, refs, remove, due, doubtful, retry, list }
  }),
)
