import { CollectingStore } from "@daybook/collecting"
import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import * as Shared from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateCollecting } from "./migrations.ts"

const { entries, items } = Shared

const store = Layer.effect(
  CollectingStore,
  Effect.andThen(migrateCollecting, Effect.map(partsOf("collecting", { entries, items }), Shared.storeOf)),
)

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
