import { type CohortId, CohortStore, maxCohorts, type Place, type SavedCohort } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateProfiles } from "./migrations.ts"
import { cohorts as table, placedCohorts } from "./rows.ts"

/** Saved cohorts in SQL. */
export const layer = Layer.effect(
  CohortStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateProfiles
    const inPlace = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

    const insert = Effect.fn("CohortStore.insert")(function* (place: Place, cohort: SavedCohort) {
      // Those of one place are counted one after another.
      yield* sql`select pg_advisory_xact_lock(hashtextextended(${`cohorts ${place.version} ${place.workspace}`}, 0))`
      const stored =
        yield* sql`select 1 as one from profile_cohorts where ${inPlace(place)} limit ${maxCohorts}`
      if (stored.length >= maxCohorts) return false
      yield* sql`${placedCohorts.insert([{ ...place, ...cohort }])}`
      return true
    }, sql.withTransaction)

    const list = Effect.fn("CohortStore.list")(function* (place: Place) {
      return table.read(
        yield* sql`select ${table.columns} from profile_cohorts where ${inPlace(place)} order by created_at, id`,
      )
    })

    const find = Effect.fn("CohortStore.find")(function* (place: Place, id: CohortId) {
      const found = table.read(
        yield* sql`select ${table.columns} from profile_cohorts where id = ${id} and ${inPlace(place)}`,
      )
      return Option.fromUndefinedOr(found[0])
    })

    const remove = Effect.fn("CohortStore.remove")(function* (place: Place, id: CohortId) {
      const gone = yield* sql`delete from profile_cohorts where id = ${id} and ${inPlace(place)} returning id`
      return gone.length > 0
    })

    return CohortStore.of({
      insert: (place, cohort) => Effect.orDie(insert(place, cohort)),
      list: (place) => Effect.orDie(list(place)),
      find: (place, id) => Effect.orDie(find(place, id)),
      remove: (place, id) => Effect.orDie(remove(place, id)),
    })
  }),
)
