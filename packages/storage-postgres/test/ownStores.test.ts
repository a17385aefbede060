import { TokenStore } from "@daybook/kernel"
import { SqlStorage } from "@daybook/storage-postgres"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A store of one's own: every token is the one that is written on the wall. */
const wall = Layer.succeed(
  TokenStore,
  TokenStore.of({ get: () => Effect.succeedSome("from the wall"), put: () => Effect.void }),
)

const parts = Object.entries(SqlStorage).flatMap(([name, part]) =>
  typeof part === "object" && "layer" in part && name !== "Everything" ? [[name, part.layer] as const] : [],
)

it("stores of one's own are refused in a merge with any storage in SQL, where the order would decide", () => {
  assert.isAbove(parts.length, 5)
  for (const [name, layer] of [
    ...parts,
    ["all", SqlStorage.layer] as const,
    ["common", SqlStorage.common] as const,
  ]) {
    const merged = Layer.mergeAll(wall, layer as unknown as Layer.Layer<never>)
    const built = Effect.scoped(Layer.build(merged))
    assert.throws(() => Effect.runSync(built), /call it, or pass it a layer with your own stores/, name)
  }
})

it("stores of one's own are refused by the types too", () => {
  // @ts-expect-error: a storage is a function, which stores of one's own are handed to
  const merged = () => Layer.mergeAll(wall, SqlStorage.Kernel.layer)
  assert.isFunction(merged)
})
