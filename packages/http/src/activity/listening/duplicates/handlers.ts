import * as Listening from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ItemImages } from "../../itemImages.ts"
import { handlersOf, notFound, pagedWith } from "../../forRoutes.ts"
import { shownPlay } from "../lists/wire.ts"
import { DoublesAnswer, DoublesGroup, SplitAnswer } from "./group.ts"

export const layer = handlersOf(DoublesGroup, function* (handlers) {
  const { doubles, lists } = yield* Listening.ListeningStore
  const pages = yield* Listening.MusicPages
  const itemImages = yield* ItemImages

  const shown = (play: Listening.ListedPlay) => shownPlay(play, pages.track(play.artist, play.track))

  return handlers.handleAll({
    list: ({ query }) =>
      pagedWith(query, doubles.list, (items) =>
        itemImages.shown(items.map(({ play, ...double }) => ({ ...double, play: play && shown(play) }))),
      ).pipe(Effect.map(DoublesAnswer.of)),

    split: Effect.fnUntraced(function* ({ params }) {
      const ids = yield* Effect.mapError(doubles.split(params.id), () =>
        notFound(`There is no duplicate ${params.id.slice(0, 100)}`),
      )
      const plays = (yield* Effect.forEach(ids, lists.play)).flatMap(Option.toArray)
      return SplitAnswer.of({ data: yield* itemImages.shown(plays.map(shown)) })
    }),
  })
})
