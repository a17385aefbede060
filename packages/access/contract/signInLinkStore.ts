import { SignInLinkStore } from "@daybook/access"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

const now = 1_700_000_000_000
const later = now + 900_000

/** The contract of every `SignInLinkStore`. `fresh` returns a store without links. */
export const signInLinkStoreContract = (adapter: string, fresh: () => Layer.Layer<SignInLinkStore>): void => {
  describe(`${adapter}: sign-in links`, () => {
    it.effect("are spent once, before they expire, and do not spend each other", () =>
      Effect.gen(function* () {
        const store = yield* SignInLinkStore
        yield* store.insert("first", later, now)
        yield* store.insert("second", later, now)
        assert.isFalse(yield* store.spend("third", now))
        assert.isTrue(yield* store.spend("first", now + 1))
        assert.isFalse(yield* store.spend("first", now + 1), "spent twice")
        assert.isFalse(yield* store.spend("second", later), "spent at the instant of its end")
        assert.isTrue(yield* store.spend("second", later - 1))
      }).pipe(Effect.provide(fresh())),
    )

    it.effect("only one of those who spend a link at once gets it", () =>
      Effect.gen(function* () {
        const store = yield* SignInLinkStore
        yield* store.insert("first", later, now)
        const all = yield* Effect.all(
          Array.from({ length: 8 }, () => store.spend("first", now)),
          {
            concurrency: "unbounded",
          },
        )
        assert.strictEqual(all.filter((isMine) => isMine).length, 1)
      }).pipe(Effect.provide(fresh())),
    )

    it.effect("a new link removes expired ones, and no other", () =>
      Effect.gen(function* () {
        const store = yield* SignInLinkStore
        yield* store.insert("first", later, now)
        yield* store.insert("second", later + 1, now)
        yield* store.insert("third", later + 900_000, later)
        // An expired link that was not removed would be found by an earlier clock.
        assert.isFalse(yield* store.spend("first", now))
        assert.isTrue(yield* store.spend("second", later))
      }).pipe(Effect.provide(fresh())),
    )
  })
}
