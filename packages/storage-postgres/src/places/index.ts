import { withStoreOverrides } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import type { StoreParts } from "@daybook/storage-sql"
import * as Shared from "@daybook/storage-sql/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { migratePlaces } from "./migrations.ts"

/** Finds out which check-ins count of those that an earlier version stored: a migration left a cursor for them. */
const holdAgainst = Effect.fnUntraced(function* ({ database, write }: StoreParts) {
  const pending = database.sql`source = 'visits to hold against each other'`
  const isPending = database.sql`select 1 from check_in_cursors where ${pending}`
  if ((yield* isPending).length === 0) return
  yield* write(
    Effect.andThen(
      database.sql`delete from check_in_cursors where ${pending}`,
      Shared.reportStore(database).markAll,
    ),
  )
})

/** The store of places in SQL, with its tables. */
export const layer = withStoreOverrides(
  Layer.effect(
    CheckInStore,
    Effect.gen(function* () {
      yield* migratePlaces
      const parts = yield* partsOf("places", Shared)
      yield* holdAgainst(parts)
      return Shared.storeOf(parts)
    }),
  ),
)
