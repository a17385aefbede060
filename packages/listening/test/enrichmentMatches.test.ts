import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  AlbumId,
  type ArtistToEnrich,
  type CatalogArtist,
  type CatalogSong,
  enrichArtists,
  enrichCatalog,
  type TrackToEnrich,
} from "../src/index.ts"
import {
  artistNamed,
  artistToTry,
  type Catalog,
  makeCatalogRun,
  songNamed,
  trackToTry,
} from "./catalogRun.ts"

describe("the matched artist", () => {
  const found = (
    artist: ArtistToEnrich,
    candidates: ReadonlyArray<CatalogArtist>,
    albumsOf: Catalog["albumsOf"] = () => Effect.die("the albums do not matter"),
  ) =>
    Effect.gen(function* () {
      const { kept, run } = makeCatalogRun({ searchArtist: () => Effect.succeed(candidates), albumsOf }, [
        artist,
      ])
      yield* run(enrichArtists)
      return kept.map(([, , one]) => (one === undefined || "song" in one ? undefined : one.id))
    })

  it.effect("is a result with the same name after folding, at any position", () =>
    Effect.gen(function* () {
      const animals = artistToTry(1, "Animals", ["Weather Maps"])
      assert.deepStrictEqual(
        yield* found(animals, [artistNamed("Glass Animals"), artistNamed("The Animals")]),
        ["The Animals"],
      )
      assert.deepStrictEqual(yield* found(animals, [artistNamed("Glass Animals")]), [undefined])
      assert.deepStrictEqual(yield* found(artistToTry(1, "宇多田ヒカル"), [artistNamed("Hikaru Utada")]), [
        undefined,
      ])
    }),
  )

  const namesakes = ["one", "two", "three", "four"].map((id) => artistNamed("Nirvana", id))
  const albums: Record<string, ReadonlyArray<string>> = {
    one: ["Other"],
    three: ["WEATHER MAPS"],
    four: ["Salt"],
  }

  it.effect("is, of several namesakes, the first with a stored album", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const albumsOf = (id: string) =>
        Effect.sync(() => {
          asked.push(id)
          return albums[id] ?? []
        })
      const nirvana = artistToTry(1, "Nirvana", ["Weather Maps", "Salt"])
      assert.deepStrictEqual(yield* found(nirvana, namesakes, albumsOf), ["three"])
      assert.deepStrictEqual(asked, ["one", "two", "three"])
    }),
  )

  it.effect("is the first of them if no album decides; at most three are requested", () =>
    Effect.gen(function* () {
      const albumsOf = (id: string) => Effect.succeed(albums[id] ?? [])
      assert.deepStrictEqual(yield* found(artistToTry(1, "Nirvana", ["Salt"]), namesakes, albumsOf), ["one"])
      assert.deepStrictEqual(yield* found(artistToTry(1, "Nirvana"), namesakes), ["one"])
    }),
  )
})

describe("the matched song", () => {
  const found = (track: TrackToEnrich, candidates: ReadonlyArray<CatalogSong>) =>
    Effect.gen(function* () {
      const asked: Array<readonly [string, string]> = []
      const searchSong: Catalog["searchSong"] = (artist, name) =>
        Effect.sync(() => {
          asked.push([artist, name])
          return candidates
        })
      const { kept, run } = makeCatalogRun({ searchSong }, [], [track])
      yield* run(enrichCatalog)
      assert.deepStrictEqual(asked, [[track.artist, track.name]])
      return kept.map(([, , one]) =>
        one !== undefined && "song" in one ? [one.song.id, one.album] : undefined,
      )
    })

  const salt = trackToTry(1, "Salt (feat. Bo)", "Ida Quarry", ["Orchard", "Salt & Ash"])

  it.effect("has the names of artist and track after folding", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* found(salt, [songNamed("Salt", "Nine Wells"), songNamed("Pepper", "Ida Quarry")]),
        [undefined],
      )
      assert.deepStrictEqual(yield* found(salt, []), [undefined])
      assert.deepStrictEqual(
        yield* found(salt, [songNamed("Salt", "Nine Wells"), songNamed("SALT", "Ida Quarry", "Hits", "hit")]),
        [["hit", undefined]],
      )
    }),
  )

  it.effect("is the first from an album that the track was played from, and names that album", () =>
    Effect.gen(function* () {
      const candidates = ["Hits", "Salt and Ash", "Orchard"].map((album) =>
        songNamed("Salt", "Ida Quarry", album, album),
      )
      assert.deepStrictEqual(yield* found(salt, candidates), [["Salt and Ash", AlbumId.make(2)]])
    }),
  )
})
