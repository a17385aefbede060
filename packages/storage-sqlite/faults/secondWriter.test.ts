import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { writeBeside } from "./secondWriter.ts"

describe("a second process that never lets go of a database file", () => {
  it.effect("makes a write fail after five seconds, which succeeds once that process is gone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* writeBeside(false), {
        isReadBeside: true,
        atOnce: "Another program is writing to the database file: close it, or try again",
        waiting: "Another program is writing to the database file: close it, or try again",
        isHolding: true,
        later: "written",
      })
    }),
  )
})
