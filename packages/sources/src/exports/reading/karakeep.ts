import type { SavedArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Text } from "../../text.ts"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { article, readIfArchived } from "./saved.ts"
import { optional } from "../../optional.ts"

const Bookmark = Schema.Struct({
  // Seconds.
  createdAt: Schema.Finite,
  title: optional(Text),
  tags: Schema.Array(Text),
  content: Schema.NullOr(Schema.Struct({ type: Text, url: optional(Text) })),
  note: optional(Text),
  archived: optional(Schema.Boolean),
})

/** Karakeep's JSON, which was Hoarder's. */
export const karakeepJson: JsonFormat<SavedArticle> = {
  name: "Karakeep",
  records: () => new JsonRecords([".bookmarks[]"]),
  is: (record) =>
    Predicate.hasProperty(record, "createdAt") &&
    Predicate.hasProperty(record, "tags") &&
    Array.isArray(record.tags) &&
    Predicate.hasProperty(record, "content") &&
    (record.content === null || Predicate.hasProperty(record.content, "type")) &&
    !Predicate.hasProperty(record, "url"),
  read: bySchema(Bookmark, ({ archived, content, createdAt, note, tags, title }) => {
    if (content?.type !== "link") return { skipped: "a note or an image, no article" }
    return article({
      source: "karakeep",
      url: content.url ?? "",
      title: title ?? "",
      description: note ?? "",
      tags,
      savedAt: createdAt > 0 ? Math.floor(createdAt) * 1000 : undefined,
      ...readIfArchived(archived === true),
    })
  }),
}
