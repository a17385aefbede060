import { AttendingFeeds } from "@daybook/attending"
import { FilmCollections, RecordCollections } from "@daybook/collecting"
import {
  CatalogStore,
  listening,
  ListeningStore,
  MusicCatalog,
  NowPlaying,
  ScrobbleSources,
} from "@daybook/listening"
import { RunSources } from "@daybook/running"
import { Html, Lastfm, Tmdb } from "@daybook/sources"
import { LocalEmbedder, ReadingSources } from "@daybook/reading"
import { CheckInSources } from "@daybook/places"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { WatchSources } from "@daybook/watching"
import { inOneList } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { runSchedule } from "../../src/syncs/schedule.ts"

const track = (index: number) => ({
  artist: "Ida",
  album: "Salt",
  track: `Track ${index}`,
  imageUrl: "" as const,
  playedAt: index * 1_000,
})

/** A catalog that knows no one, three seconds a call, and the calls that it got. */
const quietCatalog = (configured = true) => {
  const asked: Array<string> = []
  const answer = (name: string) =>
    Effect.sync(() => void asked.push(name)).pipe(Effect.delay("3 seconds"), Effect.as([]))
  const layer = Layer.succeed(MusicCatalog, {
    configured,
    searchArtist: answer,
    searchSong: (_, name) => answer(name),
    albumsOf: answer,
  })
  return { asked, layer }
}

const none = { configured: [], settings: "" }
const withoutSource = Layer.mergeAll(
  Layer.succeed(ScrobbleSources, none),
  Lastfm.layerPages,
  Layer.succeed(ReadingSources, none),
  LocalEmbedder,
  Html.layer,
  Layer.succeed(WatchSources, none),
  Layer.succeed(RunSources, none),
  Layer.succeed(RecordCollections, none),
  Layer.succeed(FilmCollections, none),
  Layer.succeed(CheckInSources, none),
  Tmdb.layer(undefined).pipe(Layer.provide(FetchHttpClient.layer)),
  Layer.succeed(AttendingFeeds, none),
)

const stores = NowPlaying.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(SqliteStorage.layer(), withoutSource)),
  Layer.provide(Sqlite.layerMemory),
  Layer.provideMerge(DateTime.layerCurrentZoneNamed("UTC")),
  Layer.orDie,
)

describe("the daily enrichment", () => {
  it.effect(
    "tries all tracks, then all artists, batch after batch, and only what is due the day after",
    () => {
      const { asked, layer } = quietCatalog()
      return Effect.gen(function* () {
        const store = yield* ListeningStore
        yield* store.storeScrobbles(Array.from({ length: 40 }, (_, index) => track(index)))
        yield* Effect.forkChild(runSchedule(inOneList([listening])))
        yield* TestClock.adjust("9 minutes")
        assert.deepStrictEqual(asked, [])
        yield* TestClock.adjust("5 minutes")
        assert.strictEqual(asked.length, 41)
        assert.strictEqual(asked.at(-1), "Ida")
        yield* store.storeScrobbles([track(40)])
        yield* TestClock.adjust("23 hours")
        assert.strictEqual(asked.length, 41)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(asked.length, 42)
        const catalog = yield* CatalogStore
        assert.deepStrictEqual(yield* catalog.tracksToEnrich(0, 10), [])
        yield* TestClock.adjust("31 days")
        assert.strictEqual(asked.length, 84)
      }).pipe(Effect.provide(Layer.merge(stores, layer)))
    },
  )

  it.effect("does nothing if the catalog is off", () => {
    const { asked, layer } = quietCatalog(false)
    return Effect.gen(function* () {
      yield* (yield* ListeningStore).storeScrobbles([track(0)])
      yield* Effect.forkChild(runSchedule(inOneList([listening])))
      yield* TestClock.adjust("3 days")
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.provide(Layer.merge(stores, layer)))
  })
})
