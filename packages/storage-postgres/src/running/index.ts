import { withStoreOverrides } from "@daybook/kernel"
import { RunStore } from "@daybook/running"
import * as Shared from "@daybook/storage-sql/running"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { migrateRunning } from "./migrations.ts"

const { entries, findDays: find, items } = Shared

const days = { table: "running_zone", work: "finding the days of runs", find }

/** The store of running in SQL, with its tables. */
export const layer = withStoreOverrides(
  Layer.effect(
    RunStore,
    Effect.andThen(migrateRunning, Effect.map(partsOf("running", { days, entries, items }), Shared.storeOf)),
  ),
)
