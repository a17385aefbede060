import type { SavedArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { Text } from "../../text.ts"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { article } from "./saved.ts"

const text = Schema.optionalKey(Schema.NullOr(Text))

const Metadata = Schema.Struct({
  id: Text,
  title: text,
  description: text,
  author: text,
  url: text,
  /** `Active` or `Archived`. */
  state: text,
  /** In percent. */
  readingProgress: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  thumbnail: text,
  labels: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Unknown))),
  savedAt: text,
  updatedAt: text,
})

const labelOf = (label: unknown): ReadonlyArray<string> => {
  const name: unknown = Predicate.hasProperty(label, "name") ? label.name : label
  return typeof name === "string" ? [name] : []
}

/** `metadata_0_to_20.json` and its like, in the zip that Omnivore gave before it closed. */
export const omnivoreJson: JsonFormat<SavedArticle> = {
  name: "Omnivore",
  records: () => new JsonRecords(["[]"]),
  is: (record) =>
    ["slug", "savedAt", "readingProgress"].every((field) => Predicate.hasProperty(record, field)),
  read: bySchema(Metadata, (one) =>
    article({
      source: "omnivore",
      sourceId: one.id,
      url: one.url ?? "",
      title: one.title ?? "",
      author: one.author ?? "",
      description: one.description ?? "",
      progress: Math.min(1, Math.max(0, (one.readingProgress ?? 0) / 100)),
      archived: one.state?.toLowerCase() === "archived",
      tags: (one.labels ?? []).flatMap(labelOf),
      imageUrl: one.thumbnail ?? "",
      savedAt: instantOf(one.savedAt),
      changedAt: instantOf(one.updatedAt),
    }),
  ),
}
