import { type CohortId, CohortStore, maxCohorts, Place, SavedCohort } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { countRows } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described } from "../table.ts"

const asFilter = { filter: { type: "json" } } as const

const cohorts = described("profile_cohorts", SavedCohort, asFilter)

/** The same with their places. */
const placedCohorts = described(
  "profile_cohorts",
  Schema.Struct({ ...Place.fields, ...SavedCohort.fields }),
  asFilter,
)

/** Saved cohorts. `lock` makes inserts into one place wait for each other, so that none goes past the limit. */
export const cohortStore = (
  { read, sql, tableOf, transaction }: Sql,
  lock: (place: Place) => Effect.Effect<unknown, SqlError>,
) => {
  const [table, placed] = [tableOf(cohorts), tableOf(placedCohorts)]
  const inPlace = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

  return CohortStore.of({
    insert: Effect.fn("CohortStore.insert")(function* (place: Place, cohort: SavedCohort) {
      yield* lock(place)
      if ((yield* countRows(sql, sql`profile_cohorts where ${inPlace(place)}`)) >= maxCohorts) return false
      yield* placed.insert([{ ...place, ...cohort }])
      return true
    }, transaction),

    list: Effect.fn("CohortStore.list")(function* (place: Place) {
      return table.read(
        yield* sql`select ${table.columns} from profile_cohorts where ${inPlace(place)} order by created_at, id`,
      )
    }, read),

    find: Effect.fn("CohortStore.find")(function* (place: Place, id: CohortId) {
      const rows =
        yield* sql`select ${table.columns} from profile_cohorts where id = ${id} and ${inPlace(place)}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, read),

    remove: Effect.fn("CohortStore.remove")(function* (place: Place, id: CohortId) {
      const gone = yield* sql`delete from profile_cohorts where id = ${id} and ${inPlace(place)} returning id`
      return gone.length > 0
    }, transaction),
  })
}
