import { withStoreOverrides } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { nodeClientOf } from "../sql/nodes.ts"
import * as Citus from "./citus/index.ts"
import { prepareShards } from "./citus/shardTables.ts"
import * as Properties from "./properties.ts"
import * as SavedCohorts from "./savedCohorts.ts"
import * as Snapshots from "./snapshots.ts"
import * as Store from "./store.ts"
import * as Workspaces from "./workspaces/store.ts"

const stores = Layer.mergeAll(Store.layer, Properties.layer, SavedCohorts.layer, Snapshots.layer)

/** The stores on one PostgreSQL, or on the nodes of Citus. */
const placed = Layer.unwrap(
  Effect.gen(function* () {
    const connect = nodeClientOf(yield* SqlClient.SqlClient)
    if (connect === undefined) return stores
    const shards = yield* prepareShards
    return shards === undefined ? stores : Citus.layer(shards, connect, stores)
  }),
)

/** The stores of profiles, properties, cohorts, snapshots and workspaces in SQL, with their tables. */
export const layer = withStoreOverrides(Layer.mergeAll(placed, Workspaces.layer))
