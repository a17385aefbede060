import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { RunStore } from "@daybook/running"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as Store from "./store.ts"

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
export const layer = withStoreOverrides(withSides(Store.layer, [sides]))
