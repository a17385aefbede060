import { type ItemKey, type Query, type Searchable, titleLength, type Titles } from "@daybook/kernel"
import { Fit, fitOf, mistakenFits } from "./matchTitle.ts"
import { indexOf, type TitleIndex } from "./titleIndex.ts"

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
  /** The positions of its domain and of its type in the search's order. */
  readonly place: readonly [domain: number, type: number]
}

/** Ids are numbers or texts: 2 is before 10. */
const byId = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

/** The best fit first, then the shortest title, then by domain, type, title and id: a total order. */
const byRank = (one: RankedTitle, other: RankedTitle): number =>
  one.fit - other.fit ||
  titleLength(one.text) - titleLength(other.text) ||
  one.place[0] - other.place[0] ||
  one.place[1] - other.place[1] ||
  (one.text < other.text ? -1 : one.text > other.text ? 1 : byId(one.id, other.id))

/** Keeps the best of all values. */
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

  /** True if no title of this length can be among the best any more, even if it begins with the query. */
  isSettledFor(length: number): boolean {
    const worst = this.#worst
    return worst !== undefined && worst.fit <= Fit.beginning && length > titleLength(worst.text)
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

/** Ranks the titles that fit, of the places in each list that `candidates` returns, the shortest titles first. */
const rankingOf =
  (
    candidates: (index: TitleIndex, query: Query) => Iterable<Iterable<number>>,
    fitFor: (query: Query) => (text: string) => Fit | undefined,
  ) =>
  (domains: ReadonlyArray<DomainTitles>, query: Query, limit: number): ReadonlyArray<RankedTitle> => {
    const best = new Best(limit)
    const fit = fitFor(query)
    for (const [domainPlace, { domain, titles }] of domains.entries()) {
      let typePlace = 0
      for (const [type, list] of titles) {
        const index = indexOf(list)
        const parts = list.isOfOneQuery ? [index.inOrder] : [...candidates(index, query)]
        // A title may be in several parts.
        const seen = parts.length > 1 ? new Uint8Array(list.ids.length) : undefined
        for (const part of parts) {
          for (const at of part) {
            if (seen?.[at] === 1) continue
            if (seen !== undefined) seen[at] = 1
            const [id, text] = [list.ids[at], list.texts[at]]
            if (id === undefined || text === undefined) continue
            const found = fit(text)
            if (found === undefined) continue
            best.add({ domain, type, id, fit: found, text, place: [domainPlace, typePlace] })
            if (best.isSettledFor(titleLength(text))) break
          }
        }
        typePlace += 1
      }
    }
    return best.all
  }

const exactFits = (query: Query) => (text: string) => fitOf(text, query)

/**
 * The items whose passages match, best first. A passage has too many words for an index of letters: it would be larger
 * than the passages.
 */
export const rankPassages = rankingOf(({ inOrder }) => [inOrder], exactFits)

/** The items whose titles match without a mistake, best first. */
export const rankTitles = rankingOf((index, { words }) => index.candidates(words), exactFits)

/** The items whose titles match only with a mistake in a word or more, best first. */
export const rankMistaken = rankingOf(
  (index, { words }) => index.mistakenCandidates(words),
  (query) => {
    const mistakenFitOf = mistakenFits(query)
    return (text) => {
      const fit = mistakenFitOf(text)
      return fit === undefined || fitOf(text, query) !== undefined ? undefined : fit
    }
  },
)
