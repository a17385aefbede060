import { Images, retryAt } from "@daybook/images"
import { sampleImage } from "@daybook/images/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { gallery, heldBack } from "./gallery.ts"

const cover = "https://images.example/cover.jpg"
const other = "https://images.example/other.jpg"

const lookUp = (urls: ReadonlyArray<string>) => Effect.flatMap(Images, (images) => images.lookUp(urls))
const process = (url: string) => Effect.flatMap(Images, (images) => images.process(url))

/** Time enough to fetch and store what is wanted: many small steps, in which every fiber has its turns. */
const aMoment = Effect.repeat(TestClock.adjust("50 millis"), { times: 100 })

/** Lets time pass until this many are stored. */
const kept = (images: { readonly stored: ReadonlyMap<string, unknown> }, count: number) =>
  Effect.repeat(aMoment, { until: () => images.stored.size >= count, times: 100 })

describe("images that are shown", () => {
  it.effect("are fetched in the background, and are there when shown again", () => {
    const { fetched, inBackground, puts } = gallery((url) => (url === cover ? "a" : "b"))
    return Effect.gen(function* () {
      assert.strictEqual((yield* lookUp([cover, other])).size, 0)
      yield* aMoment
      const known = yield* lookUp([cover, other])
      assert.strictEqual(known.get(cover)?.dominantColor, "#aaaaaa")
      assert.strictEqual(known.get(other)?.dominantColor, "#bbbbbb")
      assert.sameMembers(fetched, [cover, other])
      assert.strictEqual(puts.length, 1)
    }).pipe(Effect.provide(inBackground))
  })

  it.effect("are stored in few batches, so that cached responses are not invalidated for each", () => {
    const images = gallery(() => "a")
    return Effect.gen(function* () {
      yield* lookUp(Array.from({ length: 100 }, (_, index) => `${cover}?${index}`))
      yield* kept(images, 100)
      assert.strictEqual(images.puts.flat().length, 100)
      assert.isAtMost(images.puts.length, 20)
    }).pipe(Effect.provide(images.inBackground))
  })

  it.effect("are fetched once, however often they are shown meanwhile", () => {
    const { letGo, web } = heldBack("a")
    const { fetched, inBackground, puts } = gallery(web)
    return Effect.gen(function* () {
      for (let time = 0; time < 5; time++) {
        yield* lookUp([cover, cover])
        yield* aMoment
      }
      const asked = yield* Effect.forkChild(process(cover))
      yield* letGo
      yield* aMoment
      yield* lookUp([cover])
      yield* aMoment
      assert.isTrue(yield* Fiber.join(asked))
      assert.deepStrictEqual(fetched, [cover])
      assert.deepStrictEqual(puts, [[cover]])
    }).pipe(Effect.provide(inBackground))
  })

  it.effect("are fetched once even if a caller processes one before its turn", () => {
    const [before, asked] = [heldBack("a"), heldBack("b")]
    const images = gallery((url) => (url === other ? asked.web() : before.web()))
    const urls = [`${cover}?1`, `${cover}?2`, `${cover}?3`, other]
    return Effect.gen(function* () {
      yield* lookUp(urls)
      yield* aMoment
      assert.deepStrictEqual(images.fetched, urls.slice(0, 3))
      const answer = yield* Effect.forkChild(process(other))
      yield* aMoment
      yield* before.letGo
      yield* kept(images, 3)
      yield* asked.letGo
      assert.isTrue(yield* Fiber.join(answer))
      assert.deepStrictEqual(images.fetched, urls)
    }).pipe(Effect.provide(images.inBackground))
  })

  it.effect("are fetched three at a time", () => {
    const { letGo, web } = heldBack("a")
    const { fetched, inBackground } = gallery(web)
    return Effect.gen(function* () {
      yield* lookUp(Array.from({ length: 10 }, (_, index) => `${cover}?${index}`))
      yield* aMoment
      assert.strictEqual(fetched.length, 3)
      yield* letGo
      yield* aMoment
      assert.strictEqual(fetched.length, 10)
    }).pipe(Effect.provide(inBackground))
  })

  it.effect("are dropped when the queue is full, and queued again when shown again", () => {
    const { letGo, web } = heldBack("a")
    const images = gallery(web)
    const many = Array.from({ length: 3_000 }, (_, index) => `${cover}?${index}`)
    return Effect.gen(function* () {
      yield* lookUp(many)
      yield* letGo
      yield* kept(images, 1_000)
      yield* aMoment
      assert.strictEqual(images.stored.size, 1_000)
      yield* lookUp(many)
      yield* kept(images, 2_000)
      assert.strictEqual(images.stored.size, 2_000)
    }).pipe(Effect.provide(images.inBackground))
  })

  it.effect("are not fetched if nothing runs in the background", () => {
    const { fetched, onDemand } = gallery(() => "a")
    return Effect.gen(function* () {
      yield* lookUp([cover])
      yield* aMoment
      assert.deepStrictEqual(fetched, [])
      assert.isTrue(yield* process(cover))
      assert.strictEqual((yield* lookUp([cover])).size, 1)
    }).pipe(Effect.provide(onDemand))
  })

  it.effect("are shown when stored, even without a fetcher", () => {
    const { fetched, ofKept, stored } = gallery(() => "a")
    stored.set(cover, sampleImage("c"))
    return Effect.gen(function* () {
      assert.deepStrictEqual([...(yield* lookUp([cover, other])).keys()], [cover])
      assert.isTrue(yield* process(cover))
      assert.isFalse(yield* process(other))
      yield* aMoment
      assert.deepStrictEqual(fetched, [])
    }).pipe(Effect.provide(ofKept))
  })

  it.effect("are fetched only from http and https addresses", () => {
    const { fetched, inBackground } = gallery(() => "a")
    return Effect.gen(function* () {
      const unfit = [
        "",
        "cover.jpg",
        "//images.example/a.jpg",
        "ftp://images.example/a.jpg",
        "file:///etc/passwd",
        "data:image/png;base64,AAAA",
        "javascript:alert(1)",
        "https://",
        "https://images.example/\0",
        "https://images.example/\ud83d",
        `https://images.example/${"ö".repeat(1_000)}`,
      ]
      assert.strictEqual((yield* lookUp(unfit)).size, 0)
      yield* aMoment
      for (const url of unfit) assert.isFalse(yield* process(url), url)
      assert.deepStrictEqual(fetched, [])
    }).pipe(Effect.provide(inBackground))
  })
})

