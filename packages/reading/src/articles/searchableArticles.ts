import type { ItemKey, Searchable } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { ArticleId } from "../model.ts"
import { ArticleStore, type Embedder, type VectorIndex } from "../ports.ts"
import { articlesByMeaning } from "../search/search.ts"
import { searchWords } from "../search/words.ts"

/** Articles, books and highlights as a search over everything finds them: by their titles, their texts and their meaning. */
export const searchableArticles = Effect.gen(function* () {
  const store = yield* ArticleStore
  const keysOf = (ids: ReadonlyArray<ArticleId>) =>
    Effect.map(store.find(ids), (found) =>
      found.map(({ id, kind }): ItemKey => ({ type: kind, id: String(id) })),
    )
  const services = yield* Effect.context<Embedder | VectorIndex>()
  return {
    ...store.searchable,
    byText: (query, limit) => Effect.flatMap(store.matching(searchWords(query), limit), keysOf),
    byMeaning: (query, limit) =>
      Effect.flatMap(Effect.provideContext(articlesByMeaning(query, limit), services), keysOf),
  } satisfies Searchable
})
