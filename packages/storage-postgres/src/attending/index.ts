import { AttendingStore } from "@daybook/attending"
import { withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/attending"
import * as Effect from "effect/Effect"
import { domainLayer } from "../parts.ts"
import { foldNames } from "./foldNames.ts"
import { migrateAttending } from "./migrations.ts"

/** The store of attending in SQL, with its tables. */
export const layer = withStoreOverrides(
  domainLayer(AttendingStore, "attending", Effect.andThen(migrateAttending, foldNames), Shared),
)
