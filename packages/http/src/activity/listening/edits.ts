import * as Listening from "@daybook/listening"
import * as Effect from "effect/Effect"
import { editEndpoints, editHandlers, notFound } from "../forRoutes.ts"
import { ItemImages } from "../itemImages.ts"
import { PlayAnswer, shownPlay } from "./lists/wire.ts"

const store = Effect.map(Listening.ListeningStore, ({ edits }) => edits)

/** The endpoints of edits of plays. */
export const playEditEndpoints = editEndpoints("Play", "listening", Listening.playByHand, PlayAnswer)

/** Their handlers. */
export const editsOfListening = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  return yield* editHandlers("Play", Listening.playByHand, {
    store,
    shown: Effect.fnUntraced(function* (id: string) {
      const { lists } = yield* Listening.ListeningStore
      const pages = yield* Listening.MusicPages
      const play = yield* Effect.fromOption(yield* lists.play(id), () =>
        notFound("There is no play with this id"),
      )
      const imageOf = yield* itemImages.of([play.imageUrl])
      return PlayAnswer.of({
        ...shownPlay(play, pages.track(play.artist, play.track)),
        ...imageOf(play.imageUrl),
      })
    }),
  })
})
