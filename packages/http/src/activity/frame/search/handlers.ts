import { type Domain, type DomainServices, inOneList } from "@daybook/kernel"
import { search, type SearchMode, suggest } from "@daybook/search"
import * as Effect from "effect/Effect"
import { defaultPageSize, handlersOf, rememberedReads, refused, shownIn } from "../../forRoutes.ts"
import { ItemImages, withImageVersions } from "../../itemImages.ts"
import { inDomainList } from "../domainList.ts"
import { SearchGroup } from "./group.ts"
import { FoundItems, Suggestions } from "./wire.ts"

interface Question {
  readonly query: {
    readonly q?: string
    readonly domains?: string
    readonly limit?: number
    readonly mode?: SearchMode
    readonly page?: number
  }
}

/** The handlers of the search over all of the domains whose items can be searched. */
export const layer = <Described extends Domain>(domains: ReadonlyArray<Described>) => {
  const searched = inOneList(domains).flatMap(({ dataVersions, name, searchable }) =>
    searchable === undefined ? [] : [{ dataVersions, name, searchable }],
  )
  const dataVersions = [...new Set(withImageVersions(searched.flatMap((domain) => domain.dataVersions)))]

  return handlersOf(SearchGroup, function* (handlers) {
    const itemImages = yield* ItemImages
    const services = yield* Effect.context<DomainServices<Described>>()
    const remembered = yield* rememberedReads<DomainServices<Described>>(dataVersions)

    const searchedOf = Effect.fnUntraced(function* ({ query }: Question) {
      const asked = yield* inDomainList(searched, query.domains)
      return yield* Effect.forEach(asked, ({ name, searchable }) =>
        Effect.map(searchable, (one) => ({ domain: name, searchable: one })),
      )
    })

    const found = Effect.fnUntraced(function* (question: Question) {
      const { limit = defaultPageSize, mode = "hybrid", page, q = "" } = question.query
      const items = yield* refused(search(yield* searchedOf(question), { q, limit, mode, page }))
      return { items: yield* itemImages.shown(items) }
    })
    const foundByWords = remembered(FoundItems, found)

    return handlers.handleAll({
      // A semantic search is not cached: a poorer response, made while the embedder fails, must not stay.
      search: (request) =>
        request.query.mode === "words"
          ? foundByWords(request)
          : Effect.provideContext(found(request), services).pipe(
              Effect.flatMap((items) => shownIn(FoundItems, items)),
              Effect.map((json) => json ?? FoundItems.of({ items: [] })),
            ),
      suggest: remembered(Suggestions, function* (question: Question) {
        const items = yield* refused(suggest(yield* searchedOf(question), question.query.q ?? ""))
        return { items: yield* itemImages.shown(items) }
      }),
    })
  })
}
