import { type Place, PropertyStore, settleInPlace } from "@daybook/profiles"
import { propertyStore } from "@daybook/storage-sql/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { sqlOf } from "../sql/sql.ts"
import { Again, askedProfiles, makeLock, makeWrite } from "./applyBatch.ts"
import { makeCounts } from "./counts.ts"
import { migrateProfiles } from "./migrations.ts"
import { makeIndexStep } from "./valueIndexes.ts"

const isAgain = (error: unknown): error is Again => error instanceof Again

/** The properties of places in SQL. Every change of them takes the locks of a batch. */
export const layer = Layer.effect(
  PropertyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateProfiles
    const lock = makeLock(sql)
    const write = makeWrite(sql)
    const { add } = makeCounts(sql)

    const settle = Effect.fnUntraced(function* (place: Place, ids: ReadonlyArray<string>, now: EpochMillis) {
      const asked = [askedProfiles(place, ids)]
      const held = yield* lock(asked, now)
      yield* write(
        [],
        asked,
        held.map((one) => settleInPlace(one, now)),
        now,
      )
    })

    const indexStep = makeIndexStep(sql)
    const { step, ...store } = propertyStore(sqlOf(sql), {
      lock: (place) => Effect.catchIf(lock([askedProfiles(place, [], true)], 0), isAgain, Effect.die),
      settle,
      // A batch sees this as soon as it sees the change: both are committed while no batch of the place runs.
      closeIndex: ({ version, workspace }, name) =>
        sql`update property_indexes set state = 'closing'
          where workspace = ${workspace} and version = ${version} and name = ${name}`,
      addTotals: (place, totals) => add(totals.map(([kind, number]) => ({ ...place, kind, number }))),
      hasProperty: (name) => sql`jsonb_exists(properties, ${name})`,
      skipLocked: sql`for update skip locked`,
    })

    return PropertyStore.of({
      ...store,
      // A merge may have led an id elsewhere since it was read.
      step: Effect.fnUntraced(function* (limit, now) {
        if (yield* Effect.retry(step(limit, now), { while: isAgain })) return true
        return yield* indexStep(limit)
      }, Effect.orDie),
    })
  }),
)
