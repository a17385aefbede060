import * as Listening from "@daybook/listening"
import * as Effect from "effect/Effect"
import { editHandlers, notFound } from "../forRoutes.ts"
import { ItemImages } from "../itemImages.ts"
import { itemsShown } from "./lists/handlers.ts"
import { ItemAnswer, PlayAnswer, shownPlay } from "./lists/wire.ts"

const store = Effect.map(Listening.ListeningStore, ({ edits }) => edits)

const { namesByHand, playByHand } = Listening

/** The handlers that edit plays, artists, albums and tracks. */
export const editsOfListening = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const { one } = yield* itemsShown
  return {
    ...(yield* editHandlers("Play", playByHand, {
      store,
      form: PlayAnswer,
      shown: Effect.fnUntraced(function* (id: string) {
        const { lists } = yield* Listening.ListeningStore
        const pages = yield* Listening.MusicPages
        const play = yield* Effect.fromOption(yield* lists.play(id), () =>
          notFound("There is no play with this id"),
        )
        return yield* itemImages.shown(shownPlay(play, pages.track(play.artist, play.track)))
      }),
    })),
    ...(yield* editHandlers("Artist", namesByHand.artist, {
      store,
      form: ItemAnswer.artist,
      shown: (id: string) => one("artist", Number(id)),
    })),
    ...(yield* editHandlers("Album", namesByHand.album, {
      store,
      form: ItemAnswer.album,
      shown: (id: string) => one("album", Number(id)),
    })),
    ...(yield* editHandlers("Track", namesByHand.track, {
      store,
      form: ItemAnswer.track,
      shown: (id: string) => one("track", Number(id)),
    })),
  }
})
