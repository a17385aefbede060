import * as Listening from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ItemImages } from "../../itemImages.ts"
import { handlersOf, notFound, pageOf } from "../../forRoutes.ts"
import { shownPlay } from "../lists/wire.ts"
import { DoublesAnswer, DoublesGroup, SplitAnswer } from "./group.ts"

export const layer = handlersOf(DoublesGroup, function* (handlers) {
  const { doubles, lists } = yield* Listening.ListeningStore
  const pages = yield* Listening.MusicPages
  const itemImages = yield* ItemImages

  /** Plays as they are shown, with their images. */
  const showing = Effect.fnUntraced(function* (plays: ReadonlyArray<Listening.ListedPlay>) {
    const imageOf = yield* itemImages.of(plays.map(({ imageUrl }) => imageUrl))
    return (play: Listening.ListedPlay) => ({
      ...shownPlay(play, pages.track(play.artist, play.track)),
      ...imageOf(play.imageUrl),
    })
  })

  return handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* doubles.list(page)
      const shown = yield* showing(items.flatMap(({ play }) => play ?? []))
      return DoublesAnswer.of({
        ...page,
        items: items.map(({ play, ...double }) => ({ ...double, play: play && shown(play) })),
        total,
      })
    }),

    split: Effect.fnUntraced(function* ({ params }) {
      const ids = yield* Effect.mapError(doubles.split(params.id), () =>
        notFound(`There is no duplicate ${params.id.slice(0, 100)}`),
      )
      const plays = (yield* Effect.forEach(ids, lists.play)).flatMap(Option.toArray)
      const shown = yield* showing(plays)
      return SplitAnswer.of({ data: plays.map(shown) })
    }),
  })
})
