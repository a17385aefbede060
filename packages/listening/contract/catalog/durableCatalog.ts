import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  albumsByName,
  artistNamed,
  artists,
  type CatalogPorts,
  day,
  namesOf,
  now,
  plays,
  song,
  store,
  trackNamed,
  tracks,
  unknownArtist,
} from "./catalogPlays.ts"
import { playAt } from "../scrobbles.ts"

/**
 * The contract of a durable `CatalogStore`, next to `catalogStoreContract`. `make` returns a function that opens one new
 * and empty store: each layer that it returns is the same store, built again.
 */
export const durableCatalogStoreContract = (
  adapter: string,
  make: () => (zone: string) => Layer.Layer<CatalogPorts>,
): void => {
  describe(`${adapter}: what enrichment did outlives the process`, () => {
    it.effect("catalog results and failed lookups survive a restart", () => {
      const open = make()
      const opened = () => Layer.fresh(open("UTC"))
      const before = Effect.gen(function* () {
        const { storeArtist, storeScrobbles, storeTrack } = yield* store
        yield* storeScrobbles([
          ...plays(3, "More"),
          ...plays(2, "Salt", { artist: "Ida" }),
          ...plays(1, "Rain", { artist: "Bo" }),
        ])
        const { albums, id } = yield* trackNamed("More")
        yield* storeTrack(id, now - day, { song: song("More"), album: albums[0]?.id })
        yield* storeTrack((yield* trackNamed("Salt")).id, now, undefined)
        const idOf = (name: string, all: Effect.Success<typeof artists>) =>
          all.find((artist) => artist.name === name)?.id ?? unknownArtist
        const left = yield* artists
        yield* storeArtist(idOf("Ida", left), now, undefined)
        yield* storeArtist(idOf("Bo", left), now, artistNamed("Bo"))
        return yield* albumsByName
      })
      return Effect.gen(function* () {
        const shown = yield* Effect.provide(before, opened())
        const after = Effect.gen(function* () {
          const { artistsToEnrich, find } = yield* store
          assert.deepStrictEqual(yield* albumsByName, shown, "what albums show")
          const more = yield* find(playAt("2026-01-01T00:00:00Z", { track: "More" }))
          assert.strictEqual(more.catalogUrl, song("More").url, "the page of a track")
          assert.deepStrictEqual(namesOf(yield* tracks), ["Rain"], "the tracks left to try")
          assert.deepStrictEqual(namesOf(yield* artists), [], "the artists left to try")
          const later = yield* artistsToEnrich(now + day, 10)
          assert.deepStrictEqual(namesOf(later), ["Ida"], "the artists left to try a day later")
        })
        yield* Effect.provide(after, opened())
      })
    })
  })
}
