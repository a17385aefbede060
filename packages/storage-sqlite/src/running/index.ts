import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { RunStore } from "@daybook/running"
import * as Shared from "@daybook/storage-sql/running"
import { domainLayer } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateRunning } from "./migrations.ts"

const store = domainLayer(RunStore, "running", migrateRunning, Shared)

const sides = sidesOf(
  RunStore,
  {
    storeRuns: "write",
    cursor: "read",
    refsSince: "read",
    yearTotals: "read",
    dueDetails: "read",
    detailsAskedSince: "read",
    reportsNear: "read",
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
