import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import {
  CatalogStore,
  FilterStore,
  ListeningStore,
  PlayDetailsStore,
  NowPlayingStore,
} from "@daybook/listening"
import { catalogStore, nowPlayingStore, playDetailsStore } from "@daybook/storage-sql/listening"
import * as Layer from "effect/Layer"
import { layerOf, writingLayerOf } from "../sharedStores.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as Filters from "./filters.ts"
import { migrateListening, migratePlayDetails, migratePlayingNow } from "./migrations.ts"
import * as Store from "./store.ts"

const sides = [
  sidesOf(
    ListeningStore,
    {
      storeScrobbles: "write",
      cursor: "read",
      newest: "read",
      searchable: "read",
      find: "read",
      journal: "read",
      edits: { make: "write", takeBack: "write" },
      doubles: { sources: "read", list: "read", split: "write" },
      lists: "read",
    },
    InvalidInput,
    NoSuchItem,
  ),
  sidesOf(FilterStore, { add: "write", remove: "write", list: "read", hides: "read" }, InvalidInput),
  sidesOf(CatalogStore, {
    artistsToEnrich: "read",
    tracksToEnrich: "read",
    storeArtist: "write",
    storeTrack: "write",
    itemsToDescribe: "read",
    storeFacts: "write",
  }),
  sidesOf(PlayDetailsStore, {
    put: "write",
    of: "read",
    rate: "write",
    unrate: "write",
    ratings: "read",
    ratingsOf: "read",
  }),
  sidesOf(NowPlayingStore, { put: "write", at: "read" }),
]

/** The stores of listening in SQLite, with their tables: plays, filters, results of the music catalog, what players send. */
export const layer = withStoreOverrides(
  withSides(
    Layer.mergeAll(
      Store.layer,
      writingLayerOf(CatalogStore, migrateListening, "listening", catalogStore),
      Filters.layer,
      layerOf(PlayDetailsStore, migratePlayDetails, playDetailsStore),
      layerOf(NowPlayingStore, migratePlayingNow, nowPlayingStore),
    ).pipe(Layer.provide(Layer.effectDiscard(migrateListening))),
    sides,
  ),
)
