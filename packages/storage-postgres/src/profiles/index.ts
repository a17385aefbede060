import { withStoreOverrides } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Properties from "./properties.ts"
import * as SavedCohorts from "./savedCohorts.ts"
import * as Snapshots from "./snapshots.ts"
import * as Store from "./store.ts"
import * as Workspaces from "./workspaces.ts"

/** The stores of profiles, properties, cohorts, snapshots and workspaces in SQL, with their tables. */
export const layer = withStoreOverrides(
  Layer.mergeAll(Store.layer, Properties.layer, SavedCohorts.layer, Snapshots.layer, Workspaces.layer),
)
