import { CohortStore } from "@daybook/profiles"
import { cohortStore } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import { layerOf } from "../sharedStores.ts"
import { migrateProfiles } from "./migrations.ts"

/** Saved cohorts in SQLite. Transactions that write run one after another. */
export const layer = layerOf(CohortStore, migrateProfiles, (database) =>
  cohortStore(database, () => Effect.void),
)
