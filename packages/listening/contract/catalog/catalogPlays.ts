import type { DataVersions } from "@daybook/kernel"
import {
  ArtistId,
  type CatalogArtist,
  type CatalogSong,
  CatalogStore,
  type FilterStore,
  ListeningStore,
  TrackId,
} from "@daybook/listening"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { playAt, topAlbums } from "../scrobbles.ts"

export type CatalogPorts = CatalogStore | ListeningStore | FilterStore | DataVersions

export const page = "https://catalog.example"
export const day = 86_400_000
export const now = Date.parse("2026-05-06T07:08:09Z")

export const artistNamed = (name: string): CatalogArtist => ({
  id: `artist ${name}`,
  name,
  url: `${page}/artist/${name}`,
})

export const song = (name: string, more: Partial<CatalogSong> = {}): CatalogSong => ({
  id: `song ${name}`,
  name,
  url: `${page}/song/${name}`,
  previewUrl: `${page}/excerpt/${name}`,
  artist: artistNamed("Low"),
  album: { name: "Hey What", url: `${page}/album` },
  ...more,
})

/** Plays of a track, an hour apart. */
export const plays = (
  count: number,
  track: string,
  more: { readonly artist?: string; readonly album?: string } = {},
) =>
  Array.from({ length: count }, (_, hour) => ({
    ...playAt("2026-01-01T00:00:00Z", { track, ...more }),
    playedAt: Date.parse("2026-01-01T00:00:00Z") + hour * 3_600_000,
  }))

export const namesOf = (items: ReadonlyArray<{ readonly name: string }>) => items.map((item) => item.name)

export const unknownTrack = TrackId.make(987_654)
export const unknownArtist = ArtistId.make(987_654)

export const store = Effect.flatMap(ListeningStore, (listening) =>
  Effect.map(CatalogStore, (catalog) => ({ ...listening, ...catalog })),
)
export const artists = Effect.flatMap(CatalogStore, (catalog) => catalog.artistsToEnrich(now, 100))
export const tracks = Effect.flatMap(CatalogStore, (catalog) => catalog.tracksToEnrich(now, 100))
export const albumsByName = Effect.gen(function* () {
  const { items } = yield* topAlbums()
  return new Map(items.map((album) => [album.name, album]))
})

/** The stored track of this name, as `tracksToEnrich` returns it. */
export const trackNamed = Effect.fnUntraced(function* (name: string) {
  return (yield* tracks).find((track) => track.name === name) ?? assert.fail(`${name} is not left to try`)
})
