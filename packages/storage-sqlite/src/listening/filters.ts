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
  Patterns,
  tooManyFilters,
} from "@daybook/listening"
import { mustFind } from "@daybook/storage-sql"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { resolveNames } from "./names/resolveNames.ts"
import { isHiddenByName, nameTables } from "./names/names.ts"
import { filters, readNames, readRules } from "./rows.ts"
import { sumsIn } from "./sums.ts"

/**
 * Reads the filters in the transaction at work and makes one `NameFilter` of them. While they stay the same so does the
 * filter: patterns are compiled once.
 */
export const nameFilterReader = ({ all, sql }: Database["Service"], compile: CompilePattern) => {
  let known = { rules: "[]", nameFilter: makeNameFilter([], compile) }
  return Effect.suspend(() => {
    const rows = readRules(all(sql`select kind, match, value from listening_filters order by id`))
    const rules = JSON.stringify(rows)
    if (rules === known.rules) return Effect.succeed(known.nameFilter)
    const nameFilter = makeNameFilter(rows, compile)
    known = { rules, nameFilter }
    const warnings = nameFilter.unreadable.map(({ kind, value }) =>
      Effect.logWarning(
        `the filter of ${kind}s by the pattern "${value}" hides nothing: it cannot be read here`,
      ),
    )
    return Effect.as(Effect.all(warnings, { discard: true }), nameFilter)
  })
}

/** The filters of listening in SQLite. */
export const layer = Layer.effect(
  FilterStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql } = database
    const { compile } = yield* Patterns
    const sums = sumsIn(database)
    const write = yield* writerOf("listening", [sums.settle])
    const readFilter = nameFilterReader(database, compile)

    /**
     * Hides those names of a kind that pass the test, or shows them again, and the plays of these names with them. The
     * triggers of plays note the totals that change, and each is counted once as the transaction ends.
     */
    const setHidden = (kind: FilterKind, hidden: boolean, test: (name: string) => boolean): void => {
      const table = nameTables[kind]
      const names = readNames(
        all(sql`select id, name, hidden from ${sql(table)} where hidden <> ${hidden ? 1 : 0}`),
      )
      const changed = names.filter(({ name }) => test(name)).map(({ id }) => id)
      if (changed.length === 0) return
      many({
        text: `update ${table} set hidden = ? where id = ?`,
        rows: changed.map((id) => [hidden ? 1 : 0, id]),
      })
      const these = sql`(select value from json_each(${jsonList(changed)}))`
      // The plays of an artist are found by its tracks.
      const of = {
        artist: sql`track_id in (select id from tracks where artist_id in ${these})`,
        album: sql`album_id in ${these}`,
        track: sql`track_id in ${these}`,
      }[kind]
      all(sql`update scrobbles set hidden = not hidden where (played_at, track_id) in (
        select plays.played_at, plays.track_id from (select * from scrobbles where ${of}) as plays
        left join tracks on tracks.id = plays.track_id left join albums on albums.id = plays.album_id
        left join artists on artists.id = plays.artist_id
        where plays.hidden <> (${sql.literal(isHiddenByName)}))`)
    }

    const add = Effect.fn("FilterStore.add")(function* (rule: FilterRule) {
      const checked = yield* Effect.fromResult(checkRule(rule, compile))
      const { kind, match, value } = checked
      const insert = Effect.map(Clock.currentTimeMillis, (createdAt) => {
        const [known] = filters.read(
          all(sql`select ${filters.columns} from listening_filters
            where kind = ${kind} and match = ${match} and value = ${value}`),
        )
        if (known !== undefined) return { filter: known, isNew: false }
        if (countRows(database, sql`listening_filters`) >= maxFilters) return undefined
        const made = filters.read(
          all(sql`insert into listening_filters ${sql.insert(filters.record({ ...checked, createdAt }))}
            returning ${filters.columns}`),
        )
        const filter = mustFind(made[0], "filter", rule)
        const nameFilter = makeNameFilter([filter], compile)
        setHidden(kind, true, (name) => nameFilter.matches(kind, name))
        return { filter, isNew: true }
      })
      const added = yield* write(insert)
      return added ?? (yield* tooManyFilters())
    })

    const remove = Effect.fn("FilterStore.remove")((id: FilterId) =>
      write(
        Effect.gen(function* () {
          const [removed] = filters.read(
            all(sql`delete from listening_filters where id = ${id} returning ${filters.columns}`),
          )
          if (removed === undefined) return false
          const nameFilter = yield* readFilter
          setHidden(removed.kind, false, (name) => !nameFilter.matches(removed.kind, name))
          return true
        }),
      ),
    )

    const list = Effect.fn("FilterStore.list")((page: PageRequest) =>
      read(() => ({
        items: filters.read(
          all(sql`select ${filters.columns} from listening_filters order by id ${onPage(sql, page)}`),
        ),
        total: countRows(database, sql`listening_filters`),
      })),
    )

    const hides = Effect.fn("FilterStore.hides")((listen: Listen) =>
      read(
        Effect.map(
          readFilter,
          (nameFilter) =>
            nameFilter.hides(listen) ||
            all(sql`select 1 from (${resolveNames(database, listen)}) as led join artists on artists.id = led.artist_id
              left join albums on albums.id = led.album_id left join tracks on tracks.id = led.track_id
              where ${sql.literal(isHiddenByName)}`).length > 0,
        ),
      ),
    )

    return FilterStore.of({ add, remove, list, hides })
  }),
)
