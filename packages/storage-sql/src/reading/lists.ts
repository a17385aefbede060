import type { DateRange, PageRequest } from "@daybook/kernel"
import type {
  ArticleFilter,
  BookFilter,
  GroupedArticles,
  Grouping,
  HighlightFilter,
  HighlightId,
  ReadingLists,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import type { Fragment } from "effect/sql/Statement"
import { countRows, inRange, onPage } from "../paging.ts"
import type { StoreParts } from "../parts.ts"
import type { Sql } from "../sql.ts"
import { shown } from "./highlights.ts"
import { articles as described, readGroups, readHighlights } from "./rows.ts"
import type { Words } from "./words.ts"

const sortColumns = {
  saved: "saved_at",
  finished: "finished_at",
  title: "title_key",
  words: "word_count",
} as const

const bookColumns = {
  ...Struct.pick(sortColumns, ["finished", "saved", "title"]),
  author: "author_key",
  rating: "rating",
  pages: "pages",
  year: "published_year",
} as const

/** The order of a list. The unknown, which only times have, comes last. */
const orderBy = (column: string, direction: "asc" | "desc", table = "") =>
  `order by ${table}${column} ${direction}${column.endsWith("_at") ? " nulls last" : ""}, ${table}id ${direction}`

/** The lists of articles and books. */
const articleListsOf = ({ database, matching: named }: StoreParts) => {
  const { holds, read, sql, tableOf } = database
  const articles = tableOf(described)
  const { columns } = articles

  /** The conditions of articles and of books. */
  const chosen = ({ authorKey, status, tagKey }: Pick<ArticleFilter, "authorKey" | "status" | "tagKey">) => [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(tagKey === undefined ? [] : [holds("tag_keys", tagKey)]),
    ...(authorKey === undefined ? [] : [sql`author_key = ${authorKey}`]),
  ]

  /** A page of articles. Its ids come from an index, and only its own rows are read. */
  const pageOf = Effect.fnUntraced(function* (where: Fragment, order: string, page: PageRequest) {
    const ordered = sql.literal(order)
    const items = articles.read(
      yield* sql`select ${columns} from articles where id in (
          select id from articles where ${where} ${ordered} ${onPage(sql, page)}
        ) ${ordered}`,
    )
    return { items, total: yield* countRows(sql, sql`articles where ${where}`) }
  })

  return {
    articles: Effect.fn("ReadingLists.articles")(function* (filter: ArticleFilter, page: PageRequest) {
      const where = sql.and([
        sql`kind = 'article'`,
        inRange(database, filter.sort === "finished" ? "finished_at" : "saved_at", filter.range),
        ...chosen(filter),
        ...(filter.starred === undefined ? [] : [sql`starred = ${filter.starred}`]),
        ...(filter.domain === undefined ? [] : [sql`domain = ${filter.domain}`]),
        ...(filter.source === undefined ? [] : [sql`source = ${filter.source}`]),
        ...(filter.sourceId === undefined ? [] : [sql`source_id = ${filter.sourceId}`]),
        yield* named("article", "id", filter.q),
      ])
      return yield* pageOf(where, orderBy(sortColumns[filter.sort], filter.order), page)
    }, read),

    books: Effect.fn("ReadingLists.books")(function* (filter: BookFilter, page: PageRequest) {
      const where = sql.and([
        sql`kind = 'book'`,
        inRange(database, filter.sort === "saved" ? "saved_at" : "finished_at", filter.range),
        ...chosen(filter),
        ...(filter.year === undefined ? [] : [sql`published_year = ${filter.year}`]),
        yield* named("book", "id", filter.q),
      ])
      return yield* pageOf(where, orderBy(bookColumns[filter.sort], filter.order), page)
    }, read),

    recent: Effect.fn("ReadingLists.recent")(function* (range: DateRange, page: PageRequest) {
      const where = sql.and([
        sql`kind = 'article' and last_read_at is not null`,
        inRange(database, "last_read_at", range),
      ])
      return yield* pageOf(where, orderBy("last_read_at", "desc"), page)
    }, read),

    readingNow: Effect.fn("ReadingLists.readingNow")(function* (page: PageRequest) {
      return yield* pageOf(
        sql`kind = 'article' and status = 'reading'`,
        orderBy("last_read_at", "desc"),
        page,
      )
    }, read),
  }
}

/** Makes the member that lists the tags, domains and authors of articles. */
const groupsOf = (database: Sql, { tags }: Words): ReadingLists["groups"] => {
  const { byCodeUnits, read, sql } = database

  // A row for each name of an article with its key, which an article has once.
  const groupings = {
    tag: { ...tags, isNamed: `${tags.key} <> ''` },
    domain: { from: "articles", name: "domain", key: "domain", isNamed: "domain <> ''" },
    author: { from: "articles", name: "author", key: "author_key", isNamed: "author <> ''" },
  } as const

  return Effect.fn("ReadingLists.groups")(function* (
    by: Grouping,
    { finishedIn }: GroupedArticles,
    page: PageRequest,
  ) {
    const { from, isNamed, key, name } = groupings[by]
    const where = sql.and([
      sql`kind = 'article'`,
      sql.literal(isNamed),
      ...(finishedIn === undefined
        ? []
        : [sql`status = 'finished'`, inRange(database, "finished_at", finishedIn)]),
    ])
    const units = sql.literal(byCodeUnits)
    // By spelling first: ordering every row by its name takes ten times as long.
    const groups = sql`(
        select id, name, cast(sum(count) as int) as count, cast(sum(finished) as int) as finished from (
          select id, count, finished,
            first_value(name) over (partition by id order by count desc, name ${units}) as name
          from (
            select ${sql.literal(key)} as id, ${sql.literal(name)} as name, count(*) as count,
              count(*) filter (where status = 'finished') as finished
            from ${sql.literal(from)} where ${where} group by 1, 2
          ) as spelled
        ) as named group by id, name
      ) as groups`
    const rows = readGroups(
      yield* sql`select id, name, count, finished, count(*) over () as total from ${groups}
          order by count desc, id ${units} ${onPage(sql, page)}`,
    )
    const items = rows.map((row) => Struct.omit(row, ["total"]))
    return { items, total: rows[0]?.total ?? (yield* countRows(sql, groups)) }
  }, read)
}

/** The lists of highlights. */
const highlightListsOf = (
  { database, matching: named }: StoreParts,
  leadsTo: (id: string) => Effect.Effect<string>,
) => {
  const { read, sql } = database

  const highlightsOf = Effect.fnUntraced(function* (ids: Fragment, order: string) {
    return readHighlights(
      yield* sql`select ${sql.literal(readHighlights.selected)}
        from highlights join articles on articles.id = article_id
        where highlights.id in (${ids}) ${sql.literal(order)}`,
    )
  })

  const findHighlight = Effect.fnUntraced(function* (id: number | string) {
    const [found] = yield* highlightsOf(
      sql`select id from highlights where id = ${Number(id)} and ${sql.literal(shown)}`,
      "",
    )
    return found
  })

  return {
    highlights: Effect.fn("ReadingLists.highlights")(function* (
      { articleId, order, q, range }: HighlightFilter,
      page: PageRequest,
    ) {
      const where = sql.and([
        sql.literal(shown),
        inRange(database, "highlighted_at", range),
        ...(articleId === undefined ? [] : [sql`article_id = ${articleId}`]),
        yield* named("highlight", "id", q),
      ])
      const items = yield* highlightsOf(
        sql`select id from highlights where ${where} ${sql.literal(orderBy("highlighted_at", order))} ${onPage(sql, page)}`,
        orderBy("highlighted_at", order, "highlights."),
      )
      return { items, total: yield* countRows(sql, sql`highlights where ${where}`) }
    }, read),

    highlight: Effect.fn("ReadingLists.highlight")(function* (id: HighlightId) {
      return Option.fromUndefinedOr(
        (yield* findHighlight(id)) ?? (yield* findHighlight(yield* leadsTo(String(id)))),
      )
    }, read),
  }
}

/** The lists of articles and highlights. */
export const listsOf = (
  parts: StoreParts,
  words: Words,
  leadsTo: (id: string) => Effect.Effect<string>,
): ReadingLists => ({
  ...articleListsOf(parts),
  groups: groupsOf(parts.database, words),
  ...highlightListsOf(parts, leadsTo),
})
