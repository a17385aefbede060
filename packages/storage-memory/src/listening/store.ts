import {
  type DateRange,
  isWithin,
  type LocalDate,
  pageIn,
  type PageRequest,
  startOfBucket,
} from "@daybook/kernel"
import { type AlbumBucket, type AlbumPlays, ListeningStore, type Scrobble } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeCursors } from "../kernel/cursors.ts"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"
import * as Filters from "./filters.ts"
import { type Album, isHidden, StoredMusic, listenOf, type Play } from "./music.ts"

/** True where a play is visible and in the range. */
const within = (range: DateRange, play: Play): boolean => isWithin(range, play.playedAt) && !isHidden(play)

/** The plays of an album in the range; undefined without any. */
const playsWithin = (album: Album, range: DateRange): AlbumPlays | undefined => {
  let plays = 0
  let lastPlayedAt = -Infinity
  for (const play of album.plays) {
    if (!within(range, play)) continue
    plays += 1
    lastPlayedAt = Math.max(lastPlayedAt, play.playedAt)
  }
  if (plays === 0) return undefined
  const { id, name, artist, imageUrl, catalogUrl, previewUrl } = album
  return { id, name, artist: artist.name, plays, lastPlayedAt, imageUrl, catalogUrl, previewUrl }
}

const byRank = (a: AlbumPlays, b: AlbumPlays): number =>
  b.plays - a.plays || b.lastPlayedAt - a.lastPlayedAt || a.id - b.id

const scrobbles = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const music = yield* StoredMusic
    const cursors = makeCursors()

    const storeScrobbles = (scrobbles: ReadonlyArray<Scrobble>): number => {
      // A play may move more than once within its batch: it counts as changed where its last album differs from the
      // first.
      const before = new Map<Play, Album | undefined>()
      const fresh = new Set<Play>()
      let covers = false
      for (const scrobble of scrobbles) {
        const { play, added, from, cover } = music.add(scrobble)
        if (added) fresh.add(play)
        else if (!before.has(play)) before.set(play, from)
        covers ||= cover
      }
      const moved = [...before].filter(([play, album]) => !fresh.has(play) && play.album !== album)
      const changed = fresh.size + moved.length
      if (changed > 0 || covers) raiseVersion(versions, "listening")
      return changed
    }

    const topAlbums = (range: DateRange, page: PageRequest) => {
      const played = [...music.albums.values()].flatMap((album) => playsWithin(album, range) ?? [])
      return pageIn(played.sort(byRank), page)
    }

    return ListeningStore.of({
      storeScrobbles: (scrobbles, cursor) =>
        Effect.sync(() => {
          const changed = storeScrobbles(scrobbles)
          cursors.save(cursor)
          return changed
        }),
      cursor: cursors.read,
      topAlbums: (range, page) => Effect.sync(() => topAlbums(range, page)),
      albumBuckets: (albums, range, granularity) =>
        Effect.sync(() => {
          const buckets: Array<AlbumBucket> = []
          for (const albumId of new Set(albums)) {
            const counts = new Map<LocalDate, number>()
            for (const play of music.albums.get(albumId)?.plays ?? []) {
              if (!within(range, play)) continue
              const start = startOfBucket(play.day, granularity)
              counts.set(start, (counts.get(start) ?? 0) + 1)
            }
            for (const [start, plays] of counts) buckets.push({ albumId, start, plays })
          }
          return buckets.sort((a, b) =>
            a.start < b.start ? -1 : a.start > b.start ? 1 : a.albumId - b.albumId,
          )
        }),
      newest: Effect.sync(() => Option.map(Option.fromUndefinedOr(music.newest), listenOf)),
      find: (listen) =>
        Effect.sync(() => {
          const artist = music.artists.get(listen.artist)
          const album = artist?.albums.get(listen.album)
          return {
            track: listen.track,
            artist: listen.artist,
            album: listen.album,
            imageUrl: listen.imageUrl === "" ? (album?.imageUrl ?? "") : listen.imageUrl,
            artistId: artist?.id ?? 0,
            albumId: album?.id ?? 0,
            catalogUrl: artist?.tracks.get(listen.track)?.catalogUrl ?? "",
          }
        }),
    })
  }),
)

/** Scrobbles in memory, with the day of each in the person's time zone, and the filters that hide some of them. */
export const layer = Layer.merge(scrobbles, Filters.layer).pipe(Layer.provide(StoredMusic.layer))
