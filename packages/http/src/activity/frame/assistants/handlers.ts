import { AssistantId, OAuth } from "@daybook/access"
import * as Effect from "effect/Effect"
import { handlersOf, notFound, pageOf } from "../../forRoutes.ts"
import { AssistantRecords, AssistantsGroup } from "./group.ts"

/** The handlers of connected assistants. */
export const layer = handlersOf(AssistantsGroup, function* (handlers) {
  const oauth = yield* OAuth
  return handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* oauth.list(page)
      const shown = items.map((one) => ({
        ...one,
        allDomains: one.domains === undefined,
        domains: one.domains ?? [],
      }))
      return AssistantRecords.of({ ...page, items: shown, total })
    }),

    end: Effect.fnUntraced(function* ({ params }) {
      if (!(yield* oauth.end(AssistantId.make(params.id)))) {
        return yield* Effect.fail(notFound(`There is no connected assistant ${params.id}`))
      }
    }),
  })
})
