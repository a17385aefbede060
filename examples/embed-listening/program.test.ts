import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { program } from "./program.ts"

it.effect("the example counts its own plays", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* program, ["Low Water 2", "Nightjar 1"])
  }),
)
