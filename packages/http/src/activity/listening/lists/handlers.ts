import { type RequestedSort, type DateRangeInput, everything, paginate, sortOf } from "@daybook/kernel"
import * as Listening from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  type Asked,
  type ById,
  notFound,
  pagedWith,
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
  const shownAll = <Item extends Listening.Played>(items: ReadonlyArray<Item>) =>
    itemImages.shown(items.map(shownItem))

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

/** The handlers of the lists of listening. */
export const listHandlers = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const { one, shownAll } = yield* itemsShown
  const pages = yield* Listening.MusicPages
  const playsShown = (plays: ReadonlyArray<Listening.ListedPlay>) =>
    itemImages.shown(plays.map((play) => shownPlay(play, pages.track(play.artist, play.track))))
  type Services = Listening.ListeningStore | Listening.MusicPages | DateTime.CurrentTimeZone
  const { dataVersions } = Listening.listening
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const pictured = yield* rememberedReads<Services>(withImageVersions(dataVersions))

  const top = Effect.fnUntraced(function* (kind: Listening.PlayedKind, query: TopQuery) {
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
    return { period: found.period, data, pagination: paginate(page, found.total) }
  })

  const list = (kind: Listening.PlayedKind, query: PageQuery, asked: Listening.PlayedQuery) =>
    pagedWith(query, (page) => Listening.listPlayed(kind, asked, page), shownAll)

  const all = (kind: Listening.PlayedKind, query: ItemsQuery) =>
    list(kind, query, { range: everything, ...sortOf(Listening.playedSorts, query), q: textOf(query.q) })

  return {
    topArtists: pictured(TopAnswer.artist, ({ query }: Asked<TopQuery>) => top("artist", query)),
    topAlbums: pictured(TopAnswer.album, ({ query }: Asked<TopQuery>) => top("album", query)),
    topTracks: pictured(TopAnswer.track, ({ query }: Asked<TopQuery>) => top("track", query)),
    recent: pictured(Plays, function* ({ query }: Asked<PlaysQuery>) {
      const { lists } = yield* Listening.ListeningStore
      const range = yield* rangeOf(query)
      const asked = { range, artistId: query.artist_id, albumId: query.album_id, trackId: query.track_id }
      return yield* pagedWith(query, (page) => lists.plays(asked, page), playsShown)
    }),
    artists: pictured(Items.artist, ({ query }: Asked<ItemsQuery>) => all("artist", query)),
    albums: pictured(Items.album, ({ query }: Asked<ItemsQuery>) => all("album", query)),
    recentAlbums: pictured(Items.album, function* ({ query }: Asked<PageQuery & DateRangeInput>) {
      const range = yield* rangeOf(query)
      return yield* list("album", query, { range, sort: "last_played", order: "desc" })
    }),
    tracks: pictured(Items.track, ({ query }: Asked<ItemsQuery>) => all("track", query)),
    artist: pictured(ItemAnswer.artist, ({ params }: ById) => one("artist", params.id)),
    album: pictured(ItemAnswer.album, ({ params }: ById) => one("album", params.id)),
    track: pictured(ItemAnswer.track, ({ params }: ById) => one("track", params.id)),
    stats: remembered(StatsAnswer, function* ({ query }: Asked<DateRangeInput>) {
      return yield* Listening.listeningStats(yield* rangeOf(query))
    }),
    discoveries: pictured(Items.artist, function* ({ query }: Asked<PageQuery & DateRangeInput>) {
      const firstPlayed = yield* rangeOf(query)
      const asked = { range: everything, sort: "first_played", order: "desc", firstPlayed } as const
      return yield* list("artist", query, asked)
    }),
  }
})
