import { CohortStore } from "@daybook/profiles"
import { cohortStore } from "@daybook/storage-sql/profiles"
import { layerOf } from "../sharedStores.ts"
import { migrateProfiles } from "./migrations.ts"

/** Saved cohorts in PostgreSQL. */
export const layer = layerOf(CohortStore, migrateProfiles, (database) =>
  cohortStore(
    database,
    ({ version, workspace }) =>
      database.sql`select pg_advisory_xact_lock(hashtextextended(${`cohorts ${version} ${workspace}`}, 0))`,
  ),
)
