import { AssistantId, OAuth } from "@daybook/access"
import * as Effect from "effect/Effect"
import { handlersOf, orNotFound, paged } from "../../forRoutes.ts"
import { AssistantRecords, AssistantsGroup } from "./group.ts"

/** The handlers of connected assistants. */
export const layer = handlersOf(AssistantsGroup, function* (handlers) {
  const oauth = yield* OAuth
  return handlers.handleAll({
    list: ({ query }) =>
      paged(query, oauth.list, (one) => ({
        ...one,
        allDomains: one.domains === undefined,
        domains: one.domains ?? [],
      })).pipe(Effect.map(AssistantRecords.of)),

    end: ({ params }) =>
      orNotFound(oauth.end(AssistantId.make(params.id)), `There is no connected assistant ${params.id}`),
  })
})
