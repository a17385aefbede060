import { isStorableText, TokenStore } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { survivesHostileTexts } from "./hostileTexts.ts"

/** The contract of every `TokenStore`. `fresh` returns an empty store, built again for each test. */
export const tokenStoreContract = (adapter: string, fresh: () => Layer.Layer<TokenStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, TokenStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: tokens of sources`, () => {
    test(
      "the last token of a source wins, and each source has its own",
      Effect.gen(function* () {
        const tokens = yield* TokenStore
        assert.deepStrictEqual(yield* tokens.get("strava", "first"), Option.none())
        yield* tokens.put("strava", "first", "sealed 1")
        yield* tokens.put("google", "first", "sealed 2")
        yield* tokens.put("strava", "first", "sealed 3")
        assert.deepStrictEqual(yield* tokens.get("strava", "first"), Option.some("sealed 3"))
        assert.deepStrictEqual(yield* tokens.get("google", "first"), Option.some("sealed 2"))
      }),
    )

    test(
      "a token stored under another setting is not found, whichever of the two is older",
      Effect.gen(function* () {
        const tokens = yield* TokenStore
        yield* tokens.put("strava", "first", "sealed 1")
        assert.deepStrictEqual(yield* tokens.get("strava", "second"), Option.none())
        yield* tokens.put("strava", "second", "sealed 2")
        assert.deepStrictEqual(yield* tokens.get("strava", "second"), Option.some("sealed 2"))
        assert.deepStrictEqual(yield* tokens.get("strava", "first"), Option.none())
      }),
    )

    test(
      "a token of any hostile text is returned if it is storable, else only it fails",
      Effect.gen(function* () {
        const tokens = yield* TokenStore
        const putAndGet = Effect.fnUntraced(function* (text: string) {
          yield* tokens.put("strava", text, text)
          if (!isStorableText(text)) return
          assert.deepStrictEqual(yield* tokens.get("strava", text), Option.some(text))
        })
        yield* survivesHostileTexts(putAndGet, (at) => putAndGet(`good ${at}`))
      }),
    )
  })
}

/**
 * The contract of a durable `TokenStore`, next to `tokenStoreContract`. `make` returns a function that opens one new and
 * empty store: each layer that it returns is the same store, built again.
 */
export const durableTokenStoreContract = (
  adapter: string,
  make: () => () => Layer.Layer<TokenStore>,
): void => {
  describe(`${adapter}: tokens that outlive the process`, () => {
    it.effect("a token is there again after a restart, under its setting only", () => {
      const open = make()
      return Effect.gen(function* () {
        yield* TokenStore.use((tokens) => tokens.put("strava", "first", "sealed")).pipe(
          Effect.provide(open()),
        )
        const after = Effect.gen(function* () {
          const tokens = yield* TokenStore
          assert.deepStrictEqual(yield* tokens.get("strava", "first"), Option.some("sealed"))
          assert.deepStrictEqual(yield* tokens.get("strava", "second"), Option.none())
        })
        yield* Effect.provide(after, open())
      })
    })
  })
}
