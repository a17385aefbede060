import { type WebUrl } from "@daybook/kernel"
import { hostileTexts, raisesVersion, survivesHostileTexts, versionOf } from "@daybook/kernel/contract"
import { type CatalogSong, normalizeSong } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  type CatalogPorts,
  albumsByName,
  artistNamed,
  artists,
  day,
  namesOf,
  now,
  page,
  plays,
  song,
  store,
  trackNamed,
  tracks,
  unknownArtist,
  unknownTrack,
} from "./catalogPlays.ts"
import { playAt } from "../scrobbles.ts"

/** Contract: the places where enrichment shows, and the values that it never replaces. */
export const catalogResultsContract = (fresh: () => Layer.Layer<CatalogPorts>): void => {
  const test = (name: string, body: Effect.Effect<void, unknown, CatalogPorts>) =>
    it.effect(name, () => Effect.orDie(Effect.provide(body, fresh())))

  test(
    "a catalog result is on the track, its artist and its albums, and these are tried no more",
    Effect.gen(function* () {
      const { find, newest, storeScrobbles, storeTrack } = yield* store
      yield* storeScrobbles([...plays(1, "More"), ...plays(1, "Days", { album: "Live" })])
      const { albums, id } = yield* trackNamed("More")
      const album = albums[0]?.id
      yield* raisesVersion("listening", "a song", storeTrack(id, now, { song: song("More"), album }))
      assert.deepStrictEqual(namesOf(yield* tracks), ["Days"])
      assert.deepStrictEqual(yield* artists, [])
      const shown = yield* albumsByName
      assert.deepInclude(shown.get("Hey What"), {
        catalogUrl: `${page}/album`,
        previewUrl: `${page}/excerpt/More`,
      })
      assert.deepInclude(shown.get("Live"), { catalogUrl: "", previewUrl: "" })
      const more = playAt("2026-01-01T00:00:00Z", { track: "More" })
      assert.strictEqual((yield* find(more)).catalogUrl, `${page}/song/More`)
      yield* storeScrobbles([{ ...more, playedAt: now }])
      assert.strictEqual(Option.getOrUndefined(yield* newest)?.catalogUrl, `${page}/song/More`)
    }),
  )

  test(
    "a field of a song that is not found again stays as it was",
    Effect.gen(function* () {
      const { find, storeScrobbles, storeTrack } = yield* store
      yield* storeScrobbles(plays(1, "More"))
      const { id } = yield* trackNamed("More")
      yield* storeTrack(id, now, { song: song("More"), album: undefined })
      yield* storeTrack(id, now, { song: { ...song("More"), url: "", previewUrl: "" }, album: undefined })
      const found = yield* find(playAt("2026-01-01T00:00:00Z", { track: "More" }))
      assert.strictEqual(found.catalogUrl, `${page}/song/More`)
    }),
  )

  test(
    "a song without a stored album leaves the albums' pages unchanged, and adds an excerpt to them",
    Effect.gen(function* () {
      const { storeScrobbles, storeTrack } = yield* store
      yield* storeScrobbles([
        ...plays(1, "More"),
        playAt("2026-02-01T00:00:00Z", { track: "More", album: "Live" }),
        ...plays(1, "Days", { album: "Other" }),
      ])
      yield* storeTrack((yield* trackNamed("More")).id, now, { song: song("More"), album: undefined })
      const shown = yield* albumsByName
      for (const name of ["Hey What", "Live"]) {
        assert.deepInclude(shown.get(name), { catalogUrl: "", previewUrl: `${page}/excerpt/More` })
      }
      assert.deepInclude(shown.get("Other"), { catalogUrl: "", previewUrl: "" })
    }),
  )

  test(
    "a later song does not change an artist or an album that has its own result",
    Effect.gen(function* () {
      const { artistsToEnrich, storeScrobbles, storeTrack } = yield* store
      yield* storeScrobbles([...plays(2, "More"), ...plays(1, "Days")])
      for (const name of ["More", "Days"]) {
        const { albums, id } = yield* trackNamed(name)
        const album = { name: "Hey What", url: `${page}/album/${name}` as const }
        yield* storeTrack(id, now, { song: song(name, { album }), album: albums[0]?.id })
      }
      assert.deepInclude((yield* albumsByName).get("Hey What"), {
        catalogUrl: `${page}/album/More`,
        previewUrl: `${page}/excerpt/More`,
      })
      assert.deepStrictEqual(yield* artistsToEnrich(now + day, 1), [])
    }),
  )

  test(
    "a later song fills what the first one left empty",
    Effect.gen(function* () {
      const { storeScrobbles, storeTrack } = yield* store
      yield* storeScrobbles([...plays(2, "More"), ...plays(1, "Days")])
      const first = yield* trackNamed("More")
      yield* storeTrack(first.id, now, { song: song("More", { previewUrl: "" }), album: undefined })
      const second = yield* trackNamed("Days")
      yield* storeTrack(second.id, now, { song: song("Days"), album: second.albums[0]?.id })
      assert.deepInclude((yield* albumsByName).get("Hey What"), {
        catalogUrl: `${page}/album`,
        previewUrl: `${page}/excerpt/Days`,
      })
    }),
  )

  test(
    "a result only for an artist raises the version, and the artist is tried no more",
    Effect.gen(function* () {
      const { artistsToEnrich, storeArtist, storeScrobbles } = yield* store
      yield* storeScrobbles([...plays(2, "More"), ...plays(1, "Salt", { artist: "Ida" })])
      const [low] = yield* artists
      yield* raisesVersion(
        "listening",
        "an artist",
        storeArtist(low?.id ?? unknownArtist, now, artistNamed("Low")),
      )
      assert.deepStrictEqual(namesOf(yield* artistsToEnrich(now + 365 * day, 100)), ["Ida"])
      assert.deepStrictEqual(namesOf(yield* tracks), ["More", "Salt"])
    }),
  )

  test(
    "a miss is shown nowhere, and unknown items are skipped",
    Effect.gen(function* () {
      const { storeArtist, storeScrobbles, storeTrack } = yield* store
      yield* storeScrobbles(plays(1, "More"))
      const before = yield* albumsByName
      yield* storeTrack((yield* trackNamed("More")).id, now, undefined)
      yield* storeTrack(unknownTrack, now, { song: song("More"), album: undefined })
      yield* storeTrack(unknownTrack, now, undefined)
      yield* storeArtist(unknownArtist, now, artistNamed("Low"))
      assert.deepStrictEqual(yield* albumsByName, before)
      assert.strictEqual((yield* artists).length, 1)
      assert.isAbove(yield* versionOf("listening"), 0)
    }),
  )

  test(
    "hostile texts of a catalog are stored as they were tidied; an untidied one is stored or fails on its own",
    Effect.gen(function* () {
      const { find, storeScrobbles, storeTrack } = yield* store
      yield* storeScrobbles(plays(1, "More"))
      const { id } = yield* trackNamed("More")
      const more = playAt("2026-01-01T00:00:00Z", { track: "More" })
      const hostile = (text: string): CatalogSong => ({
        ...song("More"),
        id: text,
        url: text as WebUrl,
        previewUrl: text as WebUrl,
        artist: { id: text, name: "Low", url: text as WebUrl },
        album: { name: text, url: text as WebUrl },
      })
      yield* survivesHostileTexts(
        (text) => storeTrack(id, now, { song: hostile(text), album: undefined }),
        (at) =>
          storeTrack(id, now, {
            song: { ...song("More"), url: `https://good.example/${at}` },
            album: undefined,
          }),
      )
      for (const text of hostileTexts) {
        const tidied = normalizeSong(hostile(text))
        yield* storeTrack(id, now, { song: tidied, album: undefined })
        // An address that is too long counts as unknown and replaces nothing.
        if (tidied.url !== "") assert.strictEqual((yield* find(more)).catalogUrl, tidied.url)
      }
    }),
  )
}
