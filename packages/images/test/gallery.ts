import {
  type FailedImage,
  ImageError,
  ImageFetcher,
  ImageProcessor,
  Images,
  ImageStore,
  type StoredImage,
} from "@daybook/images"
import { sampleImage } from "@daybook/images/contract"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The content of a URL: an image of this seed, something else, nothing, or a bug. */
type Found = "a" | "b" | "c" | "broken" | "missing" | "bug"

/** Images on a store of plain maps, and a web whose URLs the test fills. */
export const gallery = (web: (url: string) => Found | Effect.Effect<Found>) => {
  const fetched: Array<string> = []
  const puts: Array<ReadonlyArray<string>> = []
  const stored = new Map<string, StoredImage>()
  const failed = new Map<string, FailedImage>()
  let storeIsAway = false

  const store = Layer.succeed(ImageStore, {
    find: (urls) =>
      Effect.sync(() => ({
        stored: new Map([...stored].filter(([url]) => urls.includes(url))),
        failed: new Map([...failed].filter(([url]) => urls.includes(url))),
      })),
    content: () => Effect.succeedNone,
    head: () => Effect.succeedNone,
    put: (images) =>
      Effect.suspend(() => {
        if (storeIsAway) return Effect.die("the store is down")
        puts.push(images.map(({ url }) => url))
        for (const { image, url } of images) stored.set(url, image)
        return Effect.void
      }),
    noteFailure: (url, triedAt) =>
      Effect.sync(() => void failed.set(url, { tries: (failed.get(url)?.tries ?? 0) + 1, triedAt })),
  })

  const fetch = Effect.fnUntraced(function* (url: string) {
    fetched.push(url)
    const answer = web(url)
    const found = typeof answer === "string" ? answer : yield* answer
    if (found === "missing") return yield* new ImageError({ message: "404" })
    if (found === "bug") return yield* Effect.die("a bug")
    return new TextEncoder().encode(found)
  })

  const process = Effect.fnUntraced(function* (bytes: Uint8Array) {
    const found = new TextDecoder().decode(bytes)
    return found === "broken" ? yield* new ImageError({ message: "no image" }) : sampleImage(found)
  })

  const ports = Layer.mergeAll(
    store,
    Layer.succeed(ImageFetcher, { fetch }),
    Layer.succeed(ImageProcessor, { process }),
  )
  return {
    fetched,
    puts,
    failed,
    stored,
    loseStore: () => {
      storeIsAway = true
    },
    findStore: () => {
      storeIsAway = false
    },
    /** As the server has it. */
    inBackground: Layer.provide(Images.layer, ports),
    onDemand: Layer.provide(Images.layerOnDemand, ports),
    ofKept: Layer.provide(Images.layerOfKept, store),
  }
}

/** A web where every request waits for a signal. */
export const heldBack = (found: Found) => {
  const go = Deferred.makeUnsafe<void>()
  return { web: () => Effect.as(Deferred.await(go), found), letGo: Deferred.succeed(go, undefined) }
}
