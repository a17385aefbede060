import {
  type DateRange,
  isEverything,
  isWithin,
  type Page,
  pageIn,
  type PageRequest,
  passageContains,
  titleContains,
} from "@daybook/kernel"
import {
  type Article,
  type ArticleFilter,
  type ArticleGroup,
  articleKeys,
  type ArticleKind,
  type ArticleSort,
  type BookFilter,
  type BookSort,
  type GroupedArticles,
  type Grouping,
  type Highlight,
  type HighlightFilter,
  lastReadAt,
  type ReadingLists,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { foundTitle, namesBeside, passageOf } from "./search.ts"

/** True for a time in the range; the unknown is in no range but everything. */
export const inRange = (range: DateRange, at: number | undefined): boolean =>
  at === undefined ? isEverything(range) : isWithin(range, at)

const times = {
  saved: (article: Article) => article.savedAt,
  finished: (article: Article) => article.finishedAt,
} as const

/** Compares times in an order; the unknown comes last in both. */
const byTime = (one: number | undefined, other: number | undefined, sign: number): number =>
  one === undefined || other === undefined
    ? Number(one === undefined) - Number(other === undefined)
    : sign * (one - other)

const comparing = (sort: ArticleSort, sign: number) => (one: Article, other: Article) => {
  switch (sort) {
    case "title":
      return sign * byCodePoints(articleKeys(one).titleKey, articleKeys(other).titleKey)
    case "words":
      return sign * (one.wordCount - other.wordCount)
    default:
      return byTime(times[sort](one), times[sort](other), sign)
  }
}

const isChosen = (filter: ArticleFilter) => (article: Article) => {
  const { authorKey, domain, tagKeys } = articleKeys(article)
  const time = filter.sort === "finished" ? article.finishedAt : article.savedAt
  return (
    (filter.status === undefined || article.status === filter.status) &&
    (filter.starred === undefined || article.starred === filter.starred) &&
    (filter.tagKey === undefined || tagKeys.includes(filter.tagKey)) &&
    (filter.authorKey === undefined || authorKey === filter.authorKey) &&
    (filter.domain === undefined || domain === filter.domain) &&
    (filter.q === undefined || titleContains(filter.q, foundTitle(article), namesBeside(article))) &&
    inRange(filter.range, time)
  )
}

const comparingBooks = (sort: BookSort, sign: number) => (one: Article, other: Article) => {
  switch (sort) {
    case "author":
      return sign * byCodePoints(articleKeys(one).authorKey, articleKeys(other).authorKey)
    case "rating":
    case "pages":
      return sign * (one[sort] - other[sort])
    case "year":
      return sign * (one.publishedYear - other.publishedYear)
    default:
      return comparing(sort, sign)(one, other)
  }
}

const isChosenBook = (filter: BookFilter) => (book: Article) => {
  const { authorKey, tagKeys } = articleKeys(book)
  return (
    book.kind === "book" &&
    (filter.status === undefined || book.status === filter.status) &&
    (filter.tagKey === undefined || tagKeys.includes(filter.tagKey)) &&
    (filter.authorKey === undefined || authorKey === filter.authorKey) &&
    (filter.year === undefined || book.publishedYear === filter.year) &&
    (filter.q === undefined || titleContains(filter.q, book.title, book.author)) &&
    inRange(filter.range, filter.sort === "saved" ? book.savedAt : book.finishedAt)
  )
}

/** The names by which an article is grouped, with their keys. */
const namesOf = (by: Grouping, article: Article): ReadonlyArray<readonly [key: string, name: string]> => {
  const { authorKey, domain, tagKeys } = articleKeys(article)
  switch (by) {
    case "tag":
      return tagKeys.flatMap((key, at) => (key === "" ? [] : [[key, article.tags[at] ?? ""] as const]))
    case "author":
      return article.author === "" ? [] : [[authorKey, article.author]]
    case "domain":
      return domain === "" ? [] : [[domain, domain]]
  }
}

/** The most common of the names, and of several the first by code points. */
const mostCommon = (names: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first] = [...counts].sort(
    ([one, count], [other, others]) => others - count || byCodePoints(one, other),
  )
  return first?.[0] ?? ""
}

