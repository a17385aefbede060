import { type EpochMillis, everything, type WebUrl } from "@daybook/kernel"
import { AlbumId, ArtistId, CatalogStore, type PlayedKind, tellsFacts, TrackId } from "@daybook/listening"
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

const toDescribeFirst = ([one, plays]: ToDescribe, [other, otherPlays]: ToDescribe): number =>
  Number(one.askedAt !== undefined) - Number(other.askedAt !== undefined) ||
  otherPlays - plays ||
  one.id - other.id

/** An item with its visible plays. */
type ToDescribe = readonly [item: Artist | Album | Track, plays: number]

/** The results of enrichment, beside the scrobbles in memory. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const music = yield* StoredMusic

    const fillArtist = (artist: Artist, found: { readonly id: string; readonly url: WebUrl }): void => {
      if (artist.catalogId !== "") return
      artist.catalogId = found.id
      artist.catalogUrl = found.url
    }

    const withPlays: Record<PlayedKind, () => ReadonlyArray<ToDescribe>> = {
      artist: () => Array.from(music.artists.values(), (artist) => [artist, artist.shownPlays]),
      album: () => {
        const pieces = [...music.shown.within(everything, "all")]
        return pieces.flatMap(({ sums }) => Array.from(sums, ([album, { plays }]) => [album, plays] as const))
      },
      track: () => Array.from(music.tracks.values(), (track) => [track, track.shownPlays]),
    }

    const itemOf = (kind: PlayedKind, id: number): Artist | Album | Track | undefined =>
      kind === "artist"
        ? music.artistsById.get(id)
        : kind === "album"
          ? music.albums.get(AlbumId.make(id))
          : music.tracks.get(id)

    return CatalogStore.of({
      itemsToDescribe: (kind, askedBefore, limit) =>
        Effect.sync(() => {
          const pending = withPlays[kind]().filter(
            ([{ askedAt, facts }, plays]) =>
              plays > 0 && (askedAt === undefined || (askedAt < askedBefore && !tellsFacts(facts))),
          )
          return firstInOrder(pending, toDescribeFirst, limit).map(([item]) => ({
            id: item.id,
            name: item.name,
            artist: "artist" in item ? item.artist.name : item.name,
          }))
        }),

      storeFacts: (kind, askedAt, facts) =>
        Effect.sync(() => {
          for (const [id, told] of facts) {
            const item = itemOf(kind, id)
            if (item === undefined) continue
            item.askedAt = askedAt
            item.facts = told
          }
          if (facts.values().some(tellsFacts)) raiseVersion(versions, "listening")
        }),

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
