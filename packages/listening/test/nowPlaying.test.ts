import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import {
  type Listen,
  ListeningStore,
  NowPlaying,
  type NowPlayingReport,
  type ScrobbleSource,
  ScrobbleSources,
} from "../src/index.ts"
import { filtersThatHide, playersThatTell, somePages, storeOf } from "./listeningStore.ts"

const listen = (track: string): Listen => ({ track, artist: "Artist", album: "Album", imageUrl: "" })

const newest = {
  ...listen("stored"),
  artistId: 7,
  albumId: 8,
  catalogUrl: "https://catalog.example/stored" as const,
  playedAt: 60_000,
}

/** A store that knows the artist and the album of one track, and the newest play. */
const store = storeOf({
  newest: Effect.succeedSome(newest),
  find: (asked) =>
    Effect.succeed(
      asked.track === "known"
        ? { ...asked, artistId: 1, albumId: 2, catalogUrl: "https://catalog.example/known" }
        : { ...asked, artistId: 0, albumId: 0, catalogUrl: "" },
    ),
})

const emptyStore = storeOf({ newest: Effect.succeedNone })

type Latest = ScrobbleSource["latest"]

const playing = (track: string): Latest => Effect.succeedSome({ listen: listen(track), playedAt: undefined })

const away = new SourceError({ source: "lastfm", failure: "unavailable", message: "is down" })

/** Now playing over services that response like this; `asked` counts how often they were. */
const nowPlaying = (
  answers: ReadonlyArray<Latest>,
  kept = store,
  hides: (listen: Listen) => boolean = () => false,
  told?: NowPlayingReport,
) => {
  const counts = answers.map(() => 0)
  const configured = answers.map((answer, at): ScrobbleSource => ({
    name: `source ${at}`,
    scrobbles: () => {
      throw new Error("no one syncs in these tests")
    },
    latest: Effect.suspend(() => {
      counts[at] = (counts[at] ?? 0) + 1
      return answer
    }),
  }))
  const layer = NowPlaying.layer.pipe(
    Layer.provide([
      Layer.succeed(ListeningStore, kept),
      filtersThatHide(hides),
      playersThatTell(told),
      Layer.succeed(ScrobbleSources, { configured, settings: "LASTFM_API_KEY" }),
      somePages,
    ]),
  )
  return { layer, counts }
}

const current = Effect.flatMap(NowPlaying, (service) => service.current)
const trackNow = Effect.map(current, ({ track }) => Option.getOrUndefined(track)?.track)

const fromStore = {
  isPlaying: false,
  track: Option.some({
    ...newest,
    url: "https://music.example/Artist/_/stored",
  }),
  playedAt: 60_000,
}

describe("the track now playing", () => {
  const ofKnown = nowPlaying([playing("known")])
  it.effect("is the service's track, with its stored ids and the URL of its page", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* current, {
        isPlaying: true,
        track: Option.some({
          ...listen("known"),
          artistId: 1,
          albumId: 2,
          catalogUrl: "https://catalog.example/known" as const,
          url: "https://music.example/Artist/_/known",
        }),
        playedAt: undefined,
      })
    }).pipe(Effect.provide(ofKnown.layer)),
  )

  it.effect("has ids 0 if the track is not stored yet", () =>
    Effect.gen(function* () {
      const { track } = yield* current
      const { artistId, albumId, catalogUrl } = Option.getOrThrow(track)
      assert.deepStrictEqual({ artistId, albumId, catalogUrl }, { artistId: 0, albumId: 0, catalogUrl: "" })
    }).pipe(Effect.provide(nowPlaying([playing("new")]).layer)),
  )

  const over: Latest = Effect.succeedSome({ listen: listen("over"), playedAt: 90_000 })
  it.effect("is the service's last play, and when it was, while nothing plays", () =>
    Effect.gen(function* () {
      const { isPlaying, track, playedAt } = yield* current
      assert.deepStrictEqual([isPlaying, Option.getOrThrow(track).track, playedAt], [false, "over", 90_000])
    }).pipe(Effect.provide(nowPlaying([over]).layer)),
  )

  const nothing: Latest = Effect.succeedNone
  it.effect("is the newest stored play if the service knows none, and if there is no service", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(current, nowPlaying([nothing]).layer), fromStore)
      assert.deepStrictEqual(yield* Effect.provide(current, nowPlaying([]).layer), fromStore)
    }),
  )

  it.effect("is nothing if nothing was ever played", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* current, { isPlaying: false, track: Option.none(), playedAt: undefined })
    }).pipe(Effect.provide(nowPlaying([nothing], emptyStore).layer)),
  )

  const several = nowPlaying([Effect.fail(away), nothing, playing("third"), playing("fourth")])
  it.effect("comes from the first service in order that responds; all are called at once", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* trackNow, "third")
      assert.deepStrictEqual(several.counts, [1, 1, 1, 1])
    }).pipe(Effect.provide(several.layer)),
  )
})

describe("a track that a filter hides", () => {
  const hidesFirst = ({ track }: Listen) => track === "first"
  it.effect("is replaced by the newest stored play", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* current, fromStore)
    }).pipe(Effect.provide(nowPlaying([playing("first")], store, hidesFirst).layer)),
  )

  it.effect("makes way for the next service in order", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* trackNow, "second")
    }).pipe(Effect.provide(nowPlaying([playing("first"), playing("second")], store, hidesFirst).layer)),
  )

  let hidden = false
  const byTurns = nowPlaying([playing("first")], store, () => hidden)
  it.effect("disappears and returns at once, while the service's response is remembered", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* trackNow, "first")
      hidden = true
      assert.strictEqual(yield* trackNow, "stored")
      hidden = false
      assert.strictEqual(yield* trackNow, "first")
      assert.deepStrictEqual(byTurns.counts, [1])
    }).pipe(Effect.provide(byTurns.layer)),
  )
})

