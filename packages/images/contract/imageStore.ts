import {
  type ImageSize,
  ImageStore,
  isWebAddress,
  type ProcessedImage,
  type StoredImage,
} from "@daybook/images"
import type { DataVersions } from "@daybook/kernel"
import { raisesVersion, survivesHostileTexts, versionOf } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { sampleImage } from "./sampleImages.ts"

const cover = "https://images.example/cover.jpg"
const sameCover = "https://mirror.example/größer.jpg?size=1&v='2'"

const storedOf = ({ dominantColor, hash, height, thumbhash, width }: ProcessedImage): StoredImage => ({
  hash,
  width,
  height,
  thumbhash,
  dominantColor,
})

const bytesOf = (image: ProcessedImage, size: ImageSize) =>
  image.variants.find((variant) => variant.size === size)?.bytes

/** The contract of every `ImageStore`. `fresh` returns an empty store, built for each test. */
export const imageStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<ImageStore | DataVersions>,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, ImageStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: images`, () => {
    test(
      "finds an image by its URL with all its fields, and no other",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const [first, second] = [sampleImage("a"), { ...sampleImage("b"), width: 3, height: 4_000 }]
        assert.deepStrictEqual(yield* store.find([cover]), { stored: new Map(), failed: new Map() })
        yield* store.put([
          { url: cover, image: first },
          { url: `${cover}?2`, image: second },
        ])
        assert.deepStrictEqual(yield* store.find([cover, `${cover}?3`, `${cover}?2`, cover]), {
          stored: new Map([
            [cover, storedOf(first)],
            [`${cover}?2`, storedOf(second)],
          ]),
          failed: new Map(),
        })
        assert.deepStrictEqual(yield* store.find([]), { stored: new Map(), failed: new Map() })
      }),
    )

    test(
      "each size returns its stored bytes",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const image = sampleImage("a")
        yield* store.put([{ url: cover, image }])
        for (const size of ["small", "medium", "large"] as const) {
          const content = Option.getOrThrow(yield* store.content(image.hash, size))
          assert.strictEqual(content.contentType, "image/webp")
          assert.deepStrictEqual([...content.bytes], [...(bytesOf(image, size) ?? [])])
        }
        assert.isTrue(Option.isNone(yield* store.content(sampleImage("b").hash, "small")))
      }),
    )

    test(
      "a size that the image does not reach returns its largest one",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const [tiny, middling] = [sampleImage("a", ["small"]), sampleImage("b", ["small", "medium"])]
        yield* store.put([
          { url: cover, image: tiny },
          { url: sameCover, image: middling },
        ])
        const lengths = Effect.fnUntraced(function* (image: ProcessedImage) {
          const sizes = yield* Effect.forEach(["small", "medium", "large"] as const, (size) =>
            store.content(image.hash, size),
          )
          return sizes.map((content) => Option.getOrThrow(content).bytes.length)
        })
        assert.deepStrictEqual(yield* lengths(tiny), [305, 305, 305])
        assert.deepStrictEqual(yield* lengths(middling), [305, 306, 306])
      }),
    )

    test(
      "the head of an image in a size is the type and the length of its bytes",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const [whole, tiny] = [sampleImage("a"), sampleImage("b", ["small"])]
        yield* store.put([
          { url: cover, image: whole },
          { url: sameCover, image: tiny },
        ])
        for (const { hash } of [whole, tiny, sampleImage("c")]) {
          for (const size of ["small", "medium", "large"] as const) {
            const content = yield* store.content(hash, size)
            assert.deepStrictEqual(
              yield* store.head(hash, size),
              Option.map(content, ({ bytes, contentType }) => ({ contentType, length: bytes.length })),
            )
          }
        }
      }),
    )

    test(
      "the same image under two addresses is one, and the stored one stays",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const image = sampleImage("a")
        const again = { ...sampleImage("a", ["small"]), width: 1, dominantColor: "#000000" }
        yield* store.put([{ url: cover, image }])
        yield* store.put([
          { url: sameCover, image: again },
          { url: sameCover, image: again },
          { url: cover, image: again },
        ])
        const { stored } = yield* store.find([cover, sameCover])
        assert.deepStrictEqual(stored.get(cover), storedOf(image))
        assert.deepStrictEqual(stored.get(sameCover), storedOf(image))
        const content = Option.getOrThrow(yield* store.content(image.hash, "large"))
        assert.strictEqual(content.bytes.length, 305)
      }),
    )

    test(
      "each put raises the version of images once, a failure does not",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const images = ["a", "b", "c"].map((seed) => ({ url: `${cover}?${seed}`, image: sampleImage(seed) }))
        const before = yield* versionOf("images")
        yield* raisesVersion("images", "putting images", store.put(images))
        assert.strictEqual(yield* versionOf("images"), before + 1)
        yield* store.noteFailure(cover, 0)
        yield* store.put([])
        assert.strictEqual(yield* versionOf("images"), before + 1)
      }),
    )
  })

  describe(`${adapter}: images that cannot be had`, () => {
    test(
      "are counted, with the time of the last try",
      Effect.gen(function* () {
        const store = yield* ImageStore
        yield* store.noteFailure(cover, 1_000)
        yield* store.noteFailure(cover, 2_000)
        yield* store.noteFailure(sameCover, 3_000)
        assert.deepStrictEqual(yield* store.find([cover, sameCover]), {
          stored: new Map(),
          failed: new Map([
            [cover, { tries: 2, triedAt: 2_000 }],
            [sameCover, { tries: 1, triedAt: 3_000 }],
          ]),
        })
      }),
    )

    test(
      "are forgotten once there is one, which no later failure takes away",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const image = sampleImage("a")
        yield* store.noteFailure(cover, 1_000)
        yield* store.put([{ url: cover, image }])
        const found = { stored: new Map([[cover, storedOf(image)]]), failed: new Map() }
        assert.deepStrictEqual(yield* store.find([cover]), found)
        yield* store.noteFailure(cover, 2_000)
        assert.deepStrictEqual(yield* store.find([cover]), found)
      }),
    )
  })

  describe(`${adapter}: images put from several sides at once`, () => {
    test(
      "are all there, each once",
      Effect.gen(function* () {
        const store = yield* ImageStore
        const images = Array.from({ length: 12 }, (_, index) => ({
          url: `${cover}?${index}`,
          image: sampleImage("abc"[index % 3] ?? "a"),
        }))
        yield* Effect.forEach([images, images.toReversed(), images], (batch) => store.put(batch), {
          concurrency: "unbounded",
        })
        const { stored } = yield* store.find(images.map(({ url }) => url))
        for (const { url, image } of images) assert.deepStrictEqual(stored.get(url), storedOf(image))
      }),
    )

    test(
      "a URL of any hostile text is stored apart from others, or fails on its own",
      Effect.gen(function* () {
        const store = yield* ImageStore
        yield* survivesHostileTexts(
          Effect.fnUntraced(function* (text) {
            const url = `https://images.example/${text}`
            yield* store.find([url])
            if (!isWebAddress(url)) return yield* store.noteFailure(url, 1_000)
            yield* store.put([{ url, image: sampleImage("a") }])
            assert.isTrue((yield* store.find([url])).stored.has(url))
          }),
          Effect.fnUntraced(function* (at) {
            const url = `https://images.example/good/${at}`
            yield* store.put([{ url, image: sampleImage("b") }])
            assert.isTrue((yield* store.find([url])).stored.has(url))
          }),
        )
      }),
    )
  })
}
