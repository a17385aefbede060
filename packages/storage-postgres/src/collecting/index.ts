import { CollectingStore } from "@daybook/collecting"
import { withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import { domainLayer } from "../parts.ts"
import { foldNames } from "./foldNames.ts"
import { migrateCollecting } from "./migrations.ts"

/** The store of collecting in SQL, with its tables. */
export const layer = withStoreOverrides(
  domainLayer(CollectingStore, "collecting", Effect.andThen(migrateCollecting, foldNames), Shared),
)
