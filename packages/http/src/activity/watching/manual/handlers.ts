import {
  addWatch,
  type FilmDatabase,
  findFilms,
  removeWatch,
  type WatchByHand,
  WatchId,
  type WatchingStore,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { badRequest, notFound, refused, workFailed } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import { Watch, watchShown } from "../wire.ts"
import { FoundFilms } from "./endpoints.ts"

interface Asked {
  readonly payload: Omit<WatchByHand, "movieDbId" | "watchedAt"> & {
    readonly movie_db_id?: number
    readonly watched_at: string
  }
}

/** The handlers of `byHandEndpoints`. */
export const byHandHandlers = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const services = yield* Effect.context<DateTime.CurrentTimeZone | FilmDatabase | WatchingStore>()

  const add = Effect.fnUntraced(function* ({
    payload: { movie_db_id: movieDbId, watched_at: watchedAt, ...rest },
  }: Asked) {
    const { isNew, watch } = yield* refused(addWatch({ ...rest, movieDbId, watchedAt })).pipe(
      Effect.provideContext(services),
    )
    const shown = Watch.of(yield* itemImages.shown(watchShown(watch)))
    // Both successes have the same form and the first, the 201, is used: the 200 is built here.
    return isNew ? shown : HttpServerResponse.jsonUnsafe(shown)
  })

  const remove = Effect.fnUntraced(function* ({ params }: { readonly params: { readonly id: number } }) {
    const isRemoved = yield* Effect.provideContext(removeWatch(WatchId.make(params.id)), services)
    if (!isRemoved) return yield* Effect.fail(notFound(`There is no manually added watch ${params.id}`))
  })

  const find = ({ query: { q = "" } }: { readonly query: { readonly q?: string } }) =>
    Effect.provideContext(findFilms(q), services).pipe(
      Effect.map((films) => FoundFilms.of({ films })),
      Effect.catchTags({
        InvalidInput: ({ message }) => Effect.fail(badRequest(message)),
        SourceError: ({ message }) => Effect.fail(workFailed(message)),
      }),
    )

  return {
    addWatch: add,
    findFilms: find,
    removeWatch: remove,
    addWatchingWatch: add,
    removeWatchingWatch: remove,
  }
})
