import { AttendingStore } from "@daybook/attending"
import { withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/attending"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { foldNames } from "./foldNames.ts"
import { migrateAttending } from "./migrations.ts"

const { entries, items } = Shared

/** The store of attending in SQL, with its tables. */
export const layer = withStoreOverrides(
  Layer.effect(
    AttendingStore,
    migrateAttending.pipe(
      Effect.andThen(foldNames),
      Effect.andThen(Effect.map(partsOf("attending", { entries, items }), Shared.storeOf)),
    ),
  ),
)
