import type { EpochMillis } from "@daybook/kernel"
import { ArtistId, CatalogStore, TrackId } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"
import { type Album, type Artist, isHidden, StoredMusic, type Track } from "./music.ts"

const trackPlays = (track: Track): number =>
  track.plays
    .values()
    .filter((play) => !isHidden(play))
    .toArray().length

const artistPlays = (artist: Artist): number =>
  artist.tracks.values().reduce((plays, track) => plays + trackPlays(track), 0)

const albumsOf = (track: Track): ReadonlySet<Album> =>
  new Set(track.plays.values().flatMap((play) => (play.album === undefined ? [] : [play.album])))

/** The items left to look up: never looked up first, then most played. */
const pendingOf = <Item extends Artist | Track>(
  items: Iterable<Item>,
  playsOf: (item: Item) => number,
  triedBefore: EpochMillis,
  limit: number,
): ReadonlyArray<Item> =>
  [...items]
    .filter(({ catalogId, triedAt = -Infinity }) => catalogId === "" && triedAt < triedBefore)
    .map((item) => ({ item, tried: item.triedAt === undefined ? 0 : 1, plays: playsOf(item) }))
    .filter(({ plays }) => plays > 0)
    .sort((a, b) => a.tried - b.tried || b.plays - a.plays || a.item.id - b.item.id)
    .slice(0, limit)
    .map(({ item }) => item)

/** The results of enrichment, beside the scrobbles in memory. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const music = yield* StoredMusic
    const tracks = () => music.artists.values().flatMap((artist) => artist.tracks.values())

    const fillArtist = (artist: Artist, found: { readonly id: string; readonly url: string }): void => {
      if (artist.catalogId !== "") return
      artist.catalogId = found.id
      artist.catalogUrl = found.url
    }

    return CatalogStore.of({
      artistsToEnrich: (triedBefore, limit) =>
        Effect.sync(() =>
          pendingOf(music.artists.values(), artistPlays, triedBefore, limit).map((artist) => ({
            id: ArtistId.make(artist.id),
            name: artist.name,
            albums: [...artist.albums.keys()],
          })),
        ),

      tracksToEnrich: (triedBefore, limit) =>
        Effect.sync(() =>
          pendingOf(tracks(), trackPlays, triedBefore, limit).map((track) => ({
            id: TrackId.make(track.id),
            name: track.name,
            artistId: ArtistId.make(track.artist.id),
            artist: track.artist.name,
            albums: [...albumsOf(track)].map(({ id, name }) => ({ id, name })),
          })),
        ),

      storeArtist: (id, triedAt, found) =>
        Effect.sync(() => {
          const artist = music.artists.values().find((one) => one.id === id)
          if (artist === undefined) return
          artist.triedAt = triedAt
          if (found === undefined) return
          fillArtist(artist, found)
          raiseVersion(versions, "listening")
        }),

      storeTrack: (id, triedAt, found) =>
        Effect.sync(() => {
          const track = tracks().find((one) => one.id === id)
          if (track === undefined) return
          track.triedAt = triedAt
          if (found === undefined) return
          const { album, song } = found
          track.catalogId = song.id
          track.catalogUrl = song.url || track.catalogUrl
          track.previewUrl = song.previewUrl || track.previewUrl
          fillArtist(track.artist, song.artist)
          for (const one of albumsOf(track)) {
            if (one.id === album && one.catalogUrl === "") one.catalogUrl = song.album.url
            if (one.previewUrl === "") one.previewUrl = song.previewUrl
          }
          raiseVersion(versions, "listening")
        }),
    })
  }),
).pipe(Layer.provide(StoredMusic.layer))
