import { storableText } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { domainOf } from "./articles/article.ts"
import type { Article } from "./model.ts"
import { foldText } from "./search/words.ts"

/** Long enough to distinguish names, and short enough for every database's index. */
const maxKeyLength = 200

/** The form in which two spellings of a tag, an author or a title compare equal: without case and accents. */
export const keyOf = (name: string): string => storableText(foldText(name).trim() || name, maxKeyLength)

/** The key of a name that a request may leave out. */
export const keyIn = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : keyOf(name)

/** The key of the tag that a request names; undefined, which finds everything, if it is blank. */
export const tagKeyIn = (tag: string | undefined): string | undefined => keyIn(tag?.trim() || undefined)

/** The keys with which stores find and sort articles; they follow from its fields. */
export const ArticleKeys = Schema.Struct({
  domain: Schema.String,
  titleKey: Schema.String,
  authorKey: Schema.String,
  /** In the order of the tags; "" if an earlier tag has the same key, so that each key occurs once. */
  tagKeys: Schema.Array(Schema.String),
})
export type ArticleKeys = typeof ArticleKeys.Type

export const articleKeys = ({
  author,
  tags,
  title,
  url,
}: Pick<Article, "author" | "tags" | "title" | "url">): ArticleKeys => ({
  domain: domainOf(url),
  titleKey: keyOf(title),
  authorKey: keyOf(author),
  tagKeys: tags.map(keyOf).map((key, at, keys) => (keys.indexOf(key) < at ? "" : key)),
})
