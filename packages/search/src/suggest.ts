import type { InvalidInput, SearchItem } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { readQuery } from "./query.ts"
import { itemsOf, rankedTitles } from "./search.ts"
import type { SearchedDomain } from "./rankTitles.ts"

/** An item whose title the user may be typing. */
export interface Suggestion extends SearchItem {
  readonly domain: string
}

const suggestions = 10

/** The first ten titles that match what was typed so far. Fails as `search` does. */
export const suggest = Effect.fn("Search.suggest")(function* (
  domains: ReadonlyArray<SearchedDomain>,
  q: string,
): Effect.fn.Return<ReadonlyArray<Suggestion>, InvalidInput> {
  const query = yield* Effect.fromResult(readQuery(q))
  return yield* itemsOf(domains, yield* rankedTitles(domains, query, suggestions))
})
