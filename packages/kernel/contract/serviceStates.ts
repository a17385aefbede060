import { isStorableText, ServiceStates, type TokenStore } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { survivesHostileTexts } from "./hostileTexts.ts"

/** The contract of every `ServiceStates`. `fresh` returns empty stores of the kernel, built again for each test. */
export const serviceStatesContract = (adapter: string, fresh: () => Layer.Layer<TokenStore>): void => {
  const test = (name: string, body: Effect.Effect<void>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: states of services`, () => {
    test(
      "the last success and the last failure of each service are stored separately",
      Effect.gen(function* () {
        const states = yield* ServiceStates
        assert.deepStrictEqual(yield* states.list, [])
        yield* TestClock.setTime(1_000_000)
        yield* states.failed("strava", "it is down")
        yield* states.succeeded("lastfm")
        yield* TestClock.setTime(2_000_000)
        yield* states.succeeded("strava")
        yield* TestClock.setTime(3_000_000)
        yield* states.failed("strava", "it refuses our access")
        assert.deepStrictEqual(yield* states.list, [
          { service: "lastfm", succeededAt: 1_000_000, failedAt: undefined, trouble: "" },
          {
            service: "strava",
            succeededAt: 2_000_000,
            failedAt: 3_000_000,
            trouble: "it refuses our access",
          },
        ])
      }),
    )

    test(
      "an error of any hostile text is returned if it is storable, and else only its own write fails",
      Effect.gen(function* () {
        const states = yield* ServiceStates
        const fail = Effect.fnUntraced(function* (text: string) {
          yield* states.failed("strava", text)
          if (isStorableText(text)) assert.strictEqual((yield* states.list)[0]?.trouble, text)
        })
        yield* survivesHostileTexts(fail, (at) => fail(`good ${at}`))
      }),
    )
  })
}
