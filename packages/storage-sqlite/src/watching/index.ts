import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { WatchingStore } from "@daybook/watching"
import * as Shared from "@daybook/storage-sql/watching"
import { domainLayer } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateWatching } from "./migrations.ts"

const store = domainLayer(WatchingStore, "watching", migrateWatching, {
  ...Shared,
  findDays: Shared.rebuildWatches,
})

const sides = sidesOf(
  WatchingStore,
  {
    store: "write",
    cursor: "read",
    reviews: "read",
    watchedShows: "read",
    titlesToDescribe: "read",
    describe: "write",
    titlesWithoutImage: "read",
    addImages: "write",
    journal: "read",
    lists: "read",
    stats: "read",
    review: "read",
    createItem: "write",
    removeItem: "write",
    watch: "read",
    edits: { make: "write", takeBack: "write" },
    searchable: "read",
  },
  InvalidInput,
  NoSuchItem,
)

/** The store of watching in SQLite, with its tables. */
export const layer = withStoreOverrides(withSides(store, [sides]))
