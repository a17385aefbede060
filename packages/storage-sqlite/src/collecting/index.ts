import { CollectingStore } from "@daybook/collecting"
import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/collecting"
import { domainLayer } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateCollecting } from "./migrations.ts"

const store = domainLayer(CollectingStore, "collecting", migrateCollecting, Shared)

const sides = sidesOf(
  CollectingStore,
  {
    storeRecords: "write",
    cursor: "read",
    recordsBeside: "read",
    removeRecords: "write",
    releasesToDescribe: "read",
    describeRelease: "write",
    lists: "read",
    replaceFilms: "write",
    replaceWanted: "write",
    mediaFormats: "read",
    journal: "read",
    review: "read",
    searchable: "read",
    edits: { make: "write", takeBack: "write" },
  },
  InvalidInput,
  NoSuchItem,
)

/** The store of collecting in SQLite, with its tables. */
export const layer = withStoreOverrides(withSides(store, [sides]))
