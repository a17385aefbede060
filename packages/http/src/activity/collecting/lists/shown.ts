import { CollectingStore, describeFilms, type RecordId } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import { notFound } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"

/** The response with the record that an id resolves to. */
export const showRecord = Effect.fnUntraced(function* (id: RecordId) {
  const { lists } = yield* CollectingStore
  const record = yield* Effect.fromOption(yield* lists.record(id), () => notFound(`There is no record ${id}`))
  return yield* (yield* ItemImages).shown(record)
})

/** The same for a film. */
export const showFilm = Effect.fnUntraced(function* (id: string) {
  const { lists } = yield* CollectingStore
  const film = yield* Effect.fromOption(yield* lists.film(id), () =>
    notFound("There is no film with this id"),
  )
  const [described] = yield* (yield* ItemImages).shown(yield* describeFilms([film]))
  return described ?? film
})
