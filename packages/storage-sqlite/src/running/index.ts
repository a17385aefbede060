import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { RunStore } from "@daybook/running"
import * as Shared from "@daybook/storage-sql/running"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateRunning } from "./migrations.ts"

const { entries, findDays, items } = Shared

const store = Layer.effect(
  RunStore,
  Effect.andThen(
    migrateRunning,
    Effect.map(partsOf("running", { entries, items, findDays }), Shared.storeOf),
  ),
)

const sides = sidesOf(
  RunStore,
  {
    storeRuns: "write",
    cursor: "read",
    refsSince: "read",
    yearTotals: "read",
    dueDetails: "read",
    detailsAskedSince: "read",
    lists: "read",
    stats: "read",
    journal: "read",
    edits: { make: "write", takeBack: "write" },
    searchable: "read",
  },
  InvalidInput,
  NoSuchItem,
)

/** The store of running in SQLite, with its tables. */
export const layer = withStoreOverrides(withSides(store, [sides]))
