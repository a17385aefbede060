import { AttendingStore } from "@daybook/attending"
import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/attending"
import { domainLayer } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateAttending } from "./migrations.ts"

const store = domainLayer(AttendingStore, "attending", migrateAttending, Shared)

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
export const layer = withStoreOverrides(withSides(store, [sides]))
