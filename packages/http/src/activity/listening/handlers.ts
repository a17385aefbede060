import * as Listening from "@daybook/listening"
import * as Effect from "effect/Effect"
import { ListeningGroup } from "./group.ts"
import { handlersOf, journalHandlers } from "../forRoutes.ts"
import type { ItemImages } from "../itemImages.ts"
import { editsOfListening } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./lists/wire.ts"
import { overviewHandlers } from "./overview/handlers.ts"
import { readNowPlaying } from "./nowPlaying.ts"

export const layer = handlersOf(ListeningGroup, function* (handlers) {
  const services = yield* Effect.context<ItemImages | Listening.NowPlaying>()

  return handlers.handleAll({
    ...(yield* journalHandlers(Listening.listening, Review)),
    ...(yield* listHandlers),
    ...(yield* overviewHandlers),
    ...(yield* editsOfListening),

    nowPlaying: () => Effect.provideContext(readNowPlaying, services),
  })
})
