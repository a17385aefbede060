import { images } from "@daybook/images"
import { formatInstant, paginate } from "@daybook/kernel"
import * as Listening from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { TopAlbums, ListeningGroup } from "./group.ts"
import { badRequest, pageOf, partOfActivity, rememberedReads } from "../forRoutes.ts"
import { type ImageOf, ItemImages } from "../itemImages.ts"

const albumOf = (imageOf: ImageOf) => (album: Listening.TopAlbum) => ({
  rank: album.rank,
  id: album.id,
  name: album.name,
  detail: album.artist,
  playcount: album.plays,
  ...imageOf(album.imageUrl),
  url: album.url,
  catalog_music_url: album.catalogUrl,
  ...(album.previewUrl === "" ? {} : { preview_url: album.previewUrl }),
  ...(album.sparkline === undefined ? {} : { sparkline: album.sparkline }),
})

export const layer = HttpApiBuilder.group(
  partOfActivity(ListeningGroup),
  "listening",
  Effect.fn(function* (handlers) {
    const itemImages = yield* ItemImages
    const nowPlaying = yield* Listening.NowPlaying
    const remembered = yield* rememberedReads<
      Listening.ListeningStore | Listening.MusicPages | DateTime.CurrentTimeZone
    >()

    return handlers.handleAll({
      topAlbums: remembered(
        [...Listening.listening.dataVersions, ...images.dataVersions],
        TopAlbums,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const top = yield* Listening.topAlbums({
            ...query,
            ...page,
            sparklines: query.include_sparklines ?? false,
          }).pipe(Effect.mapError((error) => badRequest(error.message)))
          const imageOf = yield* itemImages.of(top.albums.map(({ imageUrl }) => imageUrl))
          return {
            period: top.period,
            data: top.albums.map(albumOf(imageOf)),
            pagination: paginate(page, top.total),
          }
        }),
      ),

      nowPlaying: () =>
        Effect.gen(function* () {
          const { isPlaying, track, playedAt } = yield* nowPlaying.current
          const imageUrl = Option.match(track, { onNone: () => "", onSome: (listen) => listen.imageUrl })
          const imageOf = yield* itemImages.of([imageUrl])
          return {
            is_playing: isPlaying,
            ...Option.match(track, {
              onNone: () => ({}),
              onSome: (listen) => ({
                track: {
                  name: listen.track,
                  artist: { id: listen.artistId, name: listen.artist },
                  album: { id: listen.albumId, name: listen.album },
                  url: listen.url,
                  catalog_music_url: listen.catalogUrl,
                  ...imageOf(imageUrl),
                },
              }),
            }),
            scrobbled_at: playedAt === undefined ? "" : formatInstant(playedAt),
          }
        }),
    })
  }),
)
