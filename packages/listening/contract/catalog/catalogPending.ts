import { AlbumId, ArtistId, FilterStore } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import {
  type CatalogPorts,
  artists,
  day,
  namesOf,
  now,
  plays,
  store,
  trackNamed,
  tracks,
  unknownArtist,
} from "./catalogPlays.ts"
import { playAt } from "../scrobbles.ts"

/** Contract: the artists and tracks left to look up, and their order. */
export const catalogPendingContract = (fresh: () => Layer.Layer<CatalogPorts>): void => {
  const test = (name: string, body: Effect.Effect<void, unknown, CatalogPorts>) =>
    it.effect(name, () => Effect.orDie(Effect.provide(body, fresh())))

  test(
    "where nothing is stored nothing is left to try",
    Effect.gen(function* () {
      assert.deepStrictEqual([yield* artists, yield* tracks], [[], []])
    }),
  )

  test(
    "artists and tracks come by their plays, then in order of arrival",
    Effect.gen(function* () {
      const { storeScrobbles } = yield* store
      yield* storeScrobbles([
        ...plays(1, "once", { artist: "Ada" }),
        ...plays(2, "twice", { artist: "Ida" }),
        ...plays(2, "as often", { artist: "Ida", album: "" }),
        ...plays(3, "most", { artist: "Bo", album: "Salt" }),
        ...plays(1, "least", { artist: "Bo" }),
      ])
      assert.deepStrictEqual(namesOf(yield* artists).toSorted(), ["Ada", "Bo", "Ida"])
      assert.strictEqual((yield* artists).at(-1)?.name, "Ada")
      assert.deepStrictEqual(namesOf(yield* tracks).slice(0, 1), ["most"])
      assert.deepStrictEqual(
        namesOf(yield* tracks)
          .slice(1, 3)
          .toSorted(),
        ["as often", "twice"],
      )
      const { artistsToEnrich, tracksToEnrich } = yield* store
      assert.deepStrictEqual(yield* artistsToEnrich(now, 2), (yield* artists).slice(0, 2))
      assert.deepStrictEqual(yield* tracksToEnrich(now, 3), (yield* tracks).slice(0, 3))
    }),
  )

  test(
    "an artist comes with its albums, a track with its artist and the albums that it was played from",
    Effect.gen(function* () {
      const { find, storeScrobbles } = yield* store
      yield* storeScrobbles([
        ...plays(1, "More"),
        playAt("2026-02-01T00:00:00Z", { track: "More", album: "Live" }),
        playAt("2026-02-02T00:00:00Z", { track: "More", album: "Live" }),
        playAt("2026-02-03T00:00:00Z", { track: "More", album: "" }),
        playAt("2026-02-04T00:00:00Z", { track: "Days", album: "" }),
      ])
      const { albumId, artistId } = yield* find(playAt("2026-01-01T00:00:00Z"))
      const [low] = yield* artists
      assert.deepStrictEqual(low, { id: ArtistId.make(artistId), name: "Low", albums: low?.albums ?? [] })
      assert.sameMembers([...(low?.albums ?? [])], ["Hey What", "Live"])
      const more = yield* trackNamed("More")
      assert.deepStrictEqual([more.artist, more.artistId], ["Low", artistId])
      assert.strictEqual(more.albums.length, 2)
      assert.deepInclude(more.albums, { id: AlbumId.make(albumId), name: "Hey What" })
      assert.deepStrictEqual((yield* trackNamed("Days")).albums, [])
    }),
  )

  test(
    "a tried item follows those never tried, and only when its last try is before the instant",
    Effect.gen(function* () {
      const { artistsToEnrich, storeArtist, storeScrobbles, storeTrack, tracksToEnrich } = yield* store
      yield* storeScrobbles([
        ...plays(3, "often", { artist: "Often" }),
        ...plays(1, "once", { artist: "Once" }),
      ])
      const [often] = yield* artists
      yield* storeArtist(often?.id ?? unknownArtist, now, undefined)
      yield* storeTrack((yield* trackNamed("often")).id, now, undefined)
      for (const before of [now - day, now]) {
        assert.deepStrictEqual(namesOf(yield* artistsToEnrich(before, 100)), ["Once"])
        assert.deepStrictEqual(namesOf(yield* tracksToEnrich(before, 100)), ["once"])
      }
      assert.deepStrictEqual(namesOf(yield* artistsToEnrich(now + 1, 100)), ["Once", "Often"])
      assert.deepStrictEqual(namesOf(yield* tracksToEnrich(now + 1, 100)), ["once", "often"])
      assert.deepStrictEqual(namesOf(yield* artistsToEnrich(now + 1, 1)), ["Once"])
      assert.deepStrictEqual(namesOf(yield* tracksToEnrich(now + 1, 1)), ["once"])
    }),
  )

  test(
    "an item that a filter hides is not requested",
    Effect.gen(function* () {
      const { storeScrobbles } = yield* store
      yield* storeScrobbles([...plays(3, "Chapter 1", { artist: "A Reader" }), ...plays(1, "More")])
      yield* (yield* FilterStore).add({ kind: "artist", match: "exact", value: "A Reader", reason: "" })
      assert.deepStrictEqual(namesOf(yield* artists), ["Low"])
      assert.deepStrictEqual(namesOf(yield* tracks), ["More"])
    }),
  )
}
