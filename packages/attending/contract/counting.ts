import { AttendingStore, type EventFields, EventCategory, EventId, EventType } from "@daybook/attending"
import { type DataVersions, LocalDate } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { event, gameEvent, player, team } from "./events.ts"

const Counted = Schema.Struct({
  category: EventCategory,
  type: EventType,
  day: Schema.Literals(["2023-12-31", "2024-01-01", "1999-07-04"]),
  attended: Schema.Boolean,
})

const add = (events: ReadonlyArray<EventFields>) =>
  Effect.flatMap(AttendingStore, (store) =>
    store.change((transaction) => Effect.forEach(events, transaction.addEvent)),
  )

const sum = (counts: ReadonlyArray<{ readonly count: number }>) =>
  counts.reduce((total, { count }) => total + count, 0)

/** Contract: the statistics and the games to look up. */
export const countingContract = (fresh: () => Layer.Layer<AttendingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, AttendingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "where nothing is stored everything is zero",
    Effect.gen(function* () {
      const { stats } = yield* AttendingStore
      assert.deepStrictEqual(yield* stats, { total: 0, attended: 0, byCategory: [], byType: [], byYear: [] })
    }),
  )

  test(
    "counts come most first and then by name, years newest first",
    Effect.gen(function* () {
      yield* add([
        event({ category: "music", type: "concert", day: LocalDate.make("2023-12-31") }),
        event({ category: "arts", type: "theater", day: LocalDate.make("2024-01-01") }),
        event({ category: "sports", type: "nba_game", day: LocalDate.make("2023-06-01"), attended: false }),
        event({ category: "sports", type: "mlb_game", day: LocalDate.make("2009-06-01") }),
      ])
      const { stats } = yield* AttendingStore
      assert.deepStrictEqual(yield* stats, {
        total: 4,
        attended: 3,
        byCategory: [
          { category: "sports", count: 2 },
          { category: "arts", count: 1 },
          { category: "music", count: 1 },
        ],
        byType: [
          { type: "concert", count: 1 },
          { type: "mlb_game", count: 1 },
          { type: "nba_game", count: 1 },
          { type: "theater", count: 1 },
        ],
        byYear: [
          { year: "2024", count: 1 },
          { year: "2023", count: 2 },
          { year: "2009", count: 1 },
        ],
      })
    }),
  )

  it.effect.prop(
    "the counts of every list add up to all events",
    { events: Schema.Array(Counted) },
    ({ events }) =>
      Effect.gen(function* () {
        yield* add(events.map((one) => event({ ...one, day: LocalDate.make(one.day) })))
        const { attended, byCategory, byType, byYear, total } = yield* (yield* AttendingStore).stats
        assert.strictEqual(total, events.length)
        assert.strictEqual(attended, events.filter((one) => one.attended).length)
        for (const counts of [byCategory, byType, byYear]) assert.strictEqual(sum(counts), total)
      }).pipe(Effect.provide(fresh())),
    { timeout: 120_000, arbitrary: { runs: 8, size: 30, maxShrinks: 40 } },
  )

  test(
    "games are looked up that never were, then those of longest ago, then the newest; others never",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      const ids = yield* store.change(
        Effect.fnUntraced(function* (transaction) {
          const home = yield* transaction.addTeam(team("Ogdenville Atoms", "1"))
          const away = yield* transaction.addTeam(team("Springfield Isotopes", "2"))
          const game = (id: string, day: string, more: Partial<EventFields> = {}) =>
            transaction.addEvent(gameEvent(id, home, away, { day: LocalDate.make(day), ...more }))
          const old = yield* game("g1", "2024-05-01")
          const late = yield* game("g2", "2024-05-03")
          const same = yield* game("g3", "2024-05-03")
          const first = yield* game("g4", "2024-05-09")
          yield* game("g5", "2024-05-04", { attended: false })
          yield* game("g6", "2024-05-04", { type: "nfl_game" })
          yield* transaction.addEvent(event({ type: "mlb_game", category: "sports" }))
          yield* transaction.markLookedUp(first, 1_000)
          yield* transaction.markLookedUp(old, 2_000)
          yield* transaction.putPlayers(old, "mlb", [player("7", home)])
          return { old, late, same, first }
        }),
      )
      const games = (named: ReadonlyArray<EventId> | undefined, limit: number) =>
        Effect.map(store.gamesToLookUp("mlb_game", named, limit), (all) => all.map(({ id }) => id))
      assert.deepStrictEqual(yield* games(undefined, 10), [ids.late, ids.same, ids.first, ids.old])
      assert.deepStrictEqual(yield* games(undefined, 2), [ids.late, ids.same])
      assert.deepStrictEqual(yield* games([ids.old, ids.late, EventId.make(9_999)], 10), [ids.late, ids.old])
      assert.deepStrictEqual(yield* games([], 10), [])
      assert.deepStrictEqual(yield* store.gamesWithPlayers("mlb_game", "mlb"), new Set(["g1"]))
      assert.deepStrictEqual(yield* store.gamesWithPlayers("mlb_game", "espn"), new Set())
    }),
  )
}
