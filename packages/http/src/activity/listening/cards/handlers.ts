import type { Images } from "@daybook/images"
import { visibleOf } from "@daybook/kernel"
import * as Listening from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { albumsCard } from "../../../cards/albumsCard.ts"
import { artCover, coversOf } from "../../../cards/covers.ts"
import { nowPlayingCard } from "../../../cards/nowPlayingCard.ts"
import { cardAnswer } from "../../../cards/wire.ts"
import { handlersOf, refused } from "../../forRoutes.ts"
import { ListeningCardsGroup } from "./group.ts"

const titles: Readonly<Record<string, string>> = {
  "7day": "Top albums of 7 days",
  "1month": "Top albums of 30 days",
  "3month": "Top albums of 3 months",
  "6month": "Top albums of 6 months",
  "12month": "Top albums of 12 months",
  overall: "Top albums of all time",
}

const readNowPlaying = Effect.gen(function* () {
  const { isPlaying, track } = yield* (yield* Listening.NowPlaying).current
  const listen = Option.getOrUndefined(track)
  if (listen === undefined) return undefined
  const coverOf = yield* coversOf([listen.imageUrl])
  return {
    ...listen,
    isPlaying,
    cover:
      coverOf(listen.imageUrl) ?? artCover(listen.album === "" ? listen.artist : listen.album, listen.artist),
  }
})

const readAlbums = Effect.fnUntraced(function* (period: Listening.Period) {
  const top = yield* Listening.topPlayed("album", { period, page: 1, limit: 5, sparklines: false })
  const albums = yield* visibleOf("listening", top.items, ({ id }) => [{ type: "album", id }])
  const coverOf = yield* coversOf(albums.map(({ imageUrl }) => imageUrl))
  return albums.map(({ artist, imageUrl, name, plays }) => ({
    name,
    artist,
    plays,
    cover: coverOf(imageUrl) ?? artCover(name, artist),
  }))
})

type Services =
  | DateTime.CurrentTimeZone
  | Images
  | Listening.ListeningStore
  | Listening.MusicPages
  | Listening.NowPlaying

/** The cards of listening. */
export const layer = handlersOf(ListeningCardsGroup, function* (handlers) {
  const services = yield* Effect.context<Services>()
  return handlers.handleAll({
    nowPlaying: ({ query: { theme = "auto" } }) =>
      readNowPlaying.pipe(
        Effect.map((shown) => cardAnswer(nowPlayingCard(shown, theme))),
        Effect.provideContext(services),
      ),

    topAlbums: ({ query: { period = "7day", theme = "auto" } }) =>
      refused(readAlbums(period)).pipe(
        Effect.map((albums) => cardAnswer(albumsCard(titles[period] ?? "Top albums", albums, theme))),
        Effect.provideContext(services),
      ),
  })
})
