import type { PageRequest } from "@daybook/kernel"
import {
  checkRule,
  FilterId,
  FilterKind,
  FilterMatch,
  type FilterRule,
  FilterStore,
  type Listen,
  makeNameFilter,
  mostFilters,
  Patterns,
  tooManyFilters,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { withLongerLimits } from "../sql/longWork.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { hiderReader } from "./filterRules.ts"
import { setHidden } from "./hiddenPlays.ts"
import { migrateListening } from "./migrations.ts"
import { migrateVersions, writerOf } from "../kernel/dataVersions.ts"

const FilterRow = Schema.Struct({
  id: FilterId,
  kind: FilterKind,
  match: FilterMatch,
  value: Schema.String,
  reason: Schema.String,
  created_at: Schema.Date,
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(FilterRow))

const toFilter = ({ created_at: createdAt, ...row }: typeof FilterRow.Type) => ({
  ...row,
  createdAt: createdAt.getTime(),
})

/** The filters of listening in SQL. */
export const layer = Layer.effect(
  FilterStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    const { compile } = yield* Patterns
    yield* migrateVersions
    yield* migrateListening
    const readHider = hiderReader(sql, compile)
    const columns = sql.literal("id, kind, match, value, reason, created_at")

    /** All plays may have to be hidden, or shown again, which may take longer than a statement should. */
    const write = <A, E>(change: (client: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      withLongerLimits(sql, (client) => writerOf(client, "listening")(change(client)))

    const insert = Effect.fnUntraced(function* (
      client: SqlClient.SqlClient,
      { kind, match, value, reason }: FilterRule,
    ) {
      const [known] = yield* decodeRows(
        yield* client`select ${columns} from listening_filters
          where kind = ${kind} and match = ${match} and value = ${value}`,
      )
      if (known !== undefined) return { filter: toFilter(known), isNew: false }
      const total = yield* countRows(client, sql`listening_filters`)
      if (total >= mostFilters) return undefined
      const created_at = new Date(yield* Clock.currentTimeMillis)
      const [made] = yield* decodeRows(
        yield* client`insert into listening_filters ${client.insert({ kind, match, value, reason, created_at })}
          returning ${columns}`,
      )
      if (made === undefined) return yield* Effect.die("an inserted filter was not returned")
      const hider = makeNameFilter([made], compile)
      yield* setHidden(client, zone, kind, true, (name) => hider.matches(kind, name))
      return { filter: toFilter(made), isNew: true }
    })

    const add = Effect.fn("FilterStore.add")(function* (rule: FilterRule) {
      const checked = yield* Effect.fromResult(checkRule(rule, compile))
      const added = yield* Effect.orDie(write((client) => insert(client, checked)))
      return added ?? (yield* tooManyFilters())
    })

    const remove = Effect.fn("FilterStore.remove")(function* (id: FilterId) {
      return yield* write((client) =>
        Effect.gen(function* () {
          const [removed] = yield* decodeRows(
            yield* client`delete from listening_filters where id = ${id} returning ${columns}`,
          )
          if (removed === undefined) return false
          const hider = yield* hiderReader(client, compile)
          yield* setHidden(client, zone, removed.kind, false, (name) => !hider.matches(removed.kind, name))
          return true
        }),
      )
    }, Effect.orDie)

    const list = Effect.fn("FilterStore.list")(function* (page: PageRequest) {
      const rows = yield* decodeRows(
        yield* sql`select ${columns} from listening_filters order by id
          ${onPage(sql, page)}`,
      )
      const total = yield* countRows(sql, sql`listening_filters`)
      return { items: rows.map(toFilter), total }
    }, Effect.orDie)

    const hides = Effect.fn("FilterStore.hides")(function* (listen: Listen) {
      return (yield* readHider).hides(listen)
    }, Effect.orDie)

    return FilterStore.of({ add, remove, list, hides })
  }),
)
