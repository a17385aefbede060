import { ServiceStates, SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { trackServiceHealth } from "../src/serviceState.ts"

const down = (message: string) => new SourceError({ source: "strava", failure: "unavailable", message })

/** Notes calls in a list; a call that cannot be noted is reported by `broken`. */
const makeStates = () => {
  const notes: Array<string> = []
  const state = { broken: false }
  const note = (text: string) =>
    Effect.sync(() => {
      if (state.broken) throw new Error("the disk is full")
      notes.push(text)
    })
  const states = ServiceStates.of({
    succeeded: (service) => note(`${service} answered`),
    failed: (service, trouble) => note(`${service}: ${trouble}`),
    list: Effect.succeed([]),
  })
  return { notes, state, noted: Effect.provideService(trackServiceHealth("strava"), ServiceStates, states) }
}

describe("the state of a service", () => {
  it.effect("is noted once a minute while calls end alike, and at once when they do not", () =>
    Effect.gen(function* () {
      const { noted, notes } = makeStates()
      const watch = yield* noted
      for (let call = 0; call < 100; call++) yield* watch(Effect.void)
      yield* Effect.exit(watch(Effect.fail(down("it is down"))))
      yield* Effect.exit(watch(Effect.fail(down("it is down"))))
      yield* watch(Effect.void)
      yield* TestClock.adjust("59 seconds")
      yield* watch(Effect.void)
      yield* TestClock.adjust("1 second")
      yield* watch(Effect.void)
      assert.deepStrictEqual(notes, [
        "strava answered",
        "strava: it is down",
        "strava answered",
        "strava answered",
      ])
    }),
  )

  it.effect("is not changed by a call that is interrupted, and no call fails by its note", () =>
    Effect.gen(function* () {
      const { noted, notes, state } = makeStates()
      const watch = yield* noted
      yield* Effect.exit(watch(Effect.interrupt))
      state.broken = true
      yield* watch(Effect.void)
      assert.deepStrictEqual(notes, [])
    }),
  )
})
