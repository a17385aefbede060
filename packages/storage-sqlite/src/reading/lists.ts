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
import type { Fragment } from "effect/sql/Statement"
import * as Struct from "effect/Struct"
import type { searchIn } from "../search/index.ts"
import type { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { shown } from "./highlights.ts"
import { articles, readGroups, readHighlights } from "./rows.ts"

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
const orderBy = (column: string, direction: "asc" | "desc") =>
  `order by ${column} ${direction}${column.endsWith("_at") ? " nulls last" : ""}, id ${direction}`

// A row for each name of an article with its key, which an article has once.
const groupings = {
  tag: {
    from: "articles, json_each(tags) as tag",
    name: "tag.value",
    key: "tag_keys ->> tag.key",
    isNamed: "tag_keys ->> tag.key <> ''",
  },
  domain: { from: "articles", name: "domain", key: "domain", isNamed: "domain <> ''" },
  author: { from: "articles", name: "author", key: "author_key", isNamed: "author <> ''" },
} as const

/** The lists of articles and highlights. */
export const listsIn = (
  database: Database["Service"],
  named: Effect.Success<ReturnType<typeof searchIn>>["matching"],
  leadsTo: (id: string) => Effect.Effect<string>,
): ReadingLists => {
  const { all, read, sql } = database

  const pageOf = (where: Fragment, order: string, page: PageRequest) =>
    read(() => ({
      items: articles.read(
        all(
          sql`select ${articles.columns} from articles where ${where} ${sql.literal(order)} ${onPage(sql, page)}`,
        ),
      ),
      total: countRows(database, sql`articles where ${where}`),
    }))

  /** The conditions of articles and of books. */
  const chosen = ({ authorKey, status, tagKey }: Pick<ArticleFilter, "authorKey" | "status" | "tagKey">) => [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(tagKey === undefined ? [] : [sql`${tagKey} in (select value from json_each(tag_keys))`]),
    ...(authorKey === undefined ? [] : [sql`author_key = ${authorKey}`]),
  ]

  const highlightsOf = (ids: Fragment, order: string) =>
    readHighlights(
      all(sql`select highlights.id, highlights.source, text, note, highlighted_at, article_id,
          title as article_title, author as article_author, url as article_url,
          site_name as article_site_name, image_url as article_image_url
        from highlights join articles on articles.id = article_id
        where highlights.id in (${ids}) ${sql.literal(order)}`),
    )

  const findHighlight = (id: string) =>
    highlightsOf(sql`select id from highlights where id = ${Number(id)} and ${sql.literal(shown)}`, "")[0]

  return {
    articles: Effect.fn("ReadingLists.articles")((filter: ArticleFilter, page: PageRequest) =>
      pageOf(
        sql.and([
          sql`kind = 'article'`,
          inRange(sql, filter.sort === "finished" ? "finished_at" : "saved_at", filter.range),
          ...chosen(filter),
          ...(filter.starred === undefined ? [] : [sql`starred = ${filter.starred}`]),
          ...(filter.domain === undefined ? [] : [sql`domain = ${filter.domain}`]),
          ...(filter.source === undefined ? [] : [sql`source = ${filter.source}`]),
          ...(filter.sourceId === undefined ? [] : [sql`source_id = ${filter.sourceId}`]),
          named("article", "id", filter.q),
        ]),
        orderBy(sortColumns[filter.sort], filter.order),
        page,
      ),
    ),

    books: Effect.fn("ReadingLists.books")((filter: BookFilter, page: PageRequest) =>
      pageOf(
        sql.and([
          sql`kind = 'book'`,
          inRange(sql, filter.sort === "saved" ? "saved_at" : "finished_at", filter.range),
          ...chosen(filter),
          ...(filter.year === undefined ? [] : [sql`published_year = ${filter.year}`]),
          named("book", "id", filter.q),
        ]),
        orderBy(bookColumns[filter.sort], filter.order),
        page,
      ),
    ),

    recent: Effect.fn("ReadingLists.recent")((range: DateRange, page: PageRequest) =>
      pageOf(
        sql.and([sql`kind = 'article' and last_read_at is not null`, inRange(sql, "last_read_at", range)]),
        orderBy("last_read_at", "desc"),
        page,
      ),
    ),

    readingNow: Effect.fn("ReadingLists.readingNow")((page: PageRequest) =>
      pageOf(sql`kind = 'article' and status = 'reading'`, orderBy("last_read_at", "desc"), page),
    ),

    groups: Effect.fn("ReadingLists.groups")(
      (by: Grouping, { finishedIn }: GroupedArticles, page: PageRequest) =>
        read(() => {
          const { from, isNamed, key, name } = groupings[by]
          const chosen = sql.and([
            sql`kind = 'article'`,
            sql.literal(isNamed),
            ...(finishedIn === undefined
              ? []
              : [sql`status = 'finished'`, inRange(sql, "finished_at", finishedIn)]),
          ])
          const groups = sql`(
            select id, name, sum(count) as count, sum(finished) as finished from (
              select id, count, finished, first_value(name) over (partition by id order by count desc, name) as name
              from (
                select ${sql.literal(key)} as id, ${sql.literal(name)} as name, count(*) as count,
                  count(*) filter (where status = 'finished') as finished
                from ${sql.literal(from)} where ${chosen} group by 1, 2
              )
            ) group by id
          )`
          const rows = readGroups(
            all(
              sql`select *, count(*) over () as total from ${groups} order by count desc, id ${onPage(sql, page)}`,
            ),
          )
          return {
            items: rows.map((row) => Struct.omit(row, ["total"])),
            total: rows[0]?.total ?? countRows(database, groups),
          }
        }),
    ),

    highlights: Effect.fn("ReadingLists.highlights")(
      ({ articleId, order, q, range }: HighlightFilter, page: PageRequest) =>
        read(() => {
          const where = sql.and([
            sql.literal(shown),
            inRange(sql, "highlighted_at", range),
            ...(articleId === undefined ? [] : [sql`article_id = ${articleId}`]),
            named("highlight", "id", q),
          ])
          return {
            items: highlightsOf(
              sql`select id from highlights where ${where} ${sql.literal(orderBy("highlighted_at", order))} ${onPage(sql, page)}`,
              `order by highlighted_at ${order} nulls last, highlights.id ${order}`,
            ),
            total: countRows(database, sql`highlights where ${where}`),
          }
        }),
    ),

    highlight: Effect.fn("ReadingLists.highlight")((id: HighlightId) =>
      read(
        Effect.map(leadsTo(String(id)), (root) =>
          Option.fromUndefinedOr(findHighlight(String(id)) ?? findHighlight(root)),
        ),
      ),
    ),
  }
}
