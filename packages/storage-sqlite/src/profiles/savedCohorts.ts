import { type CohortId, CohortStore, maxCohorts, type Place, type SavedCohort } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../sql/database.ts"
import { countRows } from "../sql/paging.ts"
import { migrateProfiles } from "./migrations.ts"
import { cohorts as table, placedCohorts } from "./rows.ts"

/** Saved cohorts in SQLite. */
export const layer = Layer.effect(
  CohortStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql, transaction } = database
    yield* migrateProfiles
    const inPlace = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

    return CohortStore.of({
      insert: (place: Place, cohort: SavedCohort) =>
        transaction(
          Effect.sync(() => {
            if (countRows(database, sql`profile_cohorts where ${inPlace(place)}`) >= maxCohorts) return false
            many(placedCohorts.insert([{ ...place, ...cohort }]))
            return true
          }),
        ),
      list: (place: Place) =>
        read(() =>
          table.read(
            all(
              sql`select ${table.columns} from profile_cohorts where ${inPlace(place)} order by created_at, id`,
            ),
          ),
        ),
      find: (place: Place, id: CohortId) =>
        read(() =>
          Option.fromUndefinedOr(
            table.read(
              all(sql`select ${table.columns} from profile_cohorts where id = ${id} and ${inPlace(place)}`),
            )[0],
          ),
        ),
      remove: (place: Place, id: CohortId) =>
        transaction(
          Effect.sync(
            () =>
              all(sql`delete from profile_cohorts where id = ${id} and ${inPlace(place)} returning id`)
                .length > 0,
          ),
        ),
    })
  }),
)
