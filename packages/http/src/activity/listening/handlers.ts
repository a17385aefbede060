import { paginate } from "@daybook/kernel"
import * as Listening from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ListeningGroup, TopAlbums } from "./group.ts"
import { handlersOf, journalHandlers, pageOf, rememberedReads, refused } from "../forRoutes.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
import { editsOfListening } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./lists/wire.ts"
import { overviewHandlers } from "./overview/handlers.ts"
import { readNowPlaying } from "./nowPlaying.ts"

const shown = (album: Listening.TopAlbum) => ({
  ...album,
  previewUrl: album.previewUrl === "" ? undefined : album.previewUrl,
})

export const layer = handlersOf(ListeningGroup, function* (handlers) {
  const itemImages = yield* ItemImages
  const services = yield* Effect.context<ItemImages | Listening.NowPlaying>()
  const remembered = yield* rememberedReads<
    Listening.ListeningStore | Listening.MusicPages | DateTime.CurrentTimeZone
  >(withImageVersions(Listening.listening.dataVersions))

  return handlers.handleAll({
    ...(yield* journalHandlers(Listening.listening, Review)),
    ...(yield* listHandlers),
    ...(yield* overviewHandlers),
    ...(yield* editsOfListening),

    topAlbums: remembered(TopAlbums, function* ({ query }) {
      const page = pageOf(query)
      const top = yield* Listening.topAlbums({
        ...query,
        ...page,
        sparklines: query.include_sparklines ?? false,
      }).pipe(refused)
      return {
        period: top.period,
        data: yield* itemImages.shown(top.albums.map(shown)),
        pagination: paginate(page, top.total),
      }
    }),

    nowPlaying: () => Effect.provideContext(readNowPlaying, services),
  })
})
