import { type Place, PropertyStore, settleInPlace } from "@daybook/profiles"
import { propertyStore } from "@daybook/storage-sql/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { sqlOf } from "../sql/sql.ts"
import { Again, type AskedPlace, makeLock, makeWrite } from "./applyBatch.ts"
import { batchNames } from "./batchFunctions.ts"
import { makeCounts } from "./counts.ts"
import { migrateProfiles } from "./migrations.ts"

const isAgain = (error: unknown): error is Again => error instanceof Again

const none: ReadonlySet<string> = new Set()

/** The properties of places in SQL. Every change of them takes the locks of a batch. */
export const layer = Layer.effect(
  PropertyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateProfiles
    const lock = makeLock(sql, batchNames)
    const write = makeWrite(sql, batchNames)
    const { add } = makeCounts(sql)

    const askedOf = (place: Place, ids: Iterable<string>, alone: boolean): AskedPlace => ({
      ...place,
      alone,
      limited: false,
      ids: new Set(ids),
      merging: none,
      keys: none,
      names: none,
    })

    const settle = Effect.fnUntraced(function* (place: Place, ids: ReadonlyArray<string>, now: EpochMillis) {
      const asked = [askedOf(place, ids, false)]
      const held = yield* lock(asked, now)
      yield* write(
        [],
        asked,
        held.map((one) => settleInPlace(one, now)),
        now,
      )
    })

    const { step, ...store } = propertyStore(sqlOf(sql), {
      lock: (place) => Effect.catchIf(lock([askedOf(place, none, true)], 0), isAgain, Effect.die),
      settle,
      addTotals: (place, totals) => add(totals.map(([kind, number]) => ({ ...place, kind, number }))),
      hasProperty: (name) => sql`jsonb_exists(properties, ${name})`,
      skipLocked: sql`for update skip locked`,
    })

    return PropertyStore.of({
      ...store,
      // A merge may have led an id elsewhere since it was read.
      step: (limit, now) => Effect.orDie(Effect.retry(step(limit, now), { while: isAgain })),
    })
  }),
)
