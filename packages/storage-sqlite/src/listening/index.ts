import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import {
  CatalogStore,
  FilterStore,
  ListeningStore,
  PlayDetailsStore,
  NowPlayingStore,
} from "@daybook/listening"
import * as Layer from "effect/Layer"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as Catalog from "./catalog.ts"
import * as Filters from "./filters.ts"
import { migrateListening } from "./migrations.ts"
import * as PlayDetails from "./playDetails.ts"
import * as NowPlayingReport from "./playingNow.ts"
import * as Store from "./store.ts"

const sides = [
  sidesOf(
    ListeningStore,
    {
      storeScrobbles: "write",
      cursor: "read",
      topAlbums: "read",
      albumBuckets: "read",
      newest: "read",
      searchable: "read",
      find: "read",
      journal: "read",
      edits: { make: "write", takeBack: "write" },
      doubles: { list: "read", split: "write" },
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
  sidesOf(PlayDetailsStore, { put: "write", of: "read" }),
  sidesOf(NowPlayingStore, { put: "write", at: "read" }),
]

/** The stores of listening in SQLite, with their tables: plays, filters, results of the music catalog, what players send. */
export const layer = withStoreOverrides(
  withSides(
    Layer.mergeAll(Store.layer, Catalog.layer, Filters.layer, PlayDetails.layer, NowPlayingReport.layer).pipe(
      Layer.provide(Layer.effectDiscard(migrateListening)),
    ),
    sides,
  ),
)
