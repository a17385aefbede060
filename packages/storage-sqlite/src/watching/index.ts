import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { WatchingStore } from "@daybook/watching"
import * as Shared from "@daybook/storage-sql/watching"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateWatching } from "./migrations.ts"

const { entries, items, rebuildWatches: findDays } = Shared

const store = Layer.effect(
  WatchingStore,
  Effect.andThen(
    migrateWatching,
    Effect.map(partsOf("watching", { entries, items, findDays }), Shared.storeOf),
  ),
)

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
export const layer = withStoreOverrides(withSides(store, [sides]))
