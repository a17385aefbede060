import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeSlot } from "../src/serving/slot.ts"

const saying = (status: number) => Effect.succeed(HttpServerResponse.empty({ status }))

describe("an app that is replaced", () => {
  it.effect("has requests wait for the next one, and loses none", () =>
    Effect.gen(function* () {
      const slot = makeSlot<never, never>()
      const early = yield* Effect.forkChild(slot.app)
      slot.put(saying(201))
      yield* slot.release
      assert.strictEqual((yield* Fiber.join(early)).status, 201)
      yield* slot.hold
      const waiting = yield* Effect.forkChild(slot.app)
      slot.put(saying(202))
      yield* slot.release
      assert.strictEqual((yield* Fiber.join(waiting)).status, 202)
      assert.strictEqual((yield* slot.app).status, 202)
    }),
  )

  it.effect("reports the end of the former one's last request", () =>
    Effect.gen(function* () {
      const slot = makeSlot<never, never>()
      const going = yield* Deferred.make<void>()
      slot.put(Effect.andThen(Deferred.await(going), saying(201)))
      yield* slot.release
      const old = yield* Effect.forkChild(slot.app, { startImmediately: true })
      const { left } = slot.put(saying(202))
      let isOver = false
      const over = yield* Effect.forkChild(
        Effect.andThen(
          left,
          Effect.sync(() => (isOver = true)),
        ),
        {
          startImmediately: true,
        },
      )
      assert.strictEqual((yield* slot.app).status, 202)
      assert.isFalse(isOver)
      yield* Deferred.succeed(going, undefined)
      assert.strictEqual((yield* Fiber.join(old)).status, 201)
      yield* Fiber.join(over)
      assert.isTrue(isOver)
    }),
  )
})
