import { type DataVersions, everything } from "@daybook/kernel"
import { raisesVersion, versionOf } from "@daybook/kernel/contract"
import { ListeningStore, type PlayedKind, type Scrobble } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { playAt, ranking, topAlbums } from "./scrobbles.ts"

/** 5,000 plays of 40 albums, a minute apart. */
const longBatch: ReadonlyArray<Scrobble> = Array.from({ length: 5_000 }, (_, index) => ({
  artist: `artist ${index % 8}`,
  album: `album ${index % 40}`,
  track: `track ${index % 400}`,
  imageUrl: "",
  playedAt: Date.parse("2024-01-01T00:00:00Z") + index * 60_000,
}))

/** Contract: storing plays. */
export const storingContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions>,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, ListeningStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("America/New_York")))

  const store = (scrobbles: ReadonlyArray<Scrobble>) =>
    Effect.flatMap(ListeningStore, (listening) => listening.storeScrobbles(scrobbles))

  const cursorOf = (source: string) =>
    Effect.flatMap(ListeningStore, (listening) => Effect.map(listening.cursor(source), Option.getOrUndefined))

  test(
    "a play that arrives twice is stored once",
    Effect.gen(function* () {
      const plays = [playAt("2024-05-06T07:00:00Z"), playAt("2024-05-06T07:04:00Z")]
      assert.strictEqual(yield* store(plays), 2)
      assert.strictEqual(yield* store(plays), 0)
      assert.strictEqual(yield* store([...plays, playAt("2024-05-06T07:08:00Z")]), 1)
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 3"])
    }),
  )

  test(
    "a play that arrives twice in one batch is stored once",
    Effect.gen(function* () {
      const play = playAt("2024-05-06T07:00:00Z")
      assert.strictEqual(yield* store([play, playAt("2024-05-06T07:04:00Z"), play]), 2)
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 2"])
    }),
  )

  test(
    "artists, albums and tracks each count from 1, in the order of their first plays within a batch",
    Effect.gen(function* () {
      const at = (minute: number) => `2024-05-06T07:0${minute}:00Z`
      yield* store([
        playAt(at(3), { artist: "Slow", album: "Late", track: "Third" }),
        playAt(at(2), { track: "Second", album: "" }),
        playAt(at(1), { artist: "Slow", album: "Replaced", track: "First" }),
        playAt(at(1), { artist: "Slow", album: "Early", track: "First" }),
      ])
      yield* store([playAt(at(0), { artist: "New", album: "New", track: "New" }), playAt(at(5))])
      const { lists } = yield* ListeningStore
      const inOrder = Effect.fnUntraced(function* (kind: PlayedKind) {
        const query = { range: everything, sort: "name", order: "asc" } as const
        const { items } = yield* lists.played(kind, query, { page: 1, limit: 10 })
        return items.toSorted((one, other) => one.id - other.id).map(({ id, name }) => `${id} ${name}`)
      })
      assert.deepStrictEqual(yield* inOrder("artist"), ["1 Slow", "2 Low", "3 New"])
      assert.deepStrictEqual(yield* inOrder("album"), ["1 Early", "2 Late", "3 New", "4 Hey What"])
      assert.deepStrictEqual(yield* inOrder("track"), [
        "1 First",
        "2 Second",
        "3 Third",
        "4 New",
        "5 White Horses",
      ])
    }),
  )

  test(
    "artist, track and second together distinguish plays",
    Effect.gen(function* () {
      const plays = [
        playAt("2024-05-06T07:00:00Z"),
        playAt("2024-05-06T07:00:01Z"),
        playAt("2024-05-06T07:00:00Z", { track: "Hey" }),
        playAt("2024-05-06T07:00:00Z", { artist: "Slow" }),
      ]
      assert.strictEqual(yield* store(plays), 4)
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 3", "Slow / Hey What: 1"])
    }),
  )

  test(
    "a play that comes with another album moves to it, and counts as changed",
    Effect.gen(function* () {
      yield* store([playAt("2024-05-06T07:00:00Z"), playAt("2024-05-07T07:00:00Z")])
      assert.strictEqual(yield* store([playAt("2024-05-06T07:00:00Z", { album: "Double Negative" })]), 1)
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1", "Low / Double Negative: 1"])
      assert.strictEqual(yield* store([playAt("2024-05-07T07:00:00Z", { album: "Double Negative" })]), 1)
      assert.deepStrictEqual(yield* ranking, ["Low / Double Negative: 2"])
      assert.strictEqual(yield* store([playAt("2024-05-07T07:00:00Z", { album: "Double Negative" })]), 0)
    }),
  )

  test(
    "a play without an album moves to the album that a later report names",
    Effect.gen(function* () {
      assert.strictEqual(yield* store([playAt("2024-05-06T07:00:00Z", { album: "" })]), 1)
      assert.deepStrictEqual(yield* ranking, [])
      assert.strictEqual(yield* store([playAt("2024-05-06T07:00:00Z")]), 1)
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
    }),
  )

  test(
    "a play that arrives again without an album stays in the album that it has",
    Effect.gen(function* () {
      yield* store([playAt("2024-05-06T07:00:00Z")])
      assert.strictEqual(yield* store([playAt("2024-05-06T07:00:00Z", { album: "" })]), 0)
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
    }),
  )

  test(
    "the last named album of a play in a batch counts",
    Effect.gen(function* () {
      const albums = ["", "Hey What", "Double Negative", ""]
      const plays = albums.map((album) => playAt("2024-05-06T07:00:00Z", { album }))
      assert.strictEqual(yield* store(plays), 1)
      assert.deepStrictEqual(yield* ranking, ["Low / Double Negative: 1"])
      // The play ends up in its first album: nothing has changed.
      assert.strictEqual(yield* store(plays), 0)
    }),
  )

  test(
    "the same plays that are stored by two at once are stored once",
    Effect.gen(function* () {
      const plays = longBatch.slice(0, 50)
      const stored = yield* Effect.all([store(plays), store(plays.toReversed())], { concurrency: 2 })
      assert.strictEqual(stored[0] + stored[1], 50)
      const { items } = yield* topAlbums()
      assert.strictEqual(
        items.reduce((sum, album) => sum + album.plays, 0),
        50,
      )
    }),
  )

  test(
    "a batch of 5,000 plays is stored whole, and arriving again changes nothing",
    Effect.gen(function* () {
      assert.strictEqual(yield* store(longBatch), 5_000)
      assert.strictEqual(yield* store(longBatch), 0)
      const { items, total } = yield* topAlbums()
      assert.strictEqual(total, 40)
      assert.deepStrictEqual(
        [...new Set(items.map((album) => album.plays))],
        [125],
        "the plays of each album",
      )
    }),
  )

  test(
    "names are stored as they came: accents, spaces, quotes and line breaks tell them apart",
    Effect.gen(function* () {
      const names = ["Low", "Löw", " Low", "Low ", "L'ow", 'L"ow', "L\\ow", "L%w", "低", "🎸"]
      const time = "2024-05-06T07:00:00Z"
      const plays = names.flatMap((name) => [
        playAt(time, { artist: name }),
        playAt(time, { track: `by track ${name}`, album: name }),
        playAt(time, { track: name, artist: "one artist", album: "one album" }),
      ])
      // Joined with a line break, these two names would be the same.
      const broken = [
        playAt(time, { artist: "a\nb", track: "c", album: "first" }),
        playAt(time, { artist: "a", track: "b\nc", album: "second" }),
      ]
      assert.strictEqual(yield* store([...plays, ...broken]), names.length * 3 + 2)
      const expected = [
        ...names.map((name) => `${name} / Hey What: 1`),
        ...names.map((name) => `Low / ${name}: 1`),
        `one artist / one album: ${names.length}`,
        "a\nb / first: 1",
        "a / second: 1",
      ]
      assert.deepStrictEqual((yield* ranking).toSorted(), expected.toSorted())
    }),
  )

  test(
    "a play whose artist or track is not known is stored like any other",
    Effect.gen(function* () {
      const plays = [
        playAt("2024-05-06T07:00:00Z", { track: "" }),
        playAt("2024-05-06T07:04:00Z", { artist: "" }),
      ]
      assert.strictEqual(yield* store(plays), 2)
      assert.strictEqual(yield* store(plays), 0)
      assert.deepStrictEqual(yield* ranking, [" / Hey What: 1", "Low / Hey What: 1"])
    }),
  )

  test(
    "a source's cursor is saved with its batch, each source has its own, and the last one wins",
    Effect.gen(function* () {
      const listening = yield* ListeningStore
      assert.isUndefined(yield* cursorOf("lastfm"), "the cursor of a source that was never read")
      const plays = [playAt("2024-05-06T07:00:00Z")]
      yield* listening.storeScrobbles(plays, { source: "lastfm", cursor: '{"page":1}' })
      assert.strictEqual(yield* cursorOf("lastfm"), '{"page":1}', "the cursor of lastfm")
      assert.isUndefined(yield* cursorOf("other"), "the cursor of other, which was never read")
      yield* listening.storeScrobbles(plays, { source: "other", cursor: "o" })
      yield* listening.storeScrobbles(plays, { source: "lastfm", cursor: '{"page":2}' })
      yield* store([playAt("2024-05-06T07:04:00Z")])
      assert.strictEqual(yield* cursorOf("lastfm"), '{"page":2}', "the cursor of lastfm")
      assert.strictEqual(yield* cursorOf("other"), "o", "the cursor of other")
    }),
  )

  test(
    "an empty batch changes nothing and saves its cursor",
    Effect.gen(function* () {
      const listening = yield* ListeningStore
      assert.strictEqual(yield* listening.storeScrobbles([], { source: "lastfm", cursor: "end" }), 0)
      assert.strictEqual(yield* cursorOf("lastfm"), "end", "the cursor of lastfm")
      assert.strictEqual(yield* store([]), 0)
      assert.deepStrictEqual(yield* ranking, [])
    }),
  )

  test(
    "every write that changes what is shown raises the version of listening",
    Effect.gen(function* () {
      const raises = (what: string, play: Scrobble) => raisesVersion("listening", what, store([play]))
      yield* raises("a first play", playAt("2024-05-06T07:00:00Z", { album: "" }))
      yield* raises("one more play", playAt("2024-05-06T07:04:00Z"))
      yield* raises("a play that got an album", playAt("2024-05-06T07:00:00Z"))
      yield* raises("a play that moved", playAt("2024-05-06T07:04:00Z", { album: "Double Negative" }))
      yield* raises("a image", playAt("2024-05-06T07:00:00Z", { imageUrl: "https://img.example/1.jpg" }))
    }),
  )

  test(
    "plays that are stored already leave the version as it is, and their cursor is saved",
    Effect.gen(function* () {
      const listening = yield* ListeningStore
      const plays = [playAt("2024-05-06T07:00:00Z", { imageUrl: "https://img.example/1.jpg" })]
      yield* store(plays)
      const before = yield* versionOf("listening")
      assert.strictEqual(yield* listening.storeScrobbles(plays, { source: "lastfm", cursor: "again" }), 0)
      assert.strictEqual(yield* listening.storeScrobbles([], { source: "other", cursor: "nothing" }), 0)
      assert.strictEqual(yield* versionOf("listening"), before)
      assert.strictEqual(yield* cursorOf("lastfm"), "again")
      assert.strictEqual(yield* cursorOf("other"), "nothing")
      yield* raisesVersion("listening", "one more play", store([playAt("2024-05-06T07:04:00Z")]))
    }),
  )
}
