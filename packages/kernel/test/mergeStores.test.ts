import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { mergeStores } from "../src/index.ts"

class Jars extends Context.Service<Jars, { readonly of: string }>()("test/Jars") {}
class Lids extends Context.Service<Lids, { readonly of: string }>()("test/Lids") {}

const jars = (of: string) => Layer.succeed(Jars, { of })

describe("stores that are merged", () => {
  it.effect("are all there, and one that several bring is one", () =>
    Effect.gen(function* () {
      let built = 0
      const shared = Layer.effect(
        Jars,
        Effect.sync(() => ({ of: `build ${++built}` })),
      )
      const lids = Layer.succeed(Lids, { of: "a" })
      const found = yield* Effect.provide(
        Effect.all([Jars, Lids]),
        mergeStores(shared, Layer.merge(lids, shared)),
      )
      assert.deepStrictEqual(found, [{ of: "build 1" }, { of: "a" }])
    }),
  )

  it.effect("drop none: a second store of a port ends the start and is named", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.provide(Jars, mergeStores(jars("ours"), jars("a host's"))))
      assert.isTrue(Exit.isFailure(exit))
      if (Exit.isFailure(exit)) assert.include(Cause.pretty(exit.cause), "Two stores implement test/Jars")
    }),
  )
})