describe("the cached playing track", () => {
  let plays = "first"
  const changing = nowPlaying([Effect.suspend(() => playing(plays))])
  it.effect("lasts 10 seconds to the millisecond", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* trackNow, "first")
      plays = "second"
      yield* TestClock.adjust(9_999)
      assert.strictEqual(yield* trackNow, "first")
      assert.deepStrictEqual(changing.counts, [1])
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* trackNow, "second")
      assert.deepStrictEqual(changing.counts, [2])
    }).pipe(Effect.provide(changing.layer)),
  )

  const slow = nowPlaying([Effect.delay(playing("slow"), "1 second")])
  it.effect("is filled by one call, however many ask at once and though the first of them leaves", () =>
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(trackNow)
      const others = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => trackNow),
          { concurrency: 50 },
        ),
      )
      yield* TestClock.adjust(500)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(500)
      assert.deepStrictEqual(new Set(yield* Fiber.join(others)), new Set(["slow"]))
      assert.deepStrictEqual(slow.counts, [1])
    }).pipe(Effect.provide(slow.layer)),
  )

  it.effect("survives a caller who leaves before the response", () =>
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(trackNow)
      yield* TestClock.adjust(500)
      yield* Fiber.interrupt(first)
      const second = yield* Effect.forkChild(trackNow)
      yield* TestClock.adjust(1_000)
      assert.strictEqual(yield* Fiber.join(second), "slow")
    }).pipe(Effect.provide(nowPlaying([Effect.delay(playing("slow"), "1 second")]).layer)),
  )
})

const answeredAfter = (latest: Latest, millis: number) =>
  Effect.gen(function* () {
    const answer = yield* Deferred.make<unknown>()
    yield* Effect.forkChild(Effect.flatMap(current, (now) => Deferred.succeed(answer, now)))
    yield* TestClock.adjust(millis - 1)
    assert.isFalse(yield* Deferred.isDone(answer))
    yield* TestClock.adjust(1)
    assert.isTrue(yield* Deferred.isDone(answer))
    return yield* Deferred.await(answer)
  }).pipe(Effect.provide(nowPlaying([latest]).layer))

describe("a service failing", () => {
  it.effect("is waited for up to 2 seconds, and then skipped for the newest stored play", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* answeredAfter(Effect.never, 2_000), fromStore)
      const late: Latest = Effect.delay(playing("late"), 2_001)
      assert.deepStrictEqual(yield* answeredAfter(late, 2_000), fromStore)
    }),
  )

  it.effect("is used if it responds within 2 seconds", () =>
    Effect.gen(function* () {
      const answer = yield* answeredAfter(Effect.delay(playing("known"), 1_999), 1_999)
      assert.notDeepEqual(answer, fromStore)
    }),
  )

  const failing = nowPlaying([Effect.fail(away)])
  it.effect("that fails is skipped for the newest stored play, and left alone for 10 seconds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* current, fromStore)
      yield* TestClock.adjust(9_999)
      assert.deepStrictEqual(yield* current, fromStore)
      assert.deepStrictEqual(failing.counts, [1])
      yield* TestClock.adjust(1)
      yield* current
      assert.deepStrictEqual(failing.counts, [2])
    }).pipe(Effect.provide(failing.layer)),
  )

  const silent = nowPlaying([Effect.never])
  it.effect("that does not respond is not waited for again within 10 seconds", () =>
    Effect.gen(function* () {
      yield* Effect.forkChild(current)
      yield* TestClock.adjust(2_000)
      assert.deepStrictEqual(yield* current, fromStore)
      assert.deepStrictEqual(silent.counts, [1])
    }).pipe(Effect.provide(silent.layer)),
  )

  it.effect("that has a defect is skipped like one that fails", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* current, fromStore)
    }).pipe(Effect.provide(nowPlaying([Effect.die(new Error("a bug in the adapter"))]).layer)),
  )

  const nextToSilent = nowPlaying([Effect.never, playing("known")])
  it.effect("that says nothing does not keep the next one from being called", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(trackNow)
      yield* TestClock.adjust(2_000)
      assert.strictEqual(yield* Fiber.join(waiting), "known")
    }).pipe(Effect.provide(nextToSilent.layer)),
  )

  it.effect("is the track that a player has reported, while it lasts and no filter hides it", () => {
    const told = { ...listen("told"), details: "", endsAt: 300_000 }
    const { counts, layer } = nowPlaying([playing("upstream")], store, undefined, told)
    const hiding = nowPlaying([playing("upstream")], store, ({ track }) => track === "told", told)
    return Effect.gen(function* () {
      yield* TestClock.setTime(299_999)
      assert.strictEqual(yield* Effect.provide(trackNow, hiding.layer), "upstream")
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* trackNow, "told")
        assert.isTrue((yield* current).isPlaying)
        assert.deepStrictEqual(counts, [0], "the service is not called")
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* trackNow, "upstream")
      }).pipe(Effect.provide(layer))
    })
  })
})
