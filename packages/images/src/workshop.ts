import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { ProcessedImage } from "./model.ts"
import { ImageFetcher, ImageProcessor, ImageStore } from "./ports.ts"
import { isWebAddress, mayBeTried } from "./trying.ts"

interface Made {
  readonly url: string
  readonly image: ProcessedImage
}

// What is wanted beyond this is passed over: whoever shows it again wants it again.
const mostWanted = 1_000

const fetchedAtOnce = 3

// Pictures that are ready are kept together: each time the version of "images" moves on, answers are made anew.
const mostKeptAtOnce = 16
const keptWithin = "2 seconds"

/** Where pictures are made, each address by one at a time. */
export const makeWorkshop = Effect.gen(function* () {
  const store = yield* ImageStore
  const fetcher = yield* ImageFetcher
  const processor = yield* ImageProcessor
  const scope = yield* Effect.scope
  const underWay = new Map<string, Deferred.Deferred<boolean>>()

  const settle = (url: string, stored: boolean) => {
    const waiting = underWay.get(url)
    underWay.delete(url)
    return waiting === undefined ? Effect.void : Deferred.succeed(waiting, stored)
  }

  // Nobody waits for a workshop that is closed.
  yield* Effect.addFinalizer(() => Effect.forEach([...underWay.keys()], (url) => settle(url, false)))

  const fetchAndProcess = (url: string) => Effect.flatMap(fetcher.fetch(url), processor.process)

  /** What is to be kept; undefined where there is nothing to do any more, or nothing to be had now. */
  const make = Effect.fn("Images.make")(
    function* (url: string) {
      const { failed, stored } = yield* store.find([url])
      if (stored.has(url)) return void (yield* settle(url, true))
      const failure = failed.get(url)
      const now = yield* Clock.currentTimeMillis
      if (failure !== undefined && !mayBeTried(failure, now)) return void (yield* settle(url, false))
      const made = yield* fetchAndProcess(url).pipe(
        Effect.map((image): Made => ({ url, image })),
        Effect.catchTag("ImageError", ({ message }) =>
          // Without its query, which may hold a secret.
          Effect.as(Effect.logDebug(`no picture at ${url.split("?")[0]}: ${message}`), undefined),
        ),
        Effect.catchDefect((defect) => Effect.as(Effect.logWarning("a picture failed", defect), undefined)),
      )
      if (made === undefined) {
        yield* store.noteFailure(url, yield* Clock.currentTimeMillis)
        yield* settle(url, false)
      }
      return made
    },
    (effect, url) =>
      Effect.catchDefect(effect, (defect) =>
        Effect.andThen(Effect.logWarning("a picture could not be noted", defect), settle(url, false)),
      ),
  )

  const keep = (made: ReadonlyArray<Made>) =>
    store.put(made).pipe(
      Effect.as(true),
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logWarning("pictures could not be kept", defect), false),
      ),
      Effect.flatMap((stored) => Effect.forEach(made, ({ url }) => settle(url, stored), { discard: true })),
    )

  const process = (url: string): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      if (!isWebAddress(url)) return Effect.succeed(false)
      const same = underWay.get(url)
      if (same !== undefined) return Deferred.await(same)
      const done = Deferred.makeUnsafe<boolean>()
      underWay.set(url, done)
      // It goes on when its caller hangs up: others may wait for it.
      return Effect.flatMap(make(url), (made) => (made === undefined ? Effect.void : keep([made]))).pipe(
        Effect.forkIn(scope),
        Effect.andThen(Deferred.await(done)),
      )
    })

  /** Begins to fetch in the background; gives what puts an address on its list. */
  const want = Effect.gen(function* () {
    const wanted = new Set<string>()
    const queue = yield* Queue.unbounded<string>()

    const makeWanted = (url: string) =>
      Effect.suspend(() => {
        wanted.delete(url)
        if (underWay.has(url)) return Effect.undefined
        underWay.set(url, Deferred.makeUnsafe<boolean>())
        return make(url)
      })

    yield* Stream.fromQueue(queue).pipe(
      Stream.mapEffect(makeWanted, { concurrency: fetchedAtOnce, unordered: true }),
      Stream.filter((made) => made !== undefined),
      Stream.groupedWithin(mostKeptAtOnce, keptWithin),
      Stream.runForEach(keep),
      Effect.forkScoped,
    )

    return (url: string): void => {
      if (wanted.has(url) || underWay.has(url) || wanted.size >= mostWanted) return
      wanted.add(url)
      Queue.offerUnsafe(queue, url)
    }
  })

  return { process, want }
})
