import { type RequestedSort, type DateRangeInput, everything, paginate, sortOf } from "@daybook/kernel"
import * as Listening from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  type Asked,
  type ById,
  notFound,
  pageOf,
  type PageQuery,
  rangeOf,
  refused,
  rememberedReads,
  textOf,
} from "../../forRoutes.ts"
import { ItemImages, withImageVersions } from "../../itemImages.ts"
import { detailOf, ItemAnswer, Items, Plays, shownItem, shownPlay, StatsAnswer, TopAnswer } from "./wire.ts"

interface TopQuery extends PageQuery, DateRangeInput {
  readonly period?: Listening.Period
  readonly artist_id?: number
  readonly album_id?: number
  readonly include_sparklines?: boolean
}

interface PlaysQuery extends PageQuery, DateRangeInput {
  readonly artist_id?: number
  readonly album_id?: number
  readonly track_id?: number
}

interface ItemsQuery extends PageQuery, RequestedSort<Listening.PlayedSort> {
  readonly q?: string
}

/** Artists, albums and tracks as they are shown. */
export const itemsShown = Effect.gen(function* () {
  const itemImages = yield* ItemImages

  /** Items with their images. */
  const shownAll = Effect.fnUntraced(function* <Item extends Listening.Played>(items: ReadonlyArray<Item>) {
    const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
    return items.map((item) => ({ ...shownItem(item), ...imageOf(item.imageUrl) }))
  })

  const one = Effect.fnUntraced(function* (kind: Listening.PlayedKind, id: number) {
    const found = yield* Effect.fromOption(yield* Listening.playedDetails(kind, id), () =>
      notFound(`There is no ${kind} with this id`),
    )
    const { topAlbums = [], topTracks = [], ...item } = found
    const [shown = { ...shownItem(item), image: undefined }] = yield* shownAll([item])
    return { ...shown, topAlbums: yield* shownAll(topAlbums), topTracks: yield* shownAll(topTracks) }
  })

  return { shownAll, one }
})

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const { one, shownAll } = yield* itemsShown
  const remembered = yield* rememberedReads<
    Listening.ListeningStore | Listening.MusicPages | DateTime.CurrentTimeZone
  >()
  const { dataVersions } = Listening.listening
  const withImages = withImageVersions(dataVersions)

  const top = Effect.fnUntraced(function* (kind: "artist" | "track", query: TopQuery) {
    const page = pageOf(query)
    const found = yield* refused(
      Listening.topPlayed(kind, {
        ...query,
        ...page,
        artistId: query.artist_id,
        albumId: query.album_id,
        sparklines: query.include_sparklines ?? false,
      }),
    )
    const data = (yield* shownAll(found.items)).map((item, at) => {
      const played = found.items[at]
      return { ...item, detail: played === undefined ? "" : detailOf(kind, played) }
    })
    return TopAnswer.of({ period: found.period, data, pagination: paginate(page, found.total) })
  })

  const list = Effect.fnUntraced(function* (
    kind: Listening.PlayedKind,
    query: PageQuery,
    asked: Listening.PlayedQuery,
  ) {
    const page = pageOf(query)
    const { items, total } = yield* Listening.listPlayed(kind, asked, page)
    return { data: yield* shownAll(items), pagination: paginate(page, total) }
  })

  const all = (kind: Listening.PlayedKind, query: ItemsQuery) =>
    list(kind, query, { range: everything, ...sortOf(Listening.playedSorts, query), q: textOf(query.q) })

  return {
    topArtists: remembered(withImages, TopAnswer, ({ query }: Asked<TopQuery>) => top("artist", query)),
    topTracks: remembered(withImages, TopAnswer, ({ query }: Asked<TopQuery>) => top("track", query)),
    recent: remembered(
      withImages,
      Plays,
      Effect.fnUntraced(function* ({ query }: Asked<PlaysQuery>) {
        const page = pageOf(query)
        const { lists } = yield* Listening.ListeningStore
        const pages = yield* Listening.MusicPages
        const range = yield* rangeOf(query)
        const { items, total } = yield* lists.plays(
          { range, artistId: query.artist_id, albumId: query.album_id, trackId: query.track_id },
          page,
        )
        const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
        const data = items.map((play) => ({
          ...shownPlay(play, pages.track(play.artist, play.track)),
          ...imageOf(play.imageUrl),
        }))
        return Plays.of({ data, pagination: paginate(page, total) })
      }),
    ),
    artists: remembered(withImages, Items.artist, ({ query }: Asked<ItemsQuery>) =>
      Effect.map(all("artist", query), Items.artist.of),
    ),
    albums: remembered(withImages, Items.album, ({ query }: Asked<ItemsQuery>) =>
      Effect.map(all("album", query), Items.album.of),
    ),
    tracks: remembered(withImages, Items.track, ({ query }: Asked<ItemsQuery>) =>
      Effect.map(all("track", query), Items.track.of),
    ),
    artist: remembered(withImages, ItemAnswer.artist, ({ params }: ById) =>
      Effect.map(one("artist", params.id), ItemAnswer.artist.of),
    ),
    album: remembered(withImages, ItemAnswer.album, ({ params }: ById) =>
      Effect.map(one("album", params.id), ItemAnswer.album.of),
    ),
    track: remembered(withImages, ItemAnswer.track, ({ params }: ById) =>
      Effect.map(one("track", params.id), ItemAnswer.track.of),
    ),
    stats: remembered(
      dataVersions,
      StatsAnswer,
      Effect.fnUntraced(function* ({ query }: Asked<DateRangeInput>) {
        return StatsAnswer.of(yield* Listening.listeningStats(yield* rangeOf(query)))
      }),
    ),
    discoveries: remembered(
      withImages,
      Items.artist,
      Effect.fnUntraced(function* ({ query }: Asked<PageQuery & DateRangeInput>) {
        const firstPlayed = yield* rangeOf(query)
        const asked = { range: everything, sort: "first_played", order: "desc", firstPlayed } as const
        return Items.artist.of(yield* list("artist", query, asked))
      }),
    ),
  }
})
