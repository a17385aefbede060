import { type Domain, type DomainServices, EditId, Edits, inOneList } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { handlersOf, notFound, paged } from "../../forRoutes.ts"
import { EditedTypes, editedTypesOf, EditRows, EditsGroup } from "./group.ts"

/** The handlers of `EditsGroup`. */
export const layer = <Described extends Domain>(described: ReadonlyArray<Described>) => {
  const domains = inOneList(described)
  return handlersOf(EditsGroup, function* (handlers) {
    const edits = yield* Edits
    const services = yield* Effect.context<DomainServices<Described>>()

    const storeOf = Effect.fnUntraced(function* (name: string) {
      const store = domains.find((domain) => domain.name === name)?.edits
      return store === undefined ? undefined : yield* Effect.provideContext(store, services)
    })

    return handlers.handleAll({
      list: ({ query }) => Effect.map(paged(query, edits.list), EditRows.of),

      types: () => Effect.succeed(EditedTypes.of(editedTypesOf(domains))),

      takeBack: Effect.fnUntraced(function* ({ params }) {
        const found = Option.getOrUndefined(yield* edits.find(EditId.make(params.id)))
        const store = found && (yield* storeOf(found.domain))
        if (found === undefined || store === undefined || !(yield* store.takeBack(found))) {
          return yield* Effect.fail(notFound(`There is no edit ${params.id}`))
        }
      }),
    })
  })
}
