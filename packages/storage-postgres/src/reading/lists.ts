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
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { articles, readGroups, readHighlights } from "./rows.ts"
import type { readingSearch } from "./search.ts"
import { shown } from "./highlights.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { texts } from "../sql/parameters.ts"

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

// A row for each name of an article with its key, which an article has once.
const groupings = {
  tag: ["articles cross join unnest(tags, tag_keys) as named (name, key)", "key <> ''"],
  domain: [
    "(select kind, status, finished_at, domain as name, domain as key from articles) as named",
    "key <> ''",
  ],
  author: [
    "(select kind, status, finished_at, author as name, author_key as key from articles) as named",
    "name <> ''",
  ],
} as const

/** The lists of articles and highlights in SQL. */
export const listsIn = (
  sql: SqlClient.SqlClient,
  named: Effect.Success<typeof readingSearch>["matching"],
  leadsTo: (id: string) => Effect.Effect<string>,
): ReadingLists => {
  const { columns } = articles

  /** A page of articles. Its ids come from an index, and only its own rows are read. */
  const pageOf = Effect.fnUntraced(function* (where: Fragment, order: Fragment, page: PageRequest) {
    const items = articles.read(
      yield* sql`select ${columns} from articles where id in (
          select id from articles where ${where} order by ${order} ${onPage(sql, page)}
        ) order by ${order}`,
    )
    return { items, total: yield* countRows(sql, sql`articles where ${where}`) }
  })

  const highlightsOf = Effect.fnUntraced(function* (ids: Fragment, order: Fragment) {
    return readHighlights(
      yield* sql`select highlights.id, highlights.source, text, note, highlighted_at, article_id,
          title as article_title, author as article_author, url as article_url,
          site_name as article_site_name, image_url as article_image_url
        from highlights join articles on articles.id = article_id
        where highlights.id in (${ids}) order by ${order}`,
    )
  })

  const findHighlight = Effect.fnUntraced(function* (id: number | string) {
    const [found] = yield* highlightsOf(
      sql`select id from highlights where id = ${Number(id)} and ${sql.literal(shown)}`,
      sql.literal("highlights.id"),
    )
    return found
  })

  return {
    articles: Effect.fn("ReadingLists.articles")(function* (filter: ArticleFilter, page: PageRequest) {
      const direction = filter.order === "asc" ? "asc" : "desc"
      const column = sortColumns[filter.sort]
      const nulls = column.endsWith("_at") ? " nulls last" : ""
      const where = sql.and([
        sql`kind = 'article'`,
        inRange(sql, filter.sort === "finished" ? "finished_at" : "saved_at", filter.range),
        ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
        ...(filter.starred === undefined ? [] : [sql`starred = ${filter.starred}`]),
        ...(filter.tagKey === undefined ? [] : [sql`tag_keys @> ${texts([filter.tagKey])}`]),
        ...(filter.authorKey === undefined ? [] : [sql`author_key = ${filter.authorKey}`]),
        ...(filter.domain === undefined ? [] : [sql`domain = ${filter.domain}`]),
        ...(filter.source === undefined ? [] : [sql`source = ${filter.source}`]),
        ...(filter.sourceId === undefined ? [] : [sql`source_id = ${filter.sourceId}`]),
        yield* named("article", "id", filter.q),
      ])
      return yield* pageOf(where, sql.literal(`${column} ${direction}${nulls}, id ${direction}`), page)
    }, Effect.orDie),

    books: Effect.fn("ReadingLists.books")(function* (filter: BookFilter, page: PageRequest) {
      const direction = filter.order === "asc" ? "asc" : "desc"
      const column = bookColumns[filter.sort]
      const nulls = column.endsWith("_at") ? " nulls last" : ""
      const where = sql.and([
        sql`kind = 'book'`,
        inRange(sql, filter.sort === "saved" ? "saved_at" : "finished_at", filter.range),
        ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
        ...(filter.tagKey === undefined ? [] : [sql`tag_keys @> ${texts([filter.tagKey])}`]),
        ...(filter.authorKey === undefined ? [] : [sql`author_key = ${filter.authorKey}`]),
        ...(filter.year === undefined ? [] : [sql`published_year = ${filter.year}`]),
        yield* named("book", "id", filter.q),
      ])
      return yield* pageOf(where, sql.literal(`${column} ${direction}${nulls}, id ${direction}`), page)
    }, Effect.orDie),

    recent: Effect.fn("ReadingLists.recent")(function* (range: DateRange, page: PageRequest) {
      const read = sql.and([
        sql`kind = 'article' and last_read_at is not null`,
        inRange(sql, "last_read_at", range),
      ])
      return yield* pageOf(read, sql.literal("last_read_at desc nulls last, id desc"), page)
    }, Effect.orDie),

    readingNow: Effect.fn("ReadingLists.readingNow")(function* (page: PageRequest) {
      return yield* pageOf(
        sql`kind = 'article' and status = 'reading'`,
        sql.literal("last_read_at desc nulls last, id desc"),
        page,
      )
    }, Effect.orDie),

    groups: Effect.fn("ReadingLists.groups")(function* (
      by: Grouping,
      { finishedIn }: GroupedArticles,
      page: PageRequest,
    ) {
      const [from, isNamed] = groupings[by]
      const chosen = sql.and([
        sql`kind = 'article'`,
        sql.literal(isNamed),
        ...(finishedIn === undefined
          ? []
          : [sql`status = 'finished'`, inRange(sql, "finished_at", finishedIn)]),
      ])
      // By spelling first: ordering every row by its name takes ten times as long.
      const groups = sql`(
        select key as id, sum(count)::int as count, sum(finished)::int as finished,
          (array_agg(name order by count desc, name collate "C"))[1] as name
        from (
          select key, name, count(*) as count, count(*) filter (where status = 'finished') as finished
          from ${sql.literal(from)} where ${chosen} group by key, name
        ) as spelled group by key
      ) as groups`
      const rows = readGroups(
        yield* sql`select id, name, count, finished, (count(*) over ())::int as total from ${groups}
          order by count desc, (id) collate "C" ${onPage(sql, page)}`,
      )
      const items = rows.map((row) => Struct.omit(row, ["total"]))
      return { items, total: rows[0]?.total ?? (yield* countRows(sql, groups)) }
    }, Effect.orDie),

    highlights: Effect.fn("ReadingLists.highlights")(function* (
      { articleId, order, q, range }: HighlightFilter,
      page: PageRequest,
    ) {
      const where = sql.and([
        sql.literal(shown),
        inRange(sql, "highlighted_at", range),
        ...(articleId === undefined ? [] : [sql`article_id = ${articleId}`]),
        yield* named("highlight", "id", q),
      ])
      const ordered = (table: string) =>
        sql.literal(
          order === "asc"
            ? `${table}highlighted_at nulls last, ${table}id`
            : `${table}highlighted_at desc nulls last, ${table}id desc`,
        )
      const items = yield* highlightsOf(
        sql`select id from highlights where ${where} order by ${ordered("")} ${onPage(sql, page)}`,
        ordered("highlights."),
      )
      return { items, total: yield* countRows(sql, sql`highlights where ${where}`) }
    }, Effect.orDie),

    highlight: Effect.fn("ReadingLists.highlight")(function* (id: HighlightId) {
      return Option.fromUndefinedOr(
        (yield* findHighlight(id)) ?? (yield* findHighlight(yield* leadsTo(String(id)))),
      )
    }, Effect.orDie),
  }
}
