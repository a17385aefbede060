import { domainWait, storageUnavailable, type DomainName, SyncRuns } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { close, everyRun, takeIn } from "./syncOwners.ts"

/**
 * Goes to the store and back a few times. Anyone free to proceed has done so by then: a test sees that someone waits
 * without sleeping.
 */
const letOthersGoOn = Effect.gen(function* () {
  const runs = yield* SyncRuns
  for (let times = 0; times < 5; times++) {
    yield* runs.list(everyRun)
    yield* Effect.yieldNow
  }
})

/** Waits for a domain in its own fiber, notes that it has it, and lets go of it. */
const queueFor = (domain: DomainName, name: string, log: Array<string>) =>
  Effect.gen(function* () {
    const runs = yield* SyncRuns
    const waiting = Effect.scoped(
      Effect.andThen(
        runs.take(domain),
        Effect.sync(() => log.push(name)),
      ),
    )
    const fiber = yield* Effect.forkChild(waiting, { startImmediately: true })
    yield* letOthersGoOn
    return fiber
  })

/** The part of the contract that reports who has a domain, and who waits. */
export const syncLocksContract = (fresh: () => Layer.Layer<SyncRuns>): void => {
  const test = (name: string, body: Effect.Effect<void, never, SyncRuns>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a second take of a domain waits until the scope of the first closes",
    Effect.gen(function* () {
      const log: Array<string> = []
      const first = yield* Scope.make()
      yield* takeIn(first, "listening")
      const second = yield* queueFor("listening", "the second has it", log)
      log.push("the first lets go")
      yield* close(first)
      yield* Fiber.join(second)
      assert.deepStrictEqual(log, ["the first lets go", "the second has it"])
    }),
  )

  test(
    "a domain is not waited for longer than 90 seconds, and says which",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const first = yield* Scope.make()
      yield* takeIn(first, "listening")
      const second = yield* Effect.forkChild(Effect.scoped(runs.take("listening")), {
        startImmediately: true,
      })
      yield* letOthersGoOn
      yield* TestClock.adjust(domainWait)
      const exit = yield* Fiber.await(second)
      const told = Exit.isFailure(exit) ? storageUnavailable(exit.cause) : undefined
      assert.match(told?.message ?? "", /^Another listening sync or job/)
      yield* close(first)
      yield* Effect.scoped(runs.take("listening"))
    }),
  )

  test(
    "a domain does not wait for another one",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const listening = yield* Scope.make()
      yield* takeIn(listening, "listening")
      const taken = yield* Effect.scoped(Effect.as(runs.take("reading"), "taken"))
      assert.strictEqual(taken, "taken")
      yield* close(listening)
    }),
  )

  test(
    "those who wait for a domain get it in order of arrival",
    Effect.gen(function* () {
      const log: Array<string> = []
      const first = yield* Scope.make()
      yield* takeIn(first, "places")
      const waiting = yield* Effect.forEach(["second", "third", "fourth"], (name) =>
        queueFor("places", name, log),
      )
      yield* close(first)
      yield* Fiber.joinAll(waiting)
      assert.deepStrictEqual(log, ["second", "third", "fourth"])
    }),
  )

  test(
    "one who gives up waiting does not free the domain for the next",
    Effect.gen(function* () {
      const log: Array<string> = []
      const first = yield* Scope.make()
      yield* takeIn(first, "running")
      const second = yield* queueFor("running", "the second has it", log)
      const third = yield* queueFor("running", "the third has it", log)
      yield* Fiber.interrupt(second)
      yield* letOthersGoOn
      log.push("the first lets go")
      yield* close(first)
      yield* Fiber.join(third)
      assert.deepStrictEqual(log, ["the first lets go", "the third has it"])
    }),
  )

  test(
    "a domain can be taken again after everyone who waited for it gave up",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const log: Array<string> = []
      const first = yield* Scope.make()
      yield* takeIn(first, "running")
      yield* Fiber.interrupt(yield* queueFor("running", "the second has it", log))
      yield* close(first)
      yield* Effect.scoped(runs.take("running"))
      assert.deepStrictEqual(log, [])
    }),
  )

  test(
    "a domain is free again after the one who had it was interrupted",
    Effect.gen(function* () {
      const runs = yield* SyncRuns
      const taken = yield* Deferred.make<void>()
      const holder = yield* Effect.forkChild(
        Effect.scoped(
          Effect.gen(function* () {
            yield* runs.take("attending")
            yield* Deferred.succeed(taken, undefined)
            return yield* Effect.never
          }),
        ),
      )
      yield* Deferred.await(taken)
      yield* Fiber.interrupt(holder)
      yield* Effect.scoped(runs.take("attending"))
    }),
  )
}
