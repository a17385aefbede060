import type { SavedArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { optional } from "../../optional.ts"
import { Text } from "../../text.ts"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { article, tagsIn } from "./saved.ts"

const Post = Schema.Struct({
  href: Text,
  description: optional(Text),
  extended: optional(Text),
  time: optional(Text),
  tags: optional(Text),
})

/** Pinboard's JSON. It marks links to read, but not what was read. */
export const pinboardJson: JsonFormat<SavedArticle> = {
  name: "Pinboard",
  records: () => new JsonRecords(["[]"]),
  is: (record) => ["href", "extended", "toread", "time"].every((name) => Predicate.hasProperty(record, name)),
  read: bySchema(Post, ({ description, extended, href, tags, time }) =>
    article({
      source: "pinboard",
      url: href,
      title: description ?? "",
      description: extended ?? "",
      tags: tagsIn(tags ?? "", " "),
      savedAt: instantOf(time),
    }),
  ),
}
