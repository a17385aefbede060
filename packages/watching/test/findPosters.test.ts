import type { WebUrl } from "@daybook/kernel"
import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  findPosters,
  type FreePosters,
  type Posterless,
  Posters,
  TitleId,
  WatchingStore,
} from "../src/index.ts"
import { noStore } from "./noStore.ts"

const posterOf = (id: number): WebUrl => `https://img.example/${id}.jpg`

/** A store with titles without an image, and the images that are added. */
const makeStore = (count: number) => {
  const images = new Map<TitleId, WebUrl>()
  const titles = Array.from({ length: count }, (_, at): Posterless => ({
    id: TitleId.make(at + 1),
    kind: "film",
    ids: { tmdb: at + 1 },
  }))
  const store = WatchingStore.of({
    ...noStore,
    titlesWithoutImage: Effect.succeed(titles),
    addImages: (found) => Effect.sync(() => found.forEach((url, id) => images.set(id, url))),
  })
  return { images, store }
}

const run = (store: WatchingStore["Service"], find: FreePosters | undefined) =>
  findPosters.pipe(Effect.provideService(WatchingStore, store), Effect.provideService(Posters, { find }))

describe("posters", () => {
  it.effect("are looked for in parts, and stored part by part", () =>
    Effect.gen(function* () {
      const { images, store } = makeStore(450)
      const sizes: Array<number> = []
      const find: FreePosters = (titles) =>
        Effect.suspend(() => {
          sizes.push(titles.length)
          return sizes.length === 3
            ? Effect.fail(
                new SourceError({ source: "wikidata", failure: "unavailable", message: "is failing" }),
              )
            : Effect.succeed(
                new Map(titles.filter(({ id }) => id % 100 === 0).map(({ id }) => [id, posterOf(id)])),
              )
        })
      assert.strictEqual((yield* Effect.flip(run(store, find))).source, "wikidata")
      assert.deepStrictEqual(sizes, [200, 200, 50])
      assert.deepStrictEqual([...images.keys()].map(Number), [100, 200, 300, 400])
    }),
  )

  it.effect("are not looked for without a source of them", () =>
    Effect.gen(function* () {
      const { images, store } = makeStore(3)
      yield* run(store, undefined)
      assert.strictEqual(images.size, 0)
    }),
  )
})
