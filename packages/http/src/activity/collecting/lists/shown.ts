import {
  collectingOverview,
  CollectingStore,
  crossReference,
  describeFilms,
  type RecordId,
} from "@daybook/collecting"
import type { PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { comparedShown, notFound, refused } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import { genreShown } from "./wire.ts"

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

/** The albums and films that are both owned and played or watched, and those that are only one. */
export const showCrossReference = Effect.fnUntraced(function* (page: PageRequest) {
  const { neverPlayed, neverWatched, notOwned, played, watched } = yield* crossReference(page)
  return yield* (yield* ItemImages).shown({
    played: { ...page, ...played },
    neverPlayed: { ...page, ...neverPlayed },
    notOwned: { ...page, ...notOwned },
    watched: { ...page, ...watched },
    neverWatched: { ...page, ...neverWatched },
  })
})

/** A period of all collections, beside the one before. */
export const showOverview = Effect.fnUntraced(function* (query: Parameters<typeof collectingOverview>[0]) {
  const { artists, compared, genres, latest, stats, styles, ...rest } = yield* refused(
    collectingOverview(query),
  )
  return {
    ...comparedShown(compared),
    ...rest,
    totals: stats,
    latest: {
      page: 1,
      limit: Math.max(1, latest.items.length),
      items: yield* (yield* ItemImages).shown(latest.items),
      total: latest.total,
    },
    artists: artists.map((one) => ({ id: one.name, ...one })),
    genres: genres.map(genreShown),
    styles: styles.map(genreShown),
  }
})
