import { withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/watching"
import { WatchingStore } from "@daybook/watching"
import { domainLayer } from "../parts.ts"
import { migrateWatching } from "./migrations.ts"

const days = { table: "watching_zone", work: "putting watches together", find: Shared.rebuildWatches }

/** The store of watching in SQL, with its tables. */
export const layer = withStoreOverrides(
  domainLayer(WatchingStore, "watching", migrateWatching, { ...Shared, days }),
)
