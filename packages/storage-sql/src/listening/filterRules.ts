import type { PageRequest } from "@daybook/kernel"
import {
  checkRule,
  type CompilePattern,
  type FilterId,
  type FilterKind,
  type FilterRule,
  FilterStore,
  type Listen,
  makeNameFilter,
  maxFilters,
  tooManyFilters,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { mustFind } from "../mustFind.ts"
import { countRows, onPage } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { isHiddenByName, type ListeningSql } from "./listeningSql.ts"
import { resolveNames } from "./names/resolveNames.ts"
import { filters, readRules } from "./rows.ts"

/**
 * Reads the filters in the transaction at work and makes one `NameFilter` of them. While they stay the same so does the
 * filter: patterns are compiled once.
 */
export const nameFilterReader = ({ sql }: Sql, compile: CompilePattern) => {
  let known = { rules: "[]", nameFilter: makeNameFilter([], compile) }
  return Effect.gen(function* () {
    const rows = readRules(
      yield* sql`select ${sql.literal(readRules.selected)} from listening_filters order by id`,
    )
    const rules = JSON.stringify(rows)
    if (rules === known.rules) return known.nameFilter
    const nameFilter = makeNameFilter(rows, compile)
    known = { rules, nameFilter }
    for (const { kind, value } of nameFilter.unreadable)
      yield* Effect.logWarning(
        `the filter of ${kind}s by the pattern "${value}" hides nothing: it cannot be read here`,
      )
    return nameFilter
  })
}

/** A database within a change of filters. */
interface Change {
  readonly database: Sql
  /** Hides those names of a kind that pass the test, or shows them again, and the plays of these names with them. */
  readonly setHidden: (
    kind: FilterKind,
    hidden: boolean,
    test: (name: string) => boolean,
  ) => Effect.Effect<unknown, SqlError>
}

/** The filters of listening. Failures of `write` are defects. */
export const filterStore = (
  database: ListeningSql,
  compile: CompilePattern,
  write: <A>(change: (within: Change) => Effect.Effect<A, SqlError>) => Effect.Effect<A>,
): FilterStore["Service"] => {
  const { read, sql } = database
  const table = database.tableOf(filters)
  const readFilter = nameFilterReader(database, compile)

  const insert = Effect.fnUntraced(function* ({ database: { sql }, setHidden }: Change, rule: FilterRule) {
    const { kind, match, value } = rule
    const [known] = table.read(
      yield* sql`select ${table.columns} from listening_filters
        where kind = ${kind} and match = ${match} and value = ${value}`,
    )
    if (known !== undefined) return { filter: known, isNew: false }
    if ((yield* countRows(sql, sql`listening_filters`)) >= maxFilters) return undefined
    const values = table.record({ ...rule, createdAt: yield* Clock.currentTimeMillis })
    const made = yield* sql`insert into listening_filters ${sql.insert(values)} returning ${table.columns}`
    const filter = mustFind(table.read(made)[0], "filter", rule)
    const nameFilter = makeNameFilter([filter], compile)
    yield* setHidden(kind, true, (name) => nameFilter.matches(kind, name))
    return { filter, isNew: true }
  })

  const add = Effect.fn("FilterStore.add")(function* (rule: FilterRule) {
    const checked = yield* Effect.fromResult(checkRule(rule, compile))
    const added = yield* write((within) => insert(within, checked))
    return added ?? (yield* tooManyFilters())
  })

  const remove = Effect.fn("FilterStore.remove")((id: FilterId) =>
    write(
      Effect.fnUntraced(function* ({ database, setHidden }: Change) {
        const [removed] = table.read(
          yield* database.sql`delete from listening_filters where id = ${id} returning ${table.columns}`,
        )
        if (removed === undefined) return false
        const nameFilter = yield* nameFilterReader(database, compile)
        yield* setHidden(removed.kind, false, (name) => !nameFilter.matches(removed.kind, name))
        return true
      }),
    ),
  )

  const list = Effect.fn("FilterStore.list")((page: PageRequest) =>
    read(
      Effect.gen(function* () {
        const items = table.read(
          yield* sql`select ${table.columns} from listening_filters order by id ${onPage(sql, page)}`,
        )
        return { items, total: yield* countRows(sql, sql`listening_filters`) }
      }),
    ),
  )

  const hides = Effect.fn("FilterStore.hides")((listen: Listen) =>
    read(
      Effect.gen(function* () {
        if ((yield* readFilter).hides(listen)) return true
        const rows = yield* sql`select 1 from (${yield* resolveNames(database, listen)}) as led
          join artists on artists.id = led.artist_id left join albums on albums.id = led.album_id
          left join tracks on tracks.id = led.track_id where ${sql.literal(isHiddenByName)}`
        return rows.length > 0
      }),
    ),
  )

  return FilterStore.of({ add, remove, list, hides })
}
