import { boundWarnings, type ChangingProperties, type Place, type PlaceChanges } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import type { Database } from "../sql/database.ts"
import { countsIn } from "./counts.ts"
import { profileRowsIn } from "./profileRows.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import { readWarningKeys } from "./rows.ts"

type Changes = Pick<PlaceChanges, "profiles" | "properties" | "totals" | "warnings">

/** Makes the function that writes changed profiles of a place, with everything counted of them. */
export const writeProfilesIn = (database: Database["Service"]) => {
  const { all, many, sql } = database
  const counts = countsIn(database)
  const profiles = profileRowsIn(database)
  const types = propertyTypesIn(database)

  const addWarnings = (place: Place, warnings: PlaceChanges["warnings"], now: EpochMillis) => {
    if (warnings.length === 0) return
    const { version, workspace } = place
    const stored = readWarningKeys(
      all(sql`select name, reason from profile_warnings
        where workspace = ${workspace} and version = ${version} and name <> ''`),
    )
    const bounded = boundWarnings(warnings, stored)
    many({
      text: `insert into profile_warnings (workspace, version, name, reason, ignored, last_at, distinct_id, example)
        values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (workspace, version, name, reason) do update set
          ignored = profile_warnings.ignored + excluded.ignored, last_at = excluded.last_at,
          distinct_id = excluded.distinct_id, example = excluded.example`,
      rows: bounded.map(({ count, distinctId, example, name, reason }) => [
        workspace,
        version,
        name,
        reason,
        count,
        now,
        distinctId,
        example,
      ]),
    })
  }

  return (
    place: Place,
    changes: Changes,
    changing: ChangingProperties,
    now: EpochMillis,
    propertyOf = types.known(place).get,
  ): void => {
    profiles.write(place, changes.profiles, changing, propertyOf)
    counts.addTotals(place, changes.totals)
    counts.addProperties(place, changes.properties, now)
    addWarnings(place, changes.warnings, now)
  }
}
