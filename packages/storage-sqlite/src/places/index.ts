import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import type { Sql } from "@daybook/storage-sql"
import * as Shared from "@daybook/storage-sql/places"
import * as Effect from "effect/Effect"
import { domainLayer } from "../parts.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migratePlaces } from "./migrations.ts"

/** Sums up all venues again. */
const findDays = (database: Sql) =>
  Effect.andThen(database.sql`delete from venues`, Shared.sumVenues(database))

const store = domainLayer(CheckInStore, "places", migratePlaces, { ...Shared, findDays })

const sides = sidesOf(
  CheckInStore,
  {
    storeCheckIns: "write",
    fillCheckIns: "write",
    follow: "session",
    cursor: "read",
    checkIns: "read",
    checkIn: "read",
    reportsNear: "read",
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
export const layer = withStoreOverrides(withSides(store, [sides]))
