import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { ProcessedImage } from "./model.ts"
import { ImageFetcher, ImageProcessor, ImageStore } from "./ports.ts"
import { isWebAddress, mayRetry } from "./retry.ts"

interface ReadyImage {
  readonly url: string
  readonly image: ProcessedImage
}

// URLs beyond this number are dropped: the next response that shows them queues them again.
const maxQueueLength = 1_000

const fetchedAtOnce = 3

// Ready images are stored together, since each new version of "images" invalidates cached responses.
const storedAtOnce = 16
const storedWithin = "2 seconds"

/** Starts the background fetching; returns the function that queues a URL. */
const enqueueing = Effect.fnUntraced(function* (
  underWay: Map<string, Deferred.Deferred<boolean>>,
  make: (url: string) => Effect.Effect<ReadyImage | undefined>,
  keep: (made: ReadonlyArray<ReadyImage>) => Effect.Effect<void>,
) {
  const queued = new Set<string>()
  const queue = yield* Queue.unbounded<string>()

  const makeQueued = (url: string) =>
    Effect.suspend(() => {
      queued.delete(url)
      if (underWay.has(url)) return Effect.undefined
      underWay.set(url, Deferred.makeUnsafe<boolean>())
      return make(url)
    })

  yield* Stream.fromQueue(queue).pipe(
    Stream.mapEffect(makeQueued, { concurrency: fetchedAtOnce, unordered: true }),
    Stream.filter((made) => made !== undefined),
    Stream.groupedWithin(storedAtOnce, storedWithin),
    Stream.runForEach(keep),
    Effect.forkScoped,
  )

  return (url: string): void => {
    if (queued.has(url) || underWay.has(url) || queued.size >= maxQueueLength) return
    queued.add(url)
    Queue.offerUnsafe(queue, url)
  }
})

/** Fetches and stores images, each address once at a time. */
export const makeImageQueue = Effect.gen(function* () {
  const store = yield* ImageStore
  const fetcher = yield* ImageFetcher
  const processor = yield* ImageProcessor
  const scope = yield* Effect.scope
  const underWay = new Map<string, Deferred.Deferred<boolean>>()

  const finish = (url: string, stored: boolean) => {
    const waiting = underWay.get(url)
    underWay.delete(url)
    return waiting === undefined ? Effect.void : Deferred.succeed(waiting, stored)
  }

  // The queue's end releases all callers that still wait.
  yield* Effect.addFinalizer(() => Effect.forEach([...underWay.keys()], (url) => finish(url, false)))

  const fetchAndProcess = (url: string) => Effect.flatMap(fetcher.fetch(url), processor.process)

  /** The image to store; undefined if it is already stored, or unavailable now. */
  const make = Effect.fn("Images.make")(
    function* (url: string) {
      const { failed, stored } = yield* store.find([url])
      if (stored.has(url)) return void (yield* finish(url, true))
      const failure = failed.get(url)
      const now = yield* Clock.currentTimeMillis
      if (failure !== undefined && !mayRetry(failure, now)) return void (yield* finish(url, false))
      const made = yield* fetchAndProcess(url).pipe(
        Effect.map((image): ReadyImage => ({ url, image })),
        Effect.catchTag("ImageError", ({ message }) =>
          // Without the query, which may hold a secret.
          Effect.as(Effect.logDebug(`no image at ${url.split("?")[0]}: ${message}`), undefined),
        ),
        Effect.catchDefect((defect) => Effect.as(Effect.logWarning("a image failed", defect), undefined)),
      )
      if (made === undefined) {
        yield* store.noteFailure(url, yield* Clock.currentTimeMillis)
        yield* finish(url, false)
      }
      return made
    },
    (effect, url) =>
      Effect.catchDefect(effect, (defect) =>
        Effect.logWarning("a image could not be noted", defect).pipe(
          Effect.andThen(finish(url, false)),
          Effect.as(undefined),
        ),
      ),
  )

  const keep = (made: ReadonlyArray<ReadyImage>) =>
    store.put(made).pipe(
      Effect.as(true),
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logWarning("images could not be stored", defect), false),
      ),
      Effect.flatMap((stored) => Effect.forEach(made, ({ url }) => finish(url, stored), { discard: true })),
    )

  const process = (url: string): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      if (!isWebAddress(url)) return Effect.succeed(false)
      const same = underWay.get(url)
      if (same !== undefined) return Deferred.await(same)
      const done = Deferred.makeUnsafe<boolean>()
      underWay.set(url, done)
      // It runs on when its caller hangs up: others may wait for it.
      return Effect.flatMap(make(url), (made) => (made === undefined ? Effect.void : keep([made]))).pipe(
        Effect.forkIn(scope),
        Effect.andThen(Deferred.await(done)),
      )
    })

  return { process, enqueue: enqueueing(underWay, make, keep) }
})
