import { type Article, ArticleId, ReadingStatus } from "@daybook/reading"
import * as Schema from "effect/Schema"

/** The columns of an article, all of which `ArticleRow` reads. */
export const articleColumns =
  "id, source, source_id, title, author, url, reader_url, reader_app_url, site_name, description, word_count, " +
  "status, progress, starred, rating, tags, image_url, saved_at, started_at, finished_at"

/** A row of articles. */
export const ArticleRow = Schema.Struct({
  id: ArticleId,
  source: Schema.String,
  source_id: Schema.String,
  title: Schema.String,
  author: Schema.String,
  url: Schema.String,
  reader_url: Schema.String,
  reader_app_url: Schema.String,
  site_name: Schema.String,
  description: Schema.String,
  word_count: Schema.Int,
  status: ReadingStatus,
  progress: Schema.Finite,
  starred: Schema.Boolean,
  rating: Schema.Int,
  tags: Schema.Array(Schema.String),
  image_url: Schema.String,
  saved_at: Schema.NullOr(Schema.Date),
  started_at: Schema.NullOr(Schema.Date),
  finished_at: Schema.NullOr(Schema.Date),
})

/** The article of a row. */
export const toArticle = (row: typeof ArticleRow.Type): Article => ({
  id: row.id,
  source: row.source,
  sourceId: row.source_id,
  title: row.title,
  author: row.author,
  url: row.url,
  readerUrl: row.reader_url,
  readerAppUrl: row.reader_app_url,
  siteName: row.site_name,
  description: row.description,
  wordCount: row.word_count,
  status: row.status,
  progress: row.progress,
  starred: row.starred,
  rating: row.rating,
  tags: row.tags,
  imageUrl: row.image_url,
  savedAt: row.saved_at?.getTime(),
  startedAt: row.started_at?.getTime(),
  finishedAt: row.finished_at?.getTime(),
})
