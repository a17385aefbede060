import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Sealing } from "../src/index.ts"

const key = Redacted.make("0123456789abcdef".repeat(4))
const otherKey = Redacted.make("fedcba9876543210".repeat(4))

const sealed = (text: string) => Sealing.use((sealing) => sealing.seal("a test", Redacted.make(text)))
const opened = (text: string, purpose = "a test") =>
  Sealing.use((sealing) => Effect.map(sealing.open(purpose, text), Option.map(Redacted.value)))

describe("a sealed text", () => {
  it.effect.prop(
    "opens with its key, for its purpose, and does not show what is in it",
    [Schema.String],
    ([text]) =>
      Effect.gen(function* () {
        const one = yield* sealed(text)
        expect(yield* opened(one)).toEqual(Option.some(text.toWellFormed()))
        expect(yield* opened(one, "another test")).toEqual(Option.none())
        if (text.length > 4) expect(one).not.toContain(text)
        expect(yield* sealed(text)).not.toBe(one)
      }).pipe(Effect.provide(Sealing.layer(key))),
  )

  it.effect("does not open with another key, nor when it was changed", () =>
    Effect.gen(function* () {
      const one = yield* sealed("secret").pipe(Effect.provide(Sealing.layer(key)))
      const other = Sealing.layer(otherKey)
      expect(yield* opened(one).pipe(Effect.provide(other))).toEqual(Option.none())
      for (const changed of ["", "AAAA", one.slice(4), `${one.slice(0, -4)}AAA=`, "not base64 at all!"]) {
        expect(yield* opened(changed).pipe(Effect.provide(Sealing.layer(key))), changed).toEqual(
          Option.none(),
        )
      }
    }),
  )

  it.effect("needs a key of 64 hexadecimal characters", () =>
    Effect.gen(function* () {
      for (const bad of ["", "abc", "0".repeat(63), "0".repeat(66), "z".repeat(64)]) {
        const error = yield* Effect.flip(Effect.provide(sealed("x"), Sealing.layer(Redacted.make(bad))))
        expect(error._tag, bad).toBe("CryptoError")
      }
    }),
  )
})
