import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { WatchingStore } from "@daybook/watching"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as Store from "./store.ts"

const sides = sidesOf(
  WatchingStore,
  {
    store: "write",
    cursor: "read",
    reviews: "read",
    watchedShows: "read",
    titlesToDescribe: "read",
    describe: "write",
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
export const layer = withStoreOverrides(withSides(Store.layer, [sides]))
