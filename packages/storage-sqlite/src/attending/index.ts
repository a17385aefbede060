import { AttendingStore } from "@daybook/attending"
import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as Store from "./store.ts"

const sides = sidesOf(
  AttendingStore,
  {
    stats: "read",
    teams: "read",
    venues: "read",
    source: "read",
    pendingSources: "read",
    dismissSource: "write",
    addSource: "write",
    gamesToLookUp: "read",
    gamesWithPlayers: "read",
    venuesToLocate: "read",
    locateVenue: "write",
    lists: "read",
    journal: "read",
    review: "read",
    searchable: "read",
    edits: { make: "write", takeBack: "write" },
    cursor: "read",
    storeEntries: "write",
    change: "session",
  },
  InvalidInput,
  NoSuchItem,
)

/** The store of attending in SQLite, with its tables. */
export const layer = withStoreOverrides(withSides(Store.layer, [sides]))
