import type { SavedArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Text } from "../../text.ts"
import { table } from "../columns.ts"
import type { JsonFormat, ReadCsv } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { article, readIfArchived, secondsOf, tagsIn } from "./saved.ts"

/** The CSV of Pocket's last years: `title,url,time_added,tags,status`, tags separated by `|`. */
export const pocketCsv: ReadCsv<SavedArticle> = table(["url", "time_added", "status"], (field) => {
  return article({
    source: "pocket",
    url: field("url"),
    // Pocket repeats the URL if there is no title.
    title: field("title") === field("url") ? "" : field("title"),
    savedAt: secondsOf(field("time_added")),
    tags: tagsIn(field("tags"), "|"),
    ...readIfArchived(field("status") === "archive"),
  })
})

const text = Schema.optionalKey(Schema.NullOr(Text))

// All numbers are text: https://getpocket.com/developer/docs/v3/retrieve, as documented until the service closed.
const Item = Schema.Struct({
  item_id: Text,
  given_url: text,
  resolved_url: text,
  given_title: text,
  resolved_title: text,
  excerpt: text,
  favorite: text,
  status: text,
  time_added: text,
  time_read: text,
  time_updated: text,
  word_count: text,
  top_image_url: text,
  // An object keyed by tag, an empty list for none.
  tags: Schema.optionalKey(
    Schema.NullOr(Schema.Union([Schema.Record(Schema.String, Schema.Unknown), Schema.Array(Schema.Unknown)])),
  ),
  authors: Schema.optionalKey(
    Schema.NullOr(
      Schema.Union([
        Schema.Record(Schema.String, Schema.Struct({ name: Text })),
        Schema.Array(Schema.Struct({ name: Text })),
      ]),
    ),
  ),
})

const filled = (...candidates: ReadonlyArray<string | null | undefined>) =>
  candidates.find((candidate) => candidate !== undefined && candidate !== null && candidate !== "") ?? ""

/** A response of Pocket's own API, saved before it closed. */
export const pocketJson: JsonFormat<SavedArticle> = {
  name: "Pocket",
  // Its list is an object keyed by item.
  records: () => new JsonRecords([".list{}"]),
  is: (record) => Predicate.hasProperty(record, "item_id") && Predicate.hasProperty(record, "given_url"),
  read: bySchema(Item, (item) => {
    if (item.status === "2") return { skipped: "deleted at Pocket" }
    const readAt = secondsOf(item.time_read)
    return article({
      source: "pocket",
      sourceId: item.item_id,
      url: filled(item.resolved_url, item.given_url),
      title: filled(item.resolved_title, item.given_title),
      author: Object.values(item.authors ?? {})
        .map(({ name }) => name)
        .join(", "),
      description: item.excerpt ?? "",
      wordCount: Number(item.word_count ?? "") || 0,
      starred: item.favorite === "1",
      tags: Array.isArray(item.tags) ? [] : Object.keys(item.tags ?? {}),
      imageUrl: item.top_image_url ?? "",
      savedAt: secondsOf(item.time_added),
      firstOpenedAt: readAt,
      lastOpenedAt: readAt,
      movedAt: item.status === "1" ? readAt : undefined,
      changedAt: secondsOf(item.time_updated),
      ...readIfArchived(item.status === "1"),
    })
  }),
}
