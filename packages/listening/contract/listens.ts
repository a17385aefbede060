import { type DataVersions, everything } from "@daybook/kernel"
import { type Listen, ListeningStore } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { playAt, topAlbums } from "./scrobbles.ts"

const image = "https://img.example/hey-what.jpg"

/** Contract: single listens, as shown for the track playing now and the last one played. */
export const listensContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions>,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, ListeningStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  const newest = Effect.flatMap(ListeningStore, (store) => Effect.map(store.newest, Option.getOrUndefined))

  test(
    "the newest play is the last played one, in whatever order plays came",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      assert.isUndefined(yield* newest)
      yield* store.storeScrobbles([
        playAt("2024-05-06T07:04:00Z", { track: "middle" }),
        playAt("2024-05-06T07:08:00Z", { track: "last" }),
        playAt("2024-05-06T07:00:00Z", { track: "first" }),
      ])
      assert.strictEqual((yield* newest)?.track, "last")
      yield* store.storeScrobbles([playAt("2020-01-01T00:00:00Z", { track: "of old" })])
      assert.strictEqual((yield* newest)?.track, "last")
      yield* store.storeScrobbles([playAt("2024-05-06T07:12:00Z", { track: "now last" })])
      assert.strictEqual((yield* newest)?.track, "now last")
    }),
  )

  test(
    "the newest play has its names, the ids of its artist and album, its image and its time",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T07:04:00Z", { imageUrl: image })])
      const play = yield* newest
      const [album] = (yield* topAlbums(everything, { page: 1, limit: 1 })).items
      assert.isAbove(play?.artistId ?? 0, 0)
      assert.deepStrictEqual(play, {
        track: "White Horses",
        artist: "Low",
        artistId: play?.artistId ?? 0,
        album: "Hey What",
        albumId: album?.id ?? 0,
        imageUrl: image,
        catalogUrl: "",
        playedAt: Date.parse("2024-05-06T07:04:00Z"),
      })
    }),
  )

  test(
    "a newest play without an album has the album id 0 and no names or images but its own",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T07:04:00Z", { album: "" })])
      const play = yield* newest
      assert.deepStrictEqual([play?.album, play?.albumId, play?.imageUrl], ["", 0, ""])
    }),
  )

  test(
    "of plays of the same second the newest is always the same one",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const tracks = ["b", "a", "c"]
      const plays = tracks.map((track) => playAt("2024-05-06T07:04:00Z", { track }))
      yield* store.storeScrobbles(plays)
      const first = yield* newest
      assert.include(tracks, first?.track)
      yield* store.storeScrobbles(plays.toReversed())
      yield* store.storeScrobbles([playAt("2024-05-06T07:00:00Z")])
      assert.deepStrictEqual(yield* newest, first)
    }),
  )

  test(
    "a stored track is found with the ids of its artist and album and the album's image",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T07:04:00Z", { imageUrl: image })])
      const play = yield* newest
      const listen: Listen = { artist: "Low", album: "Hey What", track: "White Horses", imageUrl: "" }
      assert.deepStrictEqual(yield* store.find(listen), {
        ...listen,
        imageUrl: image,
        artistId: play?.artistId ?? 0,
        albumId: play?.albumId ?? 0,
        catalogUrl: "",
      })
      const own = { ...listen, imageUrl: "https://img.example/other.jpg" as const }
      assert.strictEqual((yield* store.find(own)).imageUrl, own.imageUrl)
    }),
  )

  test(
    "of a track that is not stored what is known is found: its artist, and its album under that artist",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([
        playAt("2024-05-06T07:04:00Z"),
        playAt("2024-05-06T07:08:00Z", { artist: "Mimi", album: "Elsewhere" }),
      ])
      const { artistId, albumId } = yield* store.find(playAt("2024-05-06T07:04:00Z"))
      assert.isTrue(artistId > 0 && albumId > 0, "what is stored has the id 0")
      const listen = { artist: "Low", album: "Hey What", track: "More", imageUrl: "" as const }
      const found = yield* store.find(listen)
      assert.deepStrictEqual(found, { ...listen, artistId, albumId, catalogUrl: "" })
      for (const album of ["", "Elsewhere", "héy what"]) {
        const { artistId: sameArtist, albumId: none } = yield* store.find({ ...listen, album })
        assert.deepStrictEqual([sameArtist, none], [artistId, 0], `the album "${album}"`)
      }
    }),
  )

  test(
    "an unknown track is returned under the requested name, with ids 0",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T07:04:00Z")])
      const listen: Listen = { artist: "Löw", album: "Hey What", track: "White Horses", imageUrl: image }
      assert.deepStrictEqual(yield* store.find(listen), {
        ...listen,
        artistId: 0,
        albumId: 0,
        catalogUrl: "",
      })
    }),
  )
}
