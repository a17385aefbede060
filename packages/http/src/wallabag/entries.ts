import { everything, type EpochMillis, hexOf, itemsOfAllPages, visibleOf } from "@daybook/kernel"
import * as Reading from "@daybook/reading"
import * as Effect from "effect/Effect"

const atOnce = 500

/** All pages that were saved here, and that the current reader may see. */
export const allSaved = Effect.flatMap(Reading.ArticleStore, ({ lists }) => {
  const filter = { source: Reading.savedSource, sort: "saved", order: "desc", range: everything } as const
  return Effect.flatMap(
    itemsOfAllPages(atOnce, (page) => lists.articles(filter, page)),
    (saved) => visibleOf("reading", saved, ({ id, kind: type }) => [{ id, type }]),
  )
})

const decoded = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Wallabag's hash of a URL: the SHA-1 of the decoded one. */
export const hashOf = (url: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-1", new TextEncoder().encode(decoded(url)))),
    (digest) => hexOf(new Uint8Array(digest)),
  )

/** A time as Wallabag writes it; null if it is unknown. */
const timeOf = (at: EpochMillis | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString().replace(/\.\d+Z$/, "+0000")

/** A number that a label always gets: tags have no ids here. */
export const tagOf = (label: string) => {
  let id = 2_166_136_261
  for (const unit of label) id = Math.imul(id ^ (unit.codePointAt(0) ?? 0), 16_777_619)
  return { id: id >>> 1 || 1, label, slug: label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-") }
}

/** True for an article that Wallabag calls archived: its state is not one of unread articles. */
export const isArchived = ({ status }: Pick<Reading.Article, "status">) =>
  status !== "unread" && status !== "reading"

/** Makes the function that says when a saved page last changed: by an edit, or at its source. */
export const changesOfSaved = Effect.gen(function* () {
  const { edited } = yield* Reading.ArticleStore
  const edits = new Map(
    (yield* edited(Reading.savedSource)).map(
      ({ article, edits }) => [article.id, Math.max(...edits.map(({ at }) => at))] as const,
    ),
  )
  return ({ finishedAt, id, savedAt, startedAt }: Reading.Article): EpochMillis =>
    Math.max(finishedAt ?? startedAt ?? savedAt ?? 0, edits.get(id) ?? 0)
})

/** A saved page as an entry of Wallabag. */
export const entryOf = (article: Reading.Article, content: string, updatedAt: EpochMillis) =>
  Effect.map(hashOf(article.url), (hash) => ({
    id: article.id,
    uid: null,
    title: article.title || article.url,
    url: article.url,
    hashed_url: hash,
    given_url: article.url,
    hashed_given_url: hash,
    origin_url: null,
    is_archived: isArchived(article) ? 1 : 0,
    is_starred: article.starred ? 1 : 0,
    is_public: false,
    content,
    created_at: timeOf(article.savedAt),
    updated_at: timeOf(updatedAt),
    archived_at: timeOf(article.finishedAt),
    starred_at: null,
    published_at: null,
    published_by: article.author === "" ? [] : [article.author],
    tags: article.tags.map(tagOf),
    annotations: [],
    mimetype: "text/html",
    language: null,
    reading_time: Reading.readMinutes(article.wordCount),
    domain_name: Reading.domainOf(article.url),
    preview_picture: article.imageUrl || null,
    _links: { self: { href: `/api/entries/${article.id}` } },
  }))
