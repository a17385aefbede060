import type { SavedArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { optional } from "../../optional.ts"
import { Text } from "../../text.ts"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { article } from "./saved.ts"

const Link = Schema.Struct({
  name: optional(Text),
  url: optional(Text),
  description: optional(Text),
  createdAt: optional(Text),
  importDate: optional(Text),
  tags: optional(Schema.Array(Schema.Struct({ name: Text }))),
})

/** Linkwarden's JSON, which does not record reading. */
export const linkwardenJson: JsonFormat<SavedArticle> = {
  name: "Linkwarden",
  records: () => new JsonRecords([".collections[].links[]"]),
  is: (record) => ["url", "collectionId", "tags"].every((name) => Predicate.hasProperty(record, name)),
  read: bySchema(Link, ({ createdAt, description, importDate, name, tags, url }) =>
    (url ?? "") === ""
      ? { skipped: "a file or an image, no article" }
      : article({
          source: "linkwarden",
          url: url ?? "",
          title: name ?? "",
          description: description ?? "",
          tags: (tags ?? []).map((tag) => tag.name),
          savedAt: instantOf(importDate ?? createdAt),
        }),
  ),
}
