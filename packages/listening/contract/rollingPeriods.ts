import type { DataVersions, EpochMillis } from "@daybook/kernel"
import { ListeningStore, Period, rangeOfPeriod } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { batchesOf, History, momentOf, properties } from "./histories.ts"
import { ListeningModel } from "./model.ts"
import { albumIds, topAlbums } from "./scrobbles.ts"

const day = 86_400_000

/** Days of reads: this many after a moment with plays. */
const Visits = Schema.Array(
  Schema.Struct({
    moment: Schema.Literals([0, 1, 2]),
    days: Schema.Literals([-1, 0, 1, 5, 6, 7, 29, 30, 31, 89, 90, 179, 180, 364, 365, 366]),
  }),
).check(Schema.isBetweenLength(2, 3))

/** Does something at a time. The suite's clock stays: all that sleeps by it would have to catch up with years. */
export const at =
  (now: EpochMillis) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.provideService(effect, Clock.Clock, {
        currentTimeMillisUnsafe: () => now,
        currentTimeMillis: Effect.succeed(now),
        currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
        currentTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration),
      }),
    )

/** The periods of now. */
export const rollingRanges = (zone: DateTime.TimeZone) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    Period.literals.map((period) => rangeOfPeriod(period, now, zone)),
  )

/** Holds the periods of now to the model, and a page past the end of one. */
const assertPeriods = Effect.fnUntraced(function* (model: ListeningModel, zone: DateTime.TimeZone) {
  const idOf = yield* albumIds
  for (const range of yield* rollingRanges(zone)) {
    const expected = model.topAlbums(range, idOf)
    const { items, total } = yield* topAlbums(range)
    const told = items.map(({ artist, lastPlayedAt, name, plays }) => ({ artist, name, plays, lastPlayedAt }))
    assert.deepStrictEqual(told, expected)
    assert.strictEqual(total, expected.length)
  }
  const year = rangeOfPeriod("12month", yield* Clock.currentTimeMillis, zone)
  const past = yield* topAlbums(year, { page: 2, limit: 100 })
  assert.deepStrictEqual(past, { items: [], total: model.topAlbums(year, idOf).length })
})

/** Contract: the periods that end with today, as days go by. */
export const rollingPeriodsContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions>,
): void => {
  it.effect.prop(
    "whichever day it becomes, and whatever is stored on it, periods have the plays of their days",
    { history: History, visits: Visits },
    ({ history, visits }) =>
      Effect.gen(function* () {
        const zone = DateTime.zoneMakeNamedUnsafe(history.zone)
        const store = yield* ListeningStore
        const model = new ListeningModel()
        const batches = [...batchesOf(history)]
        for (const { days, moment } of visits) {
          const visit = Effect.gen(function* () {
            yield* assertPeriods(model, zone)
            const batch = batches.shift() ?? []
            assert.strictEqual(yield* store.storeScrobbles(batch), model.store(batch), "new or changed plays")
            yield* assertPeriods(model, zone)
          })
          yield* at(momentOf(history, moment) + days * day)(visit)
        }
      }).pipe(Effect.provide(fresh(history.zone))),
    properties,
  )
}
