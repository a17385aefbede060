import { type ImageContent, ImageHash, Images, type ImageSize, ImageStore } from "@daybook/images"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const mebibyte = 1024 * 1024

const hashOf = (digit: string) => ImageHash.make(digit.repeat(64))

/** Images on a store that has an image for each hash except `0`, of as many bytes, and records its calls. */
const onStore = (length: number, before: Effect.Effect<void> = Effect.void) => {
  const asked: Array<string> = []
  const note = (what: string, hash: ImageHash, size: ImageSize) =>
    Effect.sync(() => void asked.push(`${what} ${hash[0]} ${size}`))
  const bytes = new Uint8Array(length)
  const contentOf = (hash: ImageHash): Option.Option<ImageContent> =>
    hash === hashOf("0") ? Option.none() : Option.some({ contentType: "image/webp", bytes })
  const store = Layer.succeed(ImageStore, {
    find: () => Effect.succeed({ stored: new Map(), failed: new Map() }),
    content: (hash, size) =>
      note("content", hash, size).pipe(Effect.andThen(before), Effect.as(contentOf(hash))),
    head: (hash, size) =>
      Effect.as(
        note("head", hash, size),
        Option.map(contentOf(hash), ({ contentType }) => ({ contentType, length })),
      ),
    put: () => Effect.void,
    noteFailure: () => Effect.void,
  })
  const content = (digit: string, size: ImageSize = "large") =>
    Effect.flatMap(Images, (images) => images.content(hashOf(digit), size))
  const head = (digit: string, size: ImageSize = "large") =>
    Effect.flatMap(Images, (images) => images.head(hashOf(digit), size))
  return { asked, content, head, layer: Layer.provide(Images.layerOfKept, store) }
}

describe("an image in a size", () => {
  it.effect("is read once, and remembered with its head", () => {
    const { asked, content, head, layer } = onStore(10)
    return Effect.gen(function* () {
      const first = yield* content("a")
      assert.strictEqual(Option.getOrThrow(first).bytes.length, 10)
      assert.deepStrictEqual(yield* content("a"), first)
      assert.deepStrictEqual(yield* head("a"), Option.some({ contentType: "image/webp", length: 10 }))
      yield* content("a", "small")
      yield* content("b")
      assert.deepStrictEqual(asked, ["content a large", "content a small", "content b large"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not read for its head", () => {
    const { asked, head, layer } = onStore(10)
    return Effect.gen(function* () {
      yield* head("a")
      yield* head("a")
      assert.deepStrictEqual(asked, ["head a large"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("looks a missing image up again", () => {
    const { asked, content, head, layer } = onStore(10)
    return Effect.gen(function* () {
      for (let time = 0; time < 2; time++) {
        assert.isTrue(Option.isNone(yield* content("0")))
        assert.isTrue(Option.isNone(yield* head("0")))
      }
      assert.strictEqual(asked.length, 4)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is read once for all concurrent callers, even if the first of them leaves", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const { asked, content, layer } = onStore(10, Deferred.await(go))
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(content("a"), { startImmediately: true })
        const others = yield* Effect.forEach([1, 2, 3], () =>
          Effect.forkChild(content("a"), { startImmediately: true }),
        )
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(go, undefined)
        for (const other of others) assert.isTrue(Option.isSome(yield* Fiber.join(other)))
        assert.deepStrictEqual(asked, ["content a large"])
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("is read again after a failure of the store, which reached all who waited", () => {
    let fails = true
    const { asked, content, layer } = onStore(
      10,
      Effect.suspend(() => Effect.andThen(Effect.yieldNow, fails ? Effect.die("away") : Effect.void)),
    )
    return Effect.gen(function* () {
      const exits = yield* Effect.all([content("a"), content("a")].map(Effect.exit), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(
        exits.map((exit) => exit._tag),
        ["Failure", "Failure"],
      )
      fails = false
      assert.isTrue(Option.isSome(yield* content("a")))
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is forgotten when 32 MiB of others were wanted since, and its head is not", () => {
    const { asked, content, head, layer } = onStore(8 * mebibyte)
    return Effect.gen(function* () {
      for (const digit of ["1", "2", "3", "4", "1", "5"]) yield* content(digit)
      asked.length = 0
      for (const digit of ["1", "3", "4", "5"]) yield* content(digit)
      assert.deepStrictEqual(asked, [])
      yield* head("2")
      assert.deepStrictEqual(asked, [])
      yield* content("2")
      assert.deepStrictEqual(asked, ["content 2 large"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not cached if it exceeds 32 MiB", () => {
    const { asked, content, layer } = onStore(33 * mebibyte)
    return Effect.gen(function* () {
      yield* content("a")
      yield* content("a")
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })
})
