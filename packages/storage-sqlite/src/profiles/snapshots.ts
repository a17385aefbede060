import { SnapshotStore } from "@daybook/profiles"
import { snapshotStore } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import { layerOf } from "../sharedStores.ts"
import { migrateProfiles } from "./migrations.ts"

/** Snapshots of cohorts in SQLite. Transactions that write run one after another. */
export const layer = layerOf(SnapshotStore, migrateProfiles, (database) =>
  snapshotStore(database, { place: () => Effect.void, profiles: database.sql`` }),
)
