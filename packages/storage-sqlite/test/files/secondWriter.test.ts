import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { writeBeside } from "../../faults/secondWriter.ts"

describe("a second process on a database file", () => {
  it.effect("delays no reads while it writes, and a write that waits gets its turn", () =>
    Effect.gen(function* () {
      const { atOnce, isReadBeside, waiting } = yield* writeBeside(true)
      assert.isTrue(isReadBeside)
      assert.match(atOnce ?? "", /^Another program is writing to the database file/)
      assert.strictEqual(waiting, "written")
    }),
  )
})
