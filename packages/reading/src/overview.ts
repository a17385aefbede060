import {
  type ComparedPeriods,
  comparePeriods,
  dayNumber,
  type DateRange,
  everything,
  type Page,
  type PeriodInput,
  today,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { ArticleGroup, Grouping } from "./readingLists.ts"
import type { Article, Highlight } from "./model.ts"
import { ArticleStore } from "./ports.ts"
import { type ReadingStats, statsOf } from "./stats.ts"

/** A period of reading compared with the previous one, with articles in progress, a highlight and unread articles. */
export interface ReadingOverview {
  readonly compared: ComparedPeriods
  readonly stats: ReadingStats
  readonly previousStats: ReadingStats | undefined
  /** Books and articles begun and not finished, the last opened first. */
  readonly inHand: ReadonlyArray<Article>
  /** The books finished in the period, the last first; of all time if there are none. */
  readonly shelf: Page<Article>
  /** A highlighted passage: another one each day; undefined if there is none. */
  readonly kept: Highlight | undefined
  /** Unread articles, the last saved first. */
  readonly later: Page<Article>
  /** The names with the most articles, finished or not. */
  readonly tags: ReadonlyArray<ArticleGroup>
  readonly domains: ReadonlyArray<ArticleGroup>
  readonly authors: ReadonlyArray<ArticleGroup>
}

const mostInHand = 6
const mostOnShelf = 36
const mostLater = 6
const mostNames = 100

const latestOpened = ({ lastOpenedAt, savedAt }: Article) => lastOpenedAt ?? savedAt ?? 0

/** The passage of a day. */
const keptOn = Effect.fnUntraced(function* (day: number) {
  const { lists } = yield* ArticleStore
  const filter = { range: everything, order: "asc" } as const
  const { items, total } = yield* lists.highlights(filter, { page: 1, limit: 1 })
  if (total <= 1) return items[0]
  // Steps of a large prime pass through all of them before one arrives again.
  const page = 1 + ((day * 7_919) % total)
  return (yield* lists.highlights(filter, { page, limit: 1 })).items[0]
})

/** The totals of a period and the previous one, with what is in hand; of the newest that has entries if it has none. */
export const readingOverview = Effect.fn("Reading.overview")(function* (query: PeriodInput) {
  const { journal, lists } = yield* ArticleStore
  const compared = yield* comparePeriods(journal, query)
  const { name, previous } = compared
  const range = name === "overall" ? everything : compared.range
  const top = (by: Grouping) =>
    Effect.map(lists.groups(by, {}, { page: 1, limit: mostNames }), ({ items }) => items)
  const finishedIn = (some: DateRange) =>
    lists.books(
      { status: "finished", sort: "finished", order: "desc", range: some },
      { page: 1, limit: mostOnShelf },
    )
  const finished = yield* finishedIn(range)
  const books = yield* lists.books(
    { status: "reading", sort: "saved", order: "desc", range: everything },
    { page: 1, limit: mostInHand },
  )
  const articles = yield* lists.readingNow({ page: 1, limit: mostInHand })
  const overview: ReadingOverview = {
    compared,
    stats: yield* statsOf(range),
    previousStats: previous && (yield* statsOf(previous.range)),
    // Books first: they are in hand for longer.
    inHand: [
      ...books.items.toSorted((one, other) => latestOpened(other) - latestOpened(one)),
      ...articles.items,
    ].slice(0, mostInHand),
    shelf: finished.total === 0 ? yield* finishedIn(everything) : finished,
    kept: yield* keptOn(dayNumber(yield* today)),
    later: yield* lists.articles(
      { status: "unread", sort: "saved", order: "desc", range: everything },
      { page: 1, limit: mostLater },
    ),
    tags: yield* top("tag"),
    domains: yield* top("domain"),
    authors: yield* top("author"),
  }
  return overview
})
