import { manualImport } from "@daybook/attending"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { atoms, attending, eventsOn, game, isotopes, knows, meteors } from "./ballpark.ts"
import { entry, season, counts, statsNow } from "./manualImport.samples.ts"

describe("importing a season", () => {
  const away = { home: { ...atoms, score: 1 }, away: { ...isotopes, score: 0 } }
  const games = [
    game("pre", "2024-03-20", { phase: "pre" }),
    game("r1", "2024-04-01"),
    game("moved", "2024-04-02", { state: "called off" }),
    game("away", "2024-04-05", away),
    game("moved2", "2024-06-02"),
    game("dh1", "2024-07-04", { startsAt: Date.parse("2024-07-04T18:00:00Z") }),
    game("dh2", "2024-07-04", { startsAt: Date.parse("2024-07-05T00:00:00Z"), away: atoms }),
    game("abroad", "2024-08-01", { neutral: true }),
    game("p1", "2024-10-08", { phase: "post", away: meteors }),
    game("later", "2024-10-09", { phase: "post", state: "scheduled" }),
  ]

  it.effect("stores every home game of the season and post-season, and counts those still to come", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* counts(season()), {
        inserted: 5,
        updated: 0,
        notAttended: 0,
        unmatched: ["1 home games are not finished yet: import the season again later"],
      })
      assert.deepInclude(yield* counts(season()), { inserted: 0, updated: 5 })
      const both = (yield* eventsOn("2024-07-04")).map((event) => [event.game?.id, event.game?.number])
      assert.deepStrictEqual(both, [
        ["dh1", 1],
        ["dh2", 2],
      ])
    }).pipe(Effect.provide(attending([knows("mlb", games).source]))),
  )

  it.effect(
    "stores exceptions as missed; a season entry never turns a missed game into an attended one",
    () =>
      Effect.gen(function* () {
        assert.deepInclude(
          yield* counts(season({ exceptions: ["2024-07-04", "2024-04-01", "2024-04-05"] })),
          {
            inserted: 5,
            notAttended: 3,
            unmatched: [
              "1 home games are not finished yet: import the season again later",
              "exceptions: no home game on 2024-04-05",
            ],
          },
        )
        assert.deepInclude(yield* statsNow, { total: 5, attended: 2 })
        assert.deepInclude(yield* counts(season()), { updated: 5, notAttended: 3 })
        assert.deepInclude(yield* statsNow, { attended: 2 })
        yield* manualImport([entry({ event_date: "2024-04-01" })])
        assert.deepInclude(yield* statsNow, { attended: 3 })
        assert.deepInclude(yield* counts(season()), { updated: 5, notAttended: 2 })
      }).pipe(Effect.provide(attending([knows("mlb", games).source]))),
  )

  it.effect("of an unknown team is unmatched", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* counts(season({ team_id: 77 }))).unmatched, [
        "no home game of team 77 in the season 2024 was found",
      ])
    }).pipe(Effect.provide(attending([knows("mlb", games).source]))),
  )
})

describe("importing very many games", () => {
  it.effect("requests each schedule once, makes at most 4 calls at a time, and reports progress", () => {
    const days = Array.from({ length: 250 }, (_, index) =>
      new Date(Date.UTC(2023, 3, 1) + index * 86_400_000).toISOString().slice(0, 10),
    )
    let now = 0
    let most = 0
    const mlb = knows(
      "mlb",
      days.map((one, index) => game(`g${index}`, one)),
      {
        while: (answer) =>
          Effect.gen(function* () {
            most = Math.max(most, ++now)
            yield* Effect.sleep("50 millis")
            now -= 1
            return yield* answer
          }),
      },
    )
    return Effect.gen(function* () {
      const told: Array<readonly [number, number]> = []
      const entries = days.flatMap((one) => [
        entry({ event_date: one }),
        entry({ event_date: one, team_id: "2" }),
      ])
      const running = yield* Effect.forkChild(
        manualImport(entries, (done, all) => Effect.sync(() => void told.push([done, all]))),
      )
      // 250 schedules and as many box scores, four at a time.
      yield* TestClock.adjust("7 seconds")
      const { inserted, updated } = yield* Fiber.join(running)
      assert.deepStrictEqual([inserted, updated], [250, 250])
      assert.strictEqual(most, 4)
      assert.lengthOf(
        mlb.asked.filter((call) => call.startsWith("mlb_game")),
        250,
      )
      assert.deepStrictEqual(told.at(-1), [750, 750])
    }).pipe(Effect.provide(attending([mlb.source])))
  })
})
