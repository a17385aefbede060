import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as Store from "./store.ts"

const sides = sidesOf(
  CheckInStore,
  {
    storeCheckIns: "write",
    fillCheckIns: "write",
    follow: "session",
    cursor: "read",
    checkIns: "read",
    checkIn: "read",
    lists: "read",
    stats: "read",
    journal: "read",
    searchable: "read",
    edits: { make: "write", takeBack: "write" },
  },
  InvalidInput,
  NoSuchItem,
)

/** The store of places in SQLite, with its tables. */
export const layer = withStoreOverrides(withSides(Store.layer, [sides]))