describe("an image that cannot be fetched", () => {
  for (const found of ["missing", "broken", "bug"] as const) {
    it.effect(`that is ${found} is tried again an hour later, then less and less often`, () => {
      const { failed, fetched, inBackground } = gallery(() => found)
      return Effect.gen(function* () {
        const tried: Array<number> = []
        for (let hour = 0; hour < 24; hour++) {
          yield* lookUp([cover])
          yield* TestClock.adjust("1 hour")
          if (fetched.length > tried.length) tried.push(hour)
        }
        assert.deepStrictEqual(tried, [0, 1, 5, 21])
        assert.strictEqual(failed.get(cover)?.tries, 4)
      }).pipe(Effect.provide(inBackground))
    })
  }

  it.effect("does not hold up the others", () => {
    const { inBackground, stored } = gallery((url) => (url === cover ? "bug" : "b"))
    return Effect.gen(function* () {
      yield* lookUp([cover, other])
      yield* aMoment
      assert.deepStrictEqual([...stored.keys()], [other])
    }).pipe(Effect.provide(inBackground))
  })

  it.effect("is tried again where the clock was set back to before it was tried", () => {
    const { fetched, inBackground } = gallery(() => "missing")
    return Effect.gen(function* () {
      yield* TestClock.adjust("30 days")
      yield* lookUp([cover])
      yield* aMoment
      yield* TestClock.setTime(0)
      yield* lookUp([cover])
      yield* aMoment
      assert.strictEqual(fetched.length, 2)
    }).pipe(Effect.provide(inBackground))
  })

  it("is tried again after 30 days at the latest, however often it was tried", () => {
    for (let tries = 1; tries < 1_000; tries++) {
      const wait = retryAt({ tries, triedAt: 5 }) - 5
      assert.isAtLeast(wait, Duration.toMillis("1 hour"))
      assert.isAtMost(wait, Duration.toMillis("30 days"))
    }
  })
})

describe("an image that is processed at once", () => {
  it.effect("is stored when it is done; asked again it is not fetched again", () => {
    const { fetched, onDemand, stored } = gallery(() => "a")
    return Effect.gen(function* () {
      assert.isTrue(yield* process(cover))
      assert.isTrue(stored.has(cover))
      assert.isTrue(yield* process(cover))
      assert.deepStrictEqual(fetched, [cover])
    }).pipe(Effect.provide(onDemand))
  })

  it.effect("is fetched once for all callers, even when one of them hangs up", () => {
    const { letGo, web } = heldBack("a")
    const { fetched, onDemand } = gallery(web)
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(process(cover))
      const others = yield* Effect.forkChild(
        Effect.all([process(cover), process(cover)], { concurrency: "unbounded" }),
      )
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* letGo
      assert.deepStrictEqual(yield* Fiber.join(others), [true, true])
      assert.deepStrictEqual(fetched, [cover])
    }).pipe(Effect.provide(onDemand))
  })

  it.effect("returns false if it failed, and while it may not be retried yet", () => {
    const { fetched, onDemand } = gallery(() => "missing")
    return Effect.gen(function* () {
      assert.isFalse(yield* process(cover))
      assert.isFalse(yield* process(cover))
      assert.strictEqual(fetched.length, 1)
      yield* TestClock.adjust("1 hour")
      assert.isFalse(yield* process(cover))
      assert.strictEqual(fetched.length, 2)
    }).pipe(Effect.provide(onDemand))
  })

  it.effect("returns false while the store is down, and is retried at once when it is back", () => {
    const images = gallery(() => "a")
    return Effect.gen(function* () {
      images.loseStore()
      assert.isFalse(yield* process(cover))
      images.findStore()
      assert.isTrue(yield* process(cover))
    }).pipe(Effect.provide(images.onDemand))
  })

  it.effect("returns false to callers who wait when the program ends", () => {
    const { inBackground } = gallery(() => Effect.never)
    return Effect.gen(function* () {
      const waiting = yield* Effect.gen(function* () {
        yield* lookUp([other])
        yield* aMoment
        const asked = [yield* Effect.forkDetach(process(cover)), yield* Effect.forkDetach(process(other))]
        yield* Effect.yieldNow
        return asked
      }).pipe(Effect.provide(inBackground))
      assert.deepStrictEqual(yield* Fiber.joinAll(waiting), [false, false])
    })
  })
})
