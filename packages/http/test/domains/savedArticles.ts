import { type ReadingSource, type SavedArticle, unknownArticle } from "@daybook/reading"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { InstantOrEmpty } from "../replies.ts"

/** A reading service that has nothing. */
export const quietReading: ReadingSource = { name: "quiet", articles: () => Stream.empty }

/** An article as a service has it; missing fields are unknown. */
export const saved = (sourceId: string, more: Partial<SavedArticle> = {}): SavedArticle => ({
  ...unknownArticle,
  source: "reader",
  sourceId,
  title: `Article ${sourceId}`,
  url: "",
  ...more,
})

/** An article that was read to its end and archived then. */
export const finished = (sourceId: string, movedAt: number, more: Partial<SavedArticle> = {}): SavedArticle =>
  saved(sourceId, { progress: 1, archived: true, movedAt, ...more })

/** The fields of an article in a response. */
export const article = {
  id: Schema.Int,
  title: Schema.String,
  author: Schema.String,
  url: Schema.String,
  reader_url: Schema.String,
  reader_app_url: Schema.String,
  domain: Schema.String,
  site_name: Schema.String,
  description: Schema.String,
  word_count: Schema.Int,
  estimated_read_min: Schema.Int,
  status: Schema.String,
  progress: Schema.Finite,
  starred: Schema.Boolean,
  rating: Schema.Int,
  tags: Schema.Array(Schema.String),
  source: Schema.String,
  image: Schema.optionalKey(Schema.Struct({ url: Schema.NonEmptyString })),
  saved_at: InstantOrEmpty,
  started_at: InstantOrEmpty,
  finished_at: InstantOrEmpty,
}