const groupsOf = (by: Grouping, articles: ReadonlyArray<Article>): ReadonlyArray<ArticleGroup> => {
  const groups = new Map<string, { readonly names: Array<string>; readonly articles: Set<Article> }>()
  for (const article of articles) {
    for (const [key, name] of namesOf(by, article)) {
      const group = groups.get(key) ?? { names: [], articles: new Set() }
      groups.set(key, group)
      group.names.push(name)
      group.articles.add(article)
    }
  }
  return Array.from(groups, ([id, { articles, names }]) => ({
    id,
    name: mostCommon(names),
    count: articles.size,
    finished: [...articles].filter(({ status }) => status === "finished").length,
  })).sort((one, other) => other.count - one.count || byCodePoints(one.id, other.id))
}

/** True for an article, or for a book where these are asked for, that was finished in the range. */
export const isFinishedIn = (
  range: DateRange,
  { finishedAt, kind, status }: Article,
  asked: ArticleKind = "article",
): boolean =>
  kind === asked && status === "finished" && finishedAt !== undefined && isWithin(range, finishedAt)

/** The lists of articles and highlights in memory. */
export const listsOf = (
  everything: () => ReadonlyArray<Article>,
  highlights: () => ReadonlyArray<Highlight>,
  leadsTo: (id: string) => Effect.Effect<string>,
): ReadingLists => {
  const articles = () => everything().filter(({ kind }) => kind === "article")
  const byLastRead = (one: Article, other: Article) =>
    byTime(lastReadAt(one), lastReadAt(other), -1) || other.id - one.id
  const listed = <A>(make: () => Page<A>) => Effect.sync(make)
  return {
    articles: (filter, page) =>
      listed(() => {
        const sign = filter.order === "asc" ? 1 : -1
        const compare = comparing(filter.sort, sign)
        const chosen = articles().filter(isChosen(filter))
        return pageIn(
          chosen.sort((one, other) => compare(one, other) || sign * (one.id - other.id)),
          page,
        )
      }),
    books: (filter, page) =>
      listed(() => {
        const sign = filter.order === "asc" ? 1 : -1
        const compare = comparingBooks(filter.sort, sign)
        const chosen = everything().filter(isChosenBook(filter))
        return pageIn(
          chosen.sort((one, other) => compare(one, other) || sign * (one.id - other.id)),
          page,
        )
      }),
    recent: (range, page) =>
      listed(() => {
        const read = articles().filter((article) => {
          const at = lastReadAt(article)
          return at !== undefined && isWithin(range, at)
        })
        return pageIn(read.sort(byLastRead), page)
      }),
    readingNow: (page) =>
      listed(() =>
        pageIn(
          articles()
            .filter(({ status }) => status === "reading")
            .sort(byLastRead),
          page,
        ),
      ),
    groups: (by, { finishedIn }: GroupedArticles, page: PageRequest) =>
      listed(() =>
        pageIn(
          groupsOf(
            by,
            articles().filter((article) => finishedIn === undefined || isFinishedIn(finishedIn, article)),
          ),
          page,
        ),
      ),
    highlights: ({ articleId, order, q, range }: HighlightFilter, page) =>
      listed(() => {
        const sign = order === "asc" ? 1 : -1
        const chosen = highlights().filter(
          ({ article, highlightedAt, ...highlight }) =>
            (articleId === undefined || article.id === articleId) &&
            (q === undefined || passageContains(q, passageOf(highlight))) &&
            inRange(range, highlightedAt),
        )
        return pageIn(
          chosen.sort(
            (one, other) =>
              byTime(one.highlightedAt, other.highlightedAt, sign) || sign * (one.id - other.id),
          ),
          page,
        )
      }),
    highlight: (id) =>
      Effect.map(leadsTo(String(id)), (root) => {
        const all = highlights()
        const known = all.find((highlight) => highlight.id === id)
        return Option.fromUndefinedOr(known ?? all.find((highlight) => String(highlight.id) === root))
      }),
  }
}
