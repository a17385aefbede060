import { type Place, PropertyStore, settleInPlace } from "@daybook/profiles"
import { propertyStore } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"
import { countsIn } from "./counts.ts"
import { migrateProfiles } from "./migrations.ts"
import { profileRowsIn } from "./profileRows.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import { writeProfilesIn } from "./writeProfiles.ts"

/** The properties of places in SQLite. Transactions that write run one after another. */
export const layer = Layer.effect(
  PropertyStore,
  Effect.gen(function* () {
    const database = yield* Database
    yield* migrateProfiles
    const { sql } = database
    const counts = countsIn(database)
    const profiles = profileRowsIn(database)
    const types = propertyTypesIn(database)
    const write = writeProfilesIn(database)
    return PropertyStore.of(
      propertyStore<never>(sqlOf(database), {
        lock: () => Effect.void,
        settle: (place: Place, ids, now) =>
          Effect.sync(() => {
            const changing = types.changing(place)
            const held = { changing, profiles: profiles.read(place, ids) }
            write(place, settleInPlace(held, now), changing, now)
          }),
        closeIndex: () => Effect.void,
        addTotals: (place, totals) => Effect.sync(() => counts.addTotals(place, totals)),
        hasProperty: (name) => sql`exists (select 1 from json_each(properties) where key = ${name})`,
        skipLocked: sql``,
      }),
    )
  }),
)
