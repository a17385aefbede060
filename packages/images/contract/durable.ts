import { ImageStore } from "@daybook/images"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { sampleImage } from "./sampleImages.ts"

/**
 * The contract of a durable `ImageStore`. `make` returns a function that opens one new and empty store: each layer
 * that it returns is the same store, built again.
 */
export const durableImageStoreContract = (
  adapter: string,
  make: () => () => Layer.Layer<ImageStore>,
): void => {
  describe(`${adapter}: images that outlive the process`, () => {
    it.effect("are there again after a restart, and so are failures", () => {
      const open = make()
      const [url, broken] = ["https://images.example/a.png", "https://images.example/b.png"]
      const image = sampleImage("d")
      const first = Effect.gen(function* () {
        const store = yield* ImageStore
        yield* store.put([{ url, image }])
        yield* store.noteFailure(broken, 5_000)
      })
      const second = Effect.gen(function* () {
        const store = yield* ImageStore
        const { failed, stored } = yield* store.find([url, broken])
        assert.strictEqual(stored.get(url)?.hash, image.hash)
        assert.deepStrictEqual(failed, new Map([[broken, { tries: 1, triedAt: 5_000 }]]))
        const { bytes } = Option.getOrThrow(yield* store.content(image.hash, "medium"))
        assert.deepStrictEqual([...bytes], [...(image.variants[1]?.bytes ?? [])])
      })
      return Effect.andThen(Effect.provide(first, open()), Effect.provide(second, open()))
    })
  })
}
