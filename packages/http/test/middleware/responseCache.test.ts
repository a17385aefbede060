import { Digest } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { Answers } from "../../src/middleware/responseCache.ts"

const mebibyte = 1024 * 1024

/** Requests a response; returns whether it had to be made. */
const isMade = (question: string, answer = "{}") =>
  Effect.gen(function* () {
    const answers = yield* Answers
    let made = false
    const make = Effect.sync(() => {
      made = true
      return answer
    })
    const request = HttpServerRequest.fromWeb(new Request(`http://localhost/${question}`))
    yield* answers
      .remember([], make)
      .pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, request))
    return made
  })

const questions = (count: number) => Array.from({ length: count }, (_, index) => `q${index}`)

const layer = Answers.layer.pipe(
  Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))),
  Layer.provide(Layer.succeed(Digest, (text) => String(text.length).padStart(32, "0"))),
)

describe("cached responses", () => {
  it.effect("are a thousand at the most: what was not requested longest is made again", () =>
    Effect.gen(function* () {
      for (const question of questions(1_000)) assert.isTrue(yield* isMade(question))
      // Requested again, the first one is no longer the least recently used.
      assert.isFalse(yield* isMade("q0"))
      assert.isTrue(yield* isMade("one more"))
      assert.isFalse(yield* isMade("q0"))
      assert.isFalse(yield* isMade("q2"))
      assert.isTrue(yield* isMade("q1"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are 32 MiB at the most, however few they are", () =>
    Effect.gen(function* () {
      const large = "x".repeat(8 * mebibyte)
      for (const question of questions(4)) assert.isTrue(yield* isMade(question, large))
      for (const question of questions(4)) assert.isFalse(yield* isMade(question, large))
      assert.isTrue(yield* isMade("one more"))
      assert.isFalse(yield* isMade("one more"))
      for (const question of ["q1", "q2", "q3"]) assert.isFalse(yield* isMade(question, large))
      assert.isTrue(yield* isMade("q0", large))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are counted in bytes and not in characters", () =>
    Effect.gen(function* () {
      const large = "ü".repeat(8 * mebibyte)
      for (const question of questions(3)) assert.isTrue(yield* isMade(question, large))
      assert.isFalse(yield* isMade("q2", large))
      assert.isTrue(yield* isMade("q0", large))
    }).pipe(Effect.provide(layer)),
  )
})
