import { type Game, type GameSource, GameSources } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { knows } from "./ballpark.ts"

/** A source whose responses take a second, and the largest number of them at once. */
const slow = (name: string, types: GameSource["types"]) => {
  let now = 0
  const seen = { atOnce: 0 }
  const { source } = knows(name, [], {
    types,
    while: (answer) =>
      Effect.gen(function* () {
        seen.atOnce = Math.max(seen.atOnce, ++now)
        yield* Effect.sleep("1 second")
        now -= 1
        return yield* answer
      }),
  })
  return { seen, source }
}

const ask = (source: GameSource | undefined): Effect.Effect<ReadonlyArray<Game>, unknown> =>
  source === undefined ? Effect.succeed([]) : source.gamesOn("mlb_game", LocalDate.make("2024-05-06"))

describe("the sources of games", () => {
  it.effect("get at most four calls at a time, over all callers", () => {
    const { seen, source } = slow("espn", ["mlb_game"])
    return Effect.gen(function* () {
      const { athletes, sourceOf } = yield* GameSources.make([source], source)
      yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 6 }),
          () =>
            Effect.all(
              [
                ask(athletes),
                ask(sourceOf("mlb_game")),
                athletes.players("mlb_game", "1"),
                athletes.seasonGames("mlb_game", "1", 2024),
              ],
              { concurrency: "unbounded" },
            ),
          { concurrency: "unbounded" },
        ),
      )
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(seen.atOnce, 4)
    })
  })

  it.effect("do not wait for each other", () => {
    const mlb = slow("mlb", ["mlb_game"])
    const espn = slow("espn", ["mlb_game", "nfl_game"])
    return Effect.gen(function* () {
      const { athletes, sourceOf } = yield* GameSources.make([mlb.source, espn.source], espn.source)
      assert.strictEqual(sourceOf("mlb_game")?.name, "mlb")
      assert.strictEqual(sourceOf("nfl_game")?.name, "espn")
      assert.isUndefined(sourceOf("nhl_game"))
      const all = Array.from({ length: 4 }, () => [ask(athletes), ask(sourceOf("mlb_game"))]).flat()
      yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([mlb.seen.atOnce, espn.seen.atOnce], [4, 4])
    })
  })
})
