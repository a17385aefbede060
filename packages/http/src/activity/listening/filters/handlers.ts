import { FilterId, FilterStore } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Filter, Filters, FiltersGroup } from "./group.ts"
import { handlersOf, orNotFound, paged, refused } from "../../forRoutes.ts"

export const layer = handlersOf(FiltersGroup, function* (handlers) {
  const filters = yield* FilterStore

  return handlers.handleAll({
    list: ({ query }) => Effect.map(paged(query, filters.list), Filters.of),

    create: Effect.fnUntraced(function* ({ payload }) {
      const { filter, isNew } = yield* refused(filters.add({ ...payload, reason: payload.reason ?? "" }))
      // Both successes have the same form and the first, the 201, is used: the 200 is built here.
      return isNew ? Filter.of(filter) : HttpServerResponse.jsonUnsafe(Filter.of(filter))
    }),

    remove: ({ params }) =>
      orNotFound(filters.remove(FilterId.make(params.id)), `There is no filter ${params.id}`),
  })
})
