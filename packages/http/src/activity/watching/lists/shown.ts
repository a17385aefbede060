import { TitleId, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import { notFound } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import { movieAnswer, showAnswer } from "./wire.ts"

/** The film that an id resolves to. */
export const showMovie = Effect.fnUntraced(function* (id: string | number) {
  const { lists } = yield* WatchingStore
  const found = yield* Effect.fromOption(yield* lists.movie(TitleId.make(Number(id))), () =>
    notFound(`There is no film ${id}`),
  )
  return yield* (yield* ItemImages).shown(movieAnswer(found))
})

/** The same for a show. */
export const showShow = Effect.fnUntraced(function* (id: string | number) {
  const { lists } = yield* WatchingStore
  const found = yield* Effect.fromOption(yield* lists.show(TitleId.make(Number(id))), () =>
    notFound(`There is no show ${id}`),
  )
  return yield* (yield* ItemImages).shown(showAnswer(found))
})
