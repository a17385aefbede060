import {
  fuseRankings,
  type InvalidInput,
  type ItemKey,
  mayBeMistaken,
  type Query,
  type Searchable,
  type SearchItem,
  type Titles,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { Fit } from "./matchTitle.ts"
import { readQuery } from "./query.ts"
import { type DomainItem, rankMistaken, rankPassages, rankTitles, type SearchedDomain } from "./rankTitles.ts"
import { snippetOf } from "./snippet.ts"

/** `words` looks at titles and texts, `meaning` at vectors, `hybrid` at both. */
export type SearchMode = "hybrid" | "words" | "meaning"

/** A question to the search. */
export interface SearchQuestion {
  readonly q: string
  readonly limit: number
  readonly mode: SearchMode
  /** From 1. All pages are of one ranking, of at most `maxPaged` items. Without a page it ends with the first. */
  readonly page?: number | undefined
}

/** An item that was found. Higher scores are better. */
export interface Found extends SearchItem {
  readonly domain: string
  readonly score: number
  /** The part of its text around the first word found; "" if it has none. */
  readonly snippet: string
}

/** The number of items in each ranking before they are fused. */
const candidates = 50

/** The number of items that can be paged through. */
const maxPaged = 500

const keyOf = ({ domain, id, type }: DomainItem) => JSON.stringify([domain, type, id])

/** The items with these keys that are stored, by their keys. */
export const itemsOf = Effect.fnUntraced(function* (
  domains: ReadonlyArray<SearchedDomain>,
  keys: ReadonlyArray<DomainItem>,
) {
  const found = new Map<string, SearchItem & { readonly domain: string }>()
  for (const { domain, searchable } of domains) {
    const asked = keys.filter((key) => key.domain === domain)
    if (asked.length === 0) continue
    const items = yield* searchable.items(asked.map(({ id, type }) => ({ type, id })))
    for (const item of items) found.set(keyOf({ ...item, domain }), { ...item, domain })
  }
  return keys.flatMap((key) => found.get(keyOf(key)) ?? [])
})

const listsOf = (
  domains: ReadonlyArray<SearchedDomain>,
  lists: (searchable: Searchable) => Effect.Effect<Titles> | undefined,
) =>
  Effect.forEach(domains, ({ domain, searchable }) =>
    Effect.map(lists(searchable) ?? Effect.succeed(new Map()), (titles: Titles) => ({ domain, titles })),
  )

/** The items whose titles match, best first. Those with a mistake come last, so they are read only if others are few. */
export const rankedTitles = Effect.fnUntraced(function* (
  domains: ReadonlyArray<SearchedDomain>,
  query: Query,
  limit: number,
) {
  const lists = (withMistakes: boolean) =>
    listsOf(domains, ({ titles }) => titles({ ...query, limit, withMistakes }))
  const exact = rankTitles(yield* lists(false), query, limit)
  if (exact.length === limit || !query.words.some(({ word }) => mayBeMistaken(word))) return exact
  return [...exact, ...rankMistaken(yield* lists(true), query, limit - exact.length)]
})

/** The items whose texts match, best first. */
const rankedPassages = Effect.fnUntraced(function* (
  domains: ReadonlyArray<SearchedDomain>,
  query: Query,
  limit: number,
) {
  const lists = yield* listsOf(domains, ({ passages }) =>
    passages?.({ ...query, limit, withMistakes: false }),
  )
  return rankPassages(lists, query, limit)
})

/**
 * Finds items of the domains by their titles, passages by their words, items by their texts and by their meaning, and fuses the rankings: a place counts
 * 1 / (60 + place) in each. An item whose whole title is the query counts 1 more, and so comes first. Fails with
 * `InvalidInput` if the query is empty or has more than 500 characters.
 */
export const search = Effect.fn("Search.search")(function* (
  domains: ReadonlyArray<SearchedDomain>,
  { limit, mode, page, q }: SearchQuestion,
): Effect.fn.Return<ReadonlyArray<Found>, InvalidInput> {
  const query = yield* Effect.fromResult(readQuery(q))
  const most = page === undefined ? Math.max(candidates, 2 * limit) : maxPaged
  const offset = ((page ?? 1) - 1) * limit

  const ranked = mode === "meaning" ? [] : yield* rankedTitles(domains, query, most)
  const passages = mode === "meaning" ? [] : yield* rankedPassages(domains, query, most)
  const whole = new Set(ranked.filter(({ fit }) => fit === Fit.whole).map(keyOf))

  type Ranking = (query: string, limit: number) => Effect.Effect<ReadonlyArray<ItemKey>>
  const rankingsBy = (rankingOf: (domain: SearchedDomain) => Ranking | undefined) =>
    domains.flatMap((one) => {
      const ranking = rankingOf(one)
      return ranking === undefined
        ? []
        : [
            Effect.map(ranking(q.trim(), most), (keys) =>
              keys.map((key): DomainItem => ({ ...key, domain: one.domain })),
            ),
          ]
    })
  const others = yield* Effect.all(
    [
      ...(mode === "meaning" ? [] : rankingsBy(({ searchable }) => searchable.byText)),
      ...(mode === "words" ? [] : rankingsBy(({ searchable }) => searchable.byMeaning)),
    ],
    { concurrency: 4 },
  )

  const scores = new Map(
    fuseRankings([ranked, passages, ...others], keyOf).map(({ item, score }) => {
      const key = keyOf(item)
      return [key, { item, score: whole.has(key) ? 1 + score : score }]
    }),
  )
  const best = [...scores.values()]
    .sort((one, other) => other.score - one.score)
    .slice(0, page === undefined ? limit : maxPaged)
    .slice(offset, offset + limit)
  const items = yield* itemsOf(
    domains,
    best.map(({ item }) => item),
  )
  return items.map((item): Found => ({
    ...item,
    score: scores.get(keyOf(item))?.score ?? 0,
    snippet: item.text === "" ? "" : snippetOf(item.text, query),
  }))
})
