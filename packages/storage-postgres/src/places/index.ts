import { withStoreOverrides } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import * as Shared from "@daybook/storage-sql/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { migratePlaces } from "./migrations.ts"

const { entries, items } = Shared

/** The store of places in SQL, with its tables. */
export const layer = withStoreOverrides(
  Layer.effect(
    CheckInStore,
    Effect.andThen(migratePlaces, Effect.flatMap(partsOf("places", { entries, items }), Shared.storeOf)),
  ),
)
