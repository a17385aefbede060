import {
  BoundedRow,
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
import * as SqlClient from "effect/sql/SqlClient"
import { migrateSetAside } from "./migrations.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { instant, ints, texts } from "../sql/parameters.ts"
import { tableOf, valuesOf } from "../sql/table.ts"

const table = tableOf("set_aside_rows", StoredRejectedRow)
const given = tableOf("given", BoundedRow)
const readRefs = valuesOf(StoredRejectedRow.fields.ref)

/** The rows that syncs have set aside, in SQL. */
export const layer = Layer.effect(
  RejectedRowStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateSetAside

    // The sync that keeps rows has taken the domain: no one else adds rows of it between the count and the insert.
    const keep = Effect.fn("SetAsideStore.keep")(function* (
      domain: DomainName,
      source: string,
      version: string,
      rows: ReadonlyArray<BoundedRow>,
    ) {
      const now = yield* Clock.currentTimeMillis
      const latest = dedupeByKey(rows, ({ ref }) => ref)
      const stored = yield* sql`
        with given as (
          select * from ${given.unnest(latest)} with ordinality as given (${given.names}, place)
        ), kept as (
          select ref from set_aside_rows where domain = ${domain} and source = ${source}
        ), fresh as (
          select given.*, row_number() over (order by place) as nth from given where ref not in (select ref from kept)
        ), taken as (
          select ref, kind, raw, whole, reason, try_at, place from given where ref in (select ref from kept)
          union all
          select ref, kind, raw, whole, reason, try_at, place from fresh
          where nth <= ${maxRejectedRows} - (select count(*) from kept)
        )
        insert into set_aside_rows
          (id, domain, source, ref, kind, raw, whole, reason, version, try_at, first_seen_at, last_seen_at, tries)
          overriding system value
        select coalesce(
            (select id from set_aside_rows as known
              where known.domain = ${domain} and known.source = ${source} and known.ref = taken.ref),
            nextval(pg_get_serial_sequence('set_aside_rows', 'id'))
          ), ${domain}, ${source}, ref, kind, raw, whole, reason, ${version}, try_at,
          ${instant(now)}, ${instant(now)}, 1
        from taken order by place
        on conflict (domain, source, ref) do update set
          kind = excluded.kind, raw = excluded.raw, whole = excluded.whole, reason = excluded.reason,
          version = excluded.version, try_at = excluded.try_at, last_seen_at = excluded.last_seen_at,
          tries = set_aside_rows.tries + 1
        returning id`
      return latest.length - stored.length
    }, Effect.orDie)

    const refs = (domain: DomainName, source: string) =>
      sql`select ref from set_aside_rows where domain = ${domain} and source = ${source}`.pipe(
        Effect.map((rows) => new Set(readRefs(rows))),
        Effect.orDie,
      )

    const remove = (domain: DomainName, source: string, gone: ReadonlyArray<string>) =>
      sql`delete from set_aside_rows
        where domain = ${domain} and source = ${source} and ref = any(${texts(gone)}::text[])`.pipe(
        Effect.asVoid,
        Effect.orDie,
      )

    const due = Effect.fn("SetAsideStore.due")(function* (rows: DueRows) {
      return table.read(
        yield* sql`select ${table.columns} from set_aside_rows
          where domain = ${rows.domain} and source = ${rows.source} and whole and id > ${rows.after}
            and kind <> 'doubtful' and (version <> ${rows.version} or try_at <= ${instant(rows.now)})
          order by id limit ${rows.limit}`,
      )
    }, Effect.orDie)

    const doubtful = Effect.fn("SetAsideStore.doubtful")(function* (ids: ReadonlyArray<number>) {
      return table.read(
        yield* sql`select ${table.columns} from set_aside_rows
          where whole and kind = 'doubtful' and id = any(${ints(ids)}) order by id`,
      )
    }, Effect.orDie)

    const retry = Effect.fn("SetAsideStore.retry")(function* (ids: ReadonlyArray<number> | undefined) {
      const now = instant(yield* Clock.currentTimeMillis)
      const marked = yield* ids === undefined
        ? sql`update set_aside_rows set try_at = ${now} where whole and kind <> 'doubtful' returning id`
        : sql`update set_aside_rows set try_at = ${now}
            where whole and kind <> 'doubtful' and id = any(${ints(ids)}) returning id`
      return marked.length
    }, Effect.orDie)

    const list = Effect.fn("SetAsideStore.list")(function* (page: PageRequest) {
      const rows =
        yield* sql`select ${table.columns} from set_aside_rows order by id desc ${onPage(sql, page)}`
      return { items: table.read(rows), total: yield* countRows(sql, sql`set_aside_rows`) }
    }, Effect.orDie)

    return { keep, refs, remove, due, doubtful, retry, list }
  }),
)
