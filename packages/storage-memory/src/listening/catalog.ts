import type { EpochMillis } from "@daybook/kernel"
import { ArtistId, CatalogStore, TrackId } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"
import { firstInOrder } from "../kernel/pageInOrder.ts"
import { type Album, type Artist, StoredMusic, type Track } from "./music.ts"

const albumsOf = (track: Track): ReadonlySet<Album> =>
  new Set(track.plays.values().flatMap((play) => (play.album === undefined ? [] : [play.album])))

const toLookUpFirst = (one: Artist | Track, other: Artist | Track): number =>
  Number(one.triedAt !== undefined) - Number(other.triedAt !== undefined) ||
  other.shownPlays - one.shownPlays ||
  one.id - other.id

/** The items left to look up: never looked up first, then most played. */
const pendingOf = <Item extends Artist | Track>(
  items: Iterable<Item>,
  triedBefore: EpochMillis,
  limit: number,
): ReadonlyArray<Item> =>
  firstInOrder(
    Iterator.from(items).filter(
      ({ catalogId, shownPlays, triedAt = -Infinity }) =>
        shownPlays > 0 && catalogId === "" && triedAt < triedBefore,
    ),
    toLookUpFirst,
    limit,
  )

/** The results of enrichment, beside the scrobbles in memory. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const music = yield* StoredMusic

    const fillArtist = (artist: Artist, found: { readonly id: string; readonly url: string }): void => {
      if (artist.catalogId !== "") return
      artist.catalogId = found.id
      artist.catalogUrl = found.url
    }

    return CatalogStore.of({
      artistsToEnrich: (triedBefore, limit) =>
        Effect.sync(() =>
          pendingOf(music.artists.values(), triedBefore, limit).map((artist) => ({
            id: ArtistId.make(artist.id),
            name: artist.name,
            albums: [...artist.albums.keys()],
          })),
        ),

      tracksToEnrich: (triedBefore, limit) =>
        Effect.sync(() =>
          pendingOf(music.tracks.values(), triedBefore, limit).map((track) => ({
            id: TrackId.make(track.id),
            name: track.name,
            artistId: ArtistId.make(track.artist.id),
            artist: track.artist.name,
            albums: [...albumsOf(track)].map(({ id, name }) => ({ id, name })),
          })),
        ),

      storeArtist: (id, triedAt, found) =>
        Effect.sync(() => {
          const artist = music.artistsById.get(id)
          if (artist === undefined) return
          artist.triedAt = triedAt
          if (found === undefined) return
          fillArtist(artist, found)
          raiseVersion(versions, "listening")
        }),

      storeTrack: (id, triedAt, found) =>
        Effect.sync(() => {
          const track = music.tracks.get(id)
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
