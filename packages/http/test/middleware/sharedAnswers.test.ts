import { Digest } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Answers } from "../../src/middleware/responseCache.ts"
import { Caller } from "../../src/middleware/access/caller.ts"

const layer = Answers.layer.pipe(
  Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))),
  Layer.provide(Layer.succeed(Digest, (text) => text.padStart(32, "0"))),
)

const textOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

/** Data with a version that every change raises, and questions about it whose responses take their time. */
const makeData = Effect.gen(function* () {
  const answers = yield* Answers
  const nobody = yield* Caller
  const data = { value: 0, made: 0, ended: 0 }
  /** Requests the value; it is read after `before` milliseconds, and returned `after` later. */
  const ask = (before: number, after: number, fails = false) =>
    Effect.suspend(() => {
      const make = Effect.gen(function* () {
        data.made += 1
        yield* Effect.sleep(before)
        const text = String(data.value)
        yield* Effect.sleep(after)
        data.ended += 1
        return fails ? yield* Effect.fail("unfit") : text
      })
      return answers
        .remember(["data"], make)
        .pipe(
          Effect.map(textOf),
          Effect.provideService(Caller, { ...nobody, versions: new Map([["data", data.value]]) }),
          Effect.provideService(
            HttpServerRequest.HttpServerRequest,
            HttpServerRequest.fromWeb(new Request("http://localhost/value")),
          ),
        )
    })
  return { data, ask }
})

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Step = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("ask"), before: within(1, 30), after: within(1, 30) }),
  Schema.Struct({ kind: Schema.Literal("ask"), before: within(1, 30), after: within(1, 30) }),
  Schema.Struct({ kind: Schema.Literal("hang up"), which: within(0, 20) }),
  Schema.Struct({ kind: Schema.Literal("change") }),
  Schema.Struct({ kind: Schema.Literal("wait"), millis: within(1, 40) }),
])

describe("responses requested at once", () => {
  it.effect("are made once, and given to all who asked", () =>
    Effect.gen(function* () {
      const { ask, data } = yield* makeData
      const askers = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.forkChild(ask(10, 10)))
      yield* TestClock.adjust(20)
      assert.deepStrictEqual(
        yield* Fiber.joinAll(askers),
        Array.from({ length: 10 }, () => "0"),
      )
      assert.strictEqual(data.made, 1)
      assert.strictEqual(yield* ask(10, 10), "0")
      assert.strictEqual(data.made, 1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("are not sent to a request after a change", () =>
    Effect.gen(function* () {
      const { ask, data } = yield* makeData
      const before = yield* Effect.forkChild(ask(10, 10))
      yield* TestClock.adjust(15)
      data.value = 1
      const after = yield* Effect.forkChild(ask(10, 10))
      yield* TestClock.adjust(20)
      assert.strictEqual(yield* Fiber.join(before), "0")
      assert.strictEqual(yield* Fiber.join(after), "1")
      assert.strictEqual(yield* ask(10, 10), "1")
      assert.strictEqual(data.made, 2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("fail for all of them, and are made again for the next", () =>
    Effect.gen(function* () {
      const { ask, data } = yield* makeData
      const askers = yield* Effect.forEach([1, 2], () => Effect.forkChild(ask(10, 10, true)))
      yield* TestClock.adjust(20)
      for (const asker of askers) assert.deepStrictEqual(yield* Fiber.await(asker), Exit.fail("unfit"))
      const next = yield* Effect.forkChild(ask(10, 10))
      yield* TestClock.adjust(20)
      assert.strictEqual(yield* Fiber.join(next), "0")
      assert.strictEqual(data.made, 2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("continue while one who asked is there, and end with the last", () =>
    Effect.gen(function* () {
      const { ask, data } = yield* makeData
      const [first, second] = [yield* Effect.forkChild(ask(10, 10)), yield* Effect.forkChild(ask(10, 10))]
      yield* TestClock.adjust(5)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(15)
      assert.strictEqual(yield* Fiber.join(second), "0")
      assert.strictEqual(data.made, 1)
      data.value = 1
      const third = yield* Effect.forkChild(ask(10, 10))
      yield* TestClock.adjust(5)
      yield* Fiber.interrupt(third)
      yield* TestClock.adjust(60)
      assert.strictEqual(data.made, 2)
      assert.strictEqual(data.ended, 1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.prop(
    "are never older than their question, whatever changes and anyone who hangs up meanwhile",
    [Arbitrary.array(Arbitrary.schema(Step), { maxLength: 60 })],
    ([steps]) =>
      Effect.gen(function* () {
        const { ask, data } = yield* makeData
        const asked: Array<{ readonly at: number; readonly fiber: Fiber.Fiber<string, unknown> }> = []
        const gone = new Set<Fiber.Fiber<string, unknown>>()
        for (const step of steps) {
          if (step.kind === "change") data.value += 1
          if (step.kind === "wait") yield* TestClock.adjust(step.millis)
          if (step.kind === "ask") {
            const at = data.value
            const fiber = yield* Effect.forkChild(ask(step.before, step.after))
            // It requests now, like a request that has read the versions.
            yield* TestClock.adjust(0)
            asked.push({ at, fiber })
          }
          const caller = step.kind === "hang up" ? asked[step.which] : undefined
          if (caller !== undefined) {
            yield* Fiber.interrupt(caller.fiber)
            gone.add(caller.fiber)
          }
        }
        yield* TestClock.adjust(1_000)
        for (const { at, fiber } of asked) {
          const exit = yield* Fiber.await(fiber)
          if (!gone.has(fiber)) assert.isTrue(Exit.isSuccess(exit), "an answer")
          const text = Exit.getSuccess(exit)
          if (Option.isSome(text)) assert.isAtLeast(Number(text.value), at)
        }
        // Storage is read once for each version, and at most once more for each client that hung up.
        assert.isAtMost(data.made, data.value + 1 + gone.size)
      }).pipe(Effect.provide(Layer.fresh(layer))),
  )
})
