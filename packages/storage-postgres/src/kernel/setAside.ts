import {
  type BoundedRow,
  type DomainName,
  type DueRows,
  lastOfEach,
  mostSetAside,
  type PageRequest,
  type SetAsideRow,
  SetAsideStore,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { migrate } from "../sql/migrator.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { booleans, instant, instants, ints, texts } from "../sql/parameters.ts"

const migrateSetAside = migrate("set_aside", {
  "1_set_aside_rows": (sql) => [
    sql`create table set_aside_rows (
      id int generated always as identity primary key,
      domain text not null,
      source text not null,
      ref text not null,
      kind text not null,
      raw text not null,
      whole boolean not null,
      reason text not null,
      version text not null,
      try_at timestamptz,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      tries int not null
    )`,
    sql`create unique index set_aside_rows_ref on set_aside_rows (domain, source, ref)`,
  ],
})

const Row = Schema.Struct({
  id: Schema.Int,
  domain: Schema.String,
  source: Schema.String,
  ref: Schema.String,
  kind: Schema.Literals(["row", "item"]),
  raw: Schema.String,
  whole: Schema.Boolean,
  reason: Schema.String,
  version: Schema.String,
  try_at: Schema.NullOr(Schema.Date),
  first_seen_at: Schema.Date,
  last_seen_at: Schema.Date,
  tries: Schema.Int,
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toRow = ({ first_seen_at, last_seen_at, try_at, ...row }: typeof Row.Type): SetAsideRow => ({
  ...row,
  firstSeenAt: first_seen_at.getTime(),
  lastSeenAt: last_seen_at.getTime(),
  ...(try_at === null ? {} : { tryAt: try_at.getTime() }),
})

/** The rows that syncs have set aside, in SQL. */
export const layer = Layer.effect(
  SetAsideStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateSetAside

    // The domain is taken by the sync that keeps rows: nobody else adds some of it between the count and the insert.
    const keep = Effect.fn("SetAsideStore.keep")(function* (
      domain: DomainName,
      source: string,
      version: string,
      rows: ReadonlyArray<BoundedRow>,
    ) {
      const now = yield* Clock.currentTimeMillis
      const given = lastOfEach(rows, ({ ref }) => ref)
      const stored = yield* sql`
        with given as (
          select * from unnest(
            ${texts(given.map(({ ref }) => ref))}::text[], ${texts(given.map(({ kind }) => kind))}::text[],
            ${texts(given.map(({ raw }) => raw))}::text[], ${booleans(given.map(({ whole }) => whole))}::bool[],
            ${texts(given.map(({ reason }) => reason))}::text[],
            ${instants(given.map(({ tryAt }) => tryAt ?? null))}::timestamptz[]
          ) with ordinality as given (ref, kind, raw, whole, reason, try_at, place)
        ), kept as (
          select ref from set_aside_rows where domain = ${domain} and source = ${source}
        ), fresh as (
          select given.*, row_number() over (order by place) as nth from given where ref not in (select ref from kept)
        ), taken as (
          select ref, kind, raw, whole, reason, try_at, place from given where ref in (select ref from kept)
          union all
          select ref, kind, raw, whole, reason, try_at, place from fresh
          where nth <= ${mostSetAside} - (select count(*) from kept)
        )
        insert into set_aside_rows
          (domain, source, ref, kind, raw, whole, reason, version, try_at, first_seen_at, last_seen_at, tries)
        select ${domain}, ${source}, ref, kind, raw, whole, reason, ${version}, try_at,
          ${instant(now)}, ${instant(now)}, 1
        from taken order by place
        on conflict (domain, source, ref) do update set
          kind = excluded.kind, raw = excluded.raw, whole = excluded.whole, reason = excluded.reason,
          version = excluded.version, try_at = excluded.try_at, last_seen_at = excluded.last_seen_at,
          tries = set_aside_rows.tries + 1
        returning id`
      return given.length - stored.length
    }, Effect.orDie)

    const refs = (domain: DomainName, source: string) =>
      sql<{
        ref: string
      }>`select ref from set_aside_rows where domain = ${domain} and source = ${source}`.pipe(
        Effect.map((rows) => new Set(rows.map(({ ref }) => ref))),
        Effect.orDie,
      )

    const remove = (domain: DomainName, source: string, gone: ReadonlyArray<string>) =>
      sql`delete from set_aside_rows
        where domain = ${domain} and source = ${source} and ref = any(${texts(gone)}::text[])`.pipe(
        Effect.asVoid,
        Effect.orDie,
      )

    const due = Effect.fn("SetAsideStore.due")(function* (rows: DueRows) {
      const found = yield* decodeRows(
        yield* sql`select * from set_aside_rows
          where domain = ${rows.domain} and source = ${rows.source} and whole and id > ${rows.after}
            and (version <> ${rows.version} or try_at <= ${instant(rows.now)})
          order by id limit ${rows.limit}`,
      )
      return found.map(toRow)
    }, Effect.orDie)

    const retry = Effect.fn("SetAsideStore.retry")(function* (ids: ReadonlyArray<number> | undefined) {
      const now = instant(yield* Clock.currentTimeMillis)
      const marked = yield* ids === undefined
        ? sql`update set_aside_rows set try_at = ${now} where whole returning id`
        : sql`update set_aside_rows set try_at = ${now} where whole and id = any(${ints(ids)}) returning id`
      return marked.length
    }, Effect.orDie)

    const list = Effect.fn("SetAsideStore.list")(function* (page: PageRequest) {
      const rows = yield* decodeRows(
        yield* sql`select * from set_aside_rows order by id desc
          ${onPage(sql, page)}`,
      )
      const total = yield* countRows(sql, sql`set_aside_rows`)
      return { items: rows.map(toRow), total }
    }, Effect.orDie)

    return { keep, refs, remove, due, retry, list }
  }),
)
