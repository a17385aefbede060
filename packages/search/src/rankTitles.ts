import type { ItemKey, Searchable, Titles } from "@daybook/kernel"
import { type Fit, fitOf, mistakenFitOf } from "./matchTitle.ts"
import { mayBeMistaken } from "./mistakes.ts"
import type { Query } from "./query.ts"

/** A domain whose items are searched. */
export interface SearchedDomain {
  readonly domain: string
  readonly searchable: Searchable
}

/** An item of some domain. */
export interface DomainItem extends ItemKey {
  readonly domain: string
}

/** An item with how well its title matches. */
export interface RankedTitle extends DomainItem {
  readonly fit: Fit
  readonly text: string
  /** The places of its domain and of its type among those that are searched. */
  readonly place: readonly [domain: number, type: number]
}

const lengthOf = (text: string): number => {
  const end = text.indexOf("\n")
  return end === -1 ? text.length : end
}

/** Ids are numbers or texts: 2 is before 10. */
const byId = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

/** The best fit first, then the shortest title, then by domain, type, title and id: a total order. */
const byRank = (one: RankedTitle, other: RankedTitle): number =>
  one.fit - other.fit ||
  lengthOf(one.text) - lengthOf(other.text) ||
  one.place[0] - other.place[0] ||
  one.place[1] - other.place[1] ||
  (one.text < other.text ? -1 : one.text > other.text ? 1 : byId(one.id, other.id))

/** Keeps the best of all that it is given. */
class Best {
  readonly #limit: number
  readonly #ranked: Array<RankedTitle> = []
  #worst: RankedTitle | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  add(title: RankedTitle): void {
    if (this.#worst !== undefined && byRank(title, this.#worst) > 0) return
    this.#ranked.push(title)
    // Sorted now and then: twice the limit is enough to keep.
    if (this.#ranked.length < 2 * this.#limit) return
    this.#ranked.sort(byRank).length = this.#limit
    this.#worst = this.#ranked.at(-1)
  }

  get all(): ReadonlyArray<RankedTitle> {
    return this.#ranked.sort(byRank).slice(0, this.#limit)
  }
}

/** The folded lists of a domain by type. */
interface DomainTitles {
  readonly domain: string
  readonly titles: Titles
}

const look = (
  domains: ReadonlyArray<DomainTitles>,
  query: Query,
  best: Best,
  fit: (text: string, query: Query) => Fit | undefined,
): void => {
  for (const [domainPlace, { domain, titles }] of domains.entries()) {
    let typePlace = 0
    for (const [type, { ids, texts }] of titles) {
      for (const [at, text] of texts.entries()) {
        const found = fit(text, query)
        const id = ids[at]
        if (found === undefined || id === undefined) continue
        best.add({ domain, type, id, fit: found, text, place: [domainPlace, typePlace] })
      }
      typePlace += 1
    }
  }
}

/** The items whose passages match, best first. */
export const rankPassages = (
  domains: ReadonlyArray<DomainTitles>,
  query: Query,
  limit: number,
): ReadonlyArray<RankedTitle> => {
  const best = new Best(limit)
  look(domains, query, best, fitOf)
  return best.all
}

/** The items whose titles match, best first. Titles with a mistake come last, so they are looked for where others are few. */
export const rankTitles = (
  domains: ReadonlyArray<DomainTitles>,
  query: Query,
  limit: number,
): ReadonlyArray<RankedTitle> => {
  const best = new Best(limit)
  look(domains, query, best, fitOf)
  if (best.all.length < limit && query.words.some(({ word }) => mayBeMistaken(word))) {
    look(domains, query, best, (text, asked) =>
      fitOf(text, asked) === undefined ? mistakenFitOf(text, asked) : undefined,
    )
  }
  return best.all
}
