import { CollectingStore } from "@daybook/collecting"
import { withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { foldNames } from "./foldNames.ts"
import { migrateCollecting } from "./migrations.ts"

const { entries, items } = Shared

/** The store of collecting in SQL, with its tables. */
export const layer = withStoreOverrides(
  Layer.effect(
    CollectingStore,
    migrateCollecting.pipe(
      Effect.andThen(foldNames),
      Effect.andThen(Effect.map(partsOf("collecting", { entries, items }), Shared.storeOf)),
    ),
  ),
)
