import type { PageRequest } from "@daybook/kernel"
import {
  checkRule,
  type FilterId,
  type FilterRule,
  FilterStore,
  type Listen,
  makeNameFilter,
  maxFilters,
  Patterns,
  tooManyFilters,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { withLongerLimits } from "../sql/longWork.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { nameFilterReader } from "./filterRules.ts"
import { isHiddenByName, setHidden } from "./hiddenPlays.ts"
import { resolveNames } from "./names/resolveNames.ts"
import { playCounts } from "./playCounts.ts"
import { mustFind } from "@daybook/storage-sql"
import { filters } from "./rows.ts"
import { writerOf } from "../kernel/dataVersions.ts"

/** The filters of listening in SQL. */
export const layer = Layer.effect(
  FilterStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    const { compile } = yield* Patterns
    const inTransaction = yield* writerOf("listening")
    const counts = yield* playCounts
    const readHider = nameFilterReader(sql, compile)
    const { columns, read, record } = filters

    /** Runs a change that may hide or show all plays, which can take longer than a statement should. */
    const write = <A, E>(change: (client: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      withLongerLimits(sql, (client) => inTransaction(change(client), { sql: client }))

    const insert = Effect.fnUntraced(function* (client: SqlClient.SqlClient, rule: FilterRule) {
      const { kind, match, value } = rule
      const [known] = read(
        yield* client`select ${columns} from listening_filters
          where kind = ${kind} and match = ${match} and value = ${value}`,
      )
      if (known !== undefined) return { filter: known, isNew: false }
      const total = yield* countRows(client, sql`listening_filters`)
      if (total >= maxFilters) return undefined
      const values = record({ ...rule, createdAt: yield* Clock.currentTimeMillis })
      const inserted =
        yield* client`insert into listening_filters ${client.insert(values)} returning ${columns}`
      const made = mustFind(read(inserted)[0], "filter", rule)
      const nameFilter = makeNameFilter([made], compile)
      yield* setHidden(client, zone, counts, kind, true, (name) => nameFilter.matches(kind, name))
      return { filter: made, isNew: true }
    })

    const add = Effect.fn("FilterStore.add")(function* (rule: FilterRule) {
      const checked = yield* Effect.fromResult(checkRule(rule, compile))
      const added = yield* Effect.orDie(write((client) => insert(client, checked)))
      return added ?? (yield* tooManyFilters())
    })

    const remove = Effect.fn("FilterStore.remove")(function* (id: FilterId) {
      return yield* write((client) =>
        Effect.gen(function* () {
          const [removed] = read(
            yield* client`delete from listening_filters where id = ${id} returning ${columns}`,
          )
          if (removed === undefined) return false
          const nameFilter = yield* nameFilterReader(client, compile)
          yield* setHidden(
            client,
            zone,
            counts,
            removed.kind,
            false,
            (name) => !nameFilter.matches(removed.kind, name),
          )
          return true
        }),
      )
    }, Effect.orDie)

    const list = Effect.fn("FilterStore.list")(function* (page: PageRequest) {
      const items = read(
        yield* sql`select ${columns} from listening_filters order by id
          ${onPage(sql, page)}`,
      )
      return { items, total: yield* countRows(sql, sql`listening_filters`) }
    }, Effect.orDie)

    const hides = Effect.fn("FilterStore.hides")(function* (listen: Listen) {
      if ((yield* readHider).hides(listen)) return true
      const rows = yield* sql`select from (${yield* resolveNames(sql, listen)}) as led
        join artists on artists.id = artist_id left join albums on albums.id = album_id left join tracks on tracks.id = track_id
        where ${isHiddenByName(sql)}`
      return rows.length > 0
    }, Effect.orDie)

    return FilterStore.of({ add, remove, list, hides })
  }),
)
