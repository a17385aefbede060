import { everything, isWithin, startOfBucket, titleContains } from "@daybook/kernel"
import {
  type KeyedAlbum,
  type ListedPlay,
  type ListeningLists,
  nameKey,
  type Played,
  type PlayedBucket,
  type PlayedKind,
  type PlayedQuery,
  type PlaysQuery,
  TrackId,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { pageInOrder } from "../kernel/pageInOrder.ts"
import { type Album, type Artist, factsOf, listenOf, type Play, type Track } from "./music.ts"
import type { PlacedPlays } from "./placedPlays.ts"
import type { PlaysByTime } from "./playsByTime.ts"

const newestFirst = (one: Play, other: Play): number =>
  other.playedAt - one.playedAt || other.track.id - one.track.id

const listed = (play: Play, id: string): ListedPlay => {
  const { id: trackId, previewUrl } = play.track
  return { ...listenOf(play), id, trackId: TrackId.make(trackId), previewUrl }
}

const itemOf = (kind: PlayedKind, { album, track }: Play): Artist | Album | Track | undefined =>
  kind === "artist" ? track.artist : kind === "album" ? album : track

/** An item with its plays in a range, and the name that it is found by. */
interface Sum {
  readonly item: Artist | Album | Track
  readonly artist: Artist
  plays: number
  firstPlayedAt: number
  lastPlayedAt: number
}

const shown = ({ artist, item, ...sums }: Sum): Played => ({
  id: item.id,
  name: item.name,
  artistId: artist.id,
  artist: artist.name,
  imageUrl: "imageUrl" in item ? item.imageUrl : "",
  catalogUrl: item.catalogUrl,
  previewUrl: "previewUrl" in item ? item.previewUrl : "",
  ...factsOf(item),
  ...sums,
})

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const inOrderOf = ({ order, sort }: Pick<PlayedQuery, "order" | "sort">) => {
  const upwards = (one: Sum, other: Sum): number => {
    switch (sort) {
      case "plays":
        return one.plays - other.plays
      case "name":
        return compareTexts(nameKey(one.item.name), nameKey(other.item.name))
      case "first_played":
        return one.firstPlayedAt - other.firstPlayedAt
      case "last_played":
        return one.lastPlayedAt - other.lastPlayedAt
    }
  }
  const direction = order === "asc" ? 1 : -1
  return (one: Sum, other: Sum): number =>
    direction * upwards(one, other) ||
    (sort === "plays" ? other.lastPlayedAt - one.lastPlayedAt : 0) ||
    one.item.id - other.item.id
}

const byRank = inOrderOf({ sort: "plays", order: "desc" })

const byPlays = (one: KeyedAlbum, other: KeyedAlbum): number =>
  other.plays - one.plays || other.lastPlayedAt - one.lastPlayedAt || one.id - other.id

/** The lists of listening in memory. */
export const listsIn = (
  { earliestFirst }: PlaysByTime,
  placed: PlacedPlays,
  leadsTo: (id: string) => Effect.Effect<string>,
  leadOf: (kind: PlayedKind, id: number) => number,
): ListeningLists => {
  const ledBy = (kind: PlayedKind, id: number | undefined) =>
    id === undefined ? undefined : leadOf(kind, id)

  const playsOf = ({ range, ...asked }: PlaysQuery): ReadonlyArray<Play> => {
    const artistId = ledBy("artist", asked.artistId)
    const albumId = ledBy("album", asked.albumId)
    const trackId = ledBy("track", asked.trackId)
    return earliestFirst().filter(
      ({ album, cameWith, playedAt, track }) =>
        isWithin(range, playedAt) &&
        (asked.cameAfter === undefined || cameWith > asked.cameAfter) &&
        (artistId === undefined || track.artist.id === artistId) &&
        (albumId === undefined || album?.id === albumId) &&
        (trackId === undefined || track.id === trackId),
    )
  }

  const sumsOf = (kind: PlayedKind, plays: ReadonlyArray<Play>): ReadonlyArray<Sum> => {
    const sums = new Map<Artist | Album | Track, Sum>()
    for (const play of plays) {
      const item = itemOf(kind, play)
      if (item === undefined) continue
      const { playedAt } = play
      const sum = sums.get(item)
      if (sum === undefined) {
        sums.set(item, {
          item,
          artist: play.track.artist,
          plays: 1,
          firstPlayedAt: playedAt,
          lastPlayedAt: playedAt,
        })
      } else {
        sum.plays += 1
        sum.lastPlayedAt = playedAt
      }
    }
    return [...sums.values()]
  }

  const keyedAlbums = (): ReadonlyArray<KeyedAlbum> =>
    sumsOf("album", earliestFirst())
      .map((sum) => {
        const { artist, id, imageUrl, lastPlayedAt, name, plays } = shown(sum)
        return {
          id,
          name,
          artist,
          imageUrl,
          plays,
          lastPlayedAt,
          nameKey: nameKey(name),
          artistKey: nameKey(artist),
        }
      })
      .sort((one, other) => one.id - other.id)

  const matching = ({ firstPlayed, q }: PlayedQuery, sums: ReadonlyArray<Sum>): ReadonlyArray<Sum> =>
    sums.filter(
      ({ artist, firstPlayedAt, item }) =>
        (firstPlayed === undefined || isWithin(firstPlayed, firstPlayedAt)) &&
        (q === undefined || titleContains(q, item.name, item === artist ? "" : artist.name)),
    )

  return {
    plays: (query, page) =>
      Effect.sync(() => {
        const plays = playsOf(query)
        const { items, total } = pageInOrder(plays, plays.length, newestFirst, page)
        return { items: items.map((play) => listed(play, placed.idOf(play))), total }
      }),
    play: (id) =>
      Effect.map(leadsTo(id), (shown) => {
        const found = placed.find(shown)
        return found === undefined ? Option.none() : Option.some(listed(found.play, placed.idOf(found.play)))
      }),
    played: (kind, query, page) =>
      Effect.sync(() => {
        const sums = matching(query, sumsOf(kind, playsOf(query)))
        const { items, total } = pageInOrder(sums, sums.length, inOrderOf(query), page)
        return { items: items.map(shown), total }
      }),
    first: (kind, query, most) =>
      Effect.sync(() => {
        const sums = matching(query, sumsOf(kind, playsOf(query)))
        return pageInOrder(sums, sums.length, inOrderOf(query), { page: 1, limit: most }).items.map(shown)
      }),
    one: (kind, id) =>
      Effect.sync(() => {
        const sums = sumsOf(kind, earliestFirst())
        const found = sums.find(({ item }) => item.id === leadOf(kind, id))
        if (found === undefined) return Option.none()
        const rank = 1 + sums.filter((sum) => byRank(sum, found) < 0).length
        return Option.some({ ...shown(found), rank })
      }),
    buckets: (kind, ids, range, granularity) =>
      Effect.sync(() => {
        const wanted = new Set(ids)
        const buckets = new Map<string, { -readonly [Field in keyof PlayedBucket]: PlayedBucket[Field] }>()
        for (const play of playsOf({ range })) {
          const id = itemOf(kind, play)?.id
          if (id === undefined || !wanted.has(id)) continue
          const start = startOfBucket(play.day, granularity)
          const bucket = buckets.get(`${id} ${start}`)
          if (bucket === undefined) buckets.set(`${id} ${start}`, { id, start, plays: 1 })
          else bucket.plays += 1
        }
        return [...buckets.values()].sort(
          (one, other) => compareTexts(one.start, other.start) || one.id - other.id,
        )
      }),
    albumsNamed: (names) =>
      Effect.sync(() => {
        const byArtist = Map.groupBy(names, ({ artistKey }) => artistKey)
        return keyedAlbums().filter(({ artistKey, nameKey }) =>
          [artistKey, undefined].some((key) =>
            byArtist.get(key)?.some((one) => nameKey.startsWith(one.nameKey)),
          ),
        )
      }),
    albumsBeside: (ids, page) =>
      Effect.sync(() => {
        const known = new Set(ids)
        const others = keyedAlbums().filter(({ id }) => !known.has(id))
        return pageInOrder(others, others.length, byPlays, page)
      }),
    stats: (range) =>
      Effect.sync(() => {
        const plays = playsOf({ range })
        return {
          plays: plays.length,
          artists: sumsOf("artist", plays).length,
          albums: sumsOf("album", plays).length,
          tracks: sumsOf("track", plays).length,
          newArtists: sumsOf("artist", playsOf({ range: everything })).filter(({ firstPlayedAt }) =>
            isWithin(range, firstPlayedAt),
          ).length,
        }
      }),
  }
}
