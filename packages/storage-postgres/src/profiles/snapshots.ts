import { SnapshotStore } from "@daybook/profiles"
import { snapshotStore } from "@daybook/storage-sql/profiles"
import { layerOf } from "../sharedStores.ts"
import { migrateProfiles } from "./migrations.ts"

/** Snapshots of cohorts in PostgreSQL. */
export const layer = layerOf(SnapshotStore, migrateProfiles, (database) =>
  snapshotStore(database, {
    place: ({ version, workspace }) =>
      database.sql`select pg_advisory_xact_lock(hashtextextended(${`snapshots ${version} ${workspace}`}, 0))`,
    profiles: database.sql`for key share of p`,
  }),
)
