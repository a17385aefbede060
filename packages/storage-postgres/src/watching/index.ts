import { withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/watching"
import { WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { migrateWatching } from "./migrations.ts"

const { entries, items, rebuildWatches: find } = Shared

const days = { table: "watching_zone", work: "putting watches together", find }

/** The store of watching in SQL, with its tables. */
export const layer = withStoreOverrides(
  Layer.effect(
    WatchingStore,
    Effect.andThen(
      migrateWatching,
      Effect.map(partsOf("watching", { days, entries, items }), Shared.storeOf),
    ),
  ),
)
