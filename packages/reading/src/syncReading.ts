import {
  aheadMillis,
  type BatchStore,
  type EpochMillis,
  isNoon,
  noonIn,
  RejectedRows,
  storeBatches,
  syncDomain,
  webUrl,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { normalizePages } from "./devices/devices.ts"
import {
  isArticle,
  isHighlight,
  isPageRead,
  type SavedArticle,
  type SavedHighlight,
  type SavedItem,
} from "./model.ts"
import { ArticleStore, type NewArticle, PlainText, ReadingSources } from "./ports.ts"
import { deriveHistory } from "./status.ts"
import { normalizeArticle, normalizeHighlight, type TidyArticle } from "./articles/normalizeArticle.ts"

/** The number of characters of an article's text that the search covers: about 35,000 words. */
export const searchedText = 200_000

const past = (time: EpochMillis | undefined, now: EpochMillis) =>
  time !== undefined && time > now + aheadMillis ? undefined : time

/**
 * Clears times ahead of the clock: an article finished in 9999 would head the archive permanently, since a stored time
 * stays.
 */
const withoutFuture = (article: TidyArticle, now: EpochMillis): TidyArticle => ({
  ...article,
  savedAt: past(article.savedAt, now),
  firstOpenedAt: past(article.firstOpenedAt, now),
  lastOpenedAt: past(article.lastOpenedAt, now),
  movedAt: past(article.movedAt, now),
  changedAt: past(article.changedAt, now),
})

const timesOf = (article: SavedArticle) => [
  article.savedAt,
  article.firstOpenedAt,
  article.lastOpenedAt,
  article.movedAt,
  article.changedAt,
]

/**
 * The reason for not storing an article that nothing would report from others: it has no id, and no URL of http or
 * https.
 */
const problemOf = ({ sourceId, url }: SavedArticle): string | undefined => {
  if (sourceId !== "" || webUrl(url) !== "") return undefined
  return url.trim() === ""
    ? "it has neither an id nor a URL"
    : "it has no id, and its URL is not http or https"
}

/** Sets the articles aside that cannot be stored; returns the others. */
const keepNameless = Effect.fnUntraced(function* (articles: ReadonlyArray<SavedArticle>) {
  const nameless = articles.filter((article) => problemOf(article) !== undefined)
  if (nameless.length === 0) return articles
  const { keep } = yield* RejectedRows
  yield* keep(
    nameless.map((article) => ({
      source: article.source,
      ref: article.url.trim() || article.title,
      kind: "item" as const,
      raw: JSON.stringify(Struct.omit(article, ["content"])),
      reason: problemOf(article) ?? "",
    })),
  )
  return articles.filter((article) => !nameless.includes(article))
})

/** The storing of articles, as syncs and imports use it. */
export const articleBatches = Effect.gen(function* () {
  const store = yield* ArticleStore
  const plainText = yield* PlainText

  /** The sources among these that are synced, where another one reports them: a file. */
  const syncedBesides = (reporter: string, articles: ReadonlyArray<SavedArticle>) =>
    Effect.filter(
      [...new Set(articles.map(({ source }) => source))].filter((source) => source !== reporter),
      (source) =>
        Effect.map(
          store.cursor(source),
          Option.exists((cursor) => cursor !== ""),
        ),
    )

  const newArticle = Effect.fnUntraced(function* (saved: SavedArticle, now: number, fillsOnly: boolean) {
    const tidy = withoutFuture(normalizeArticle(saved), now)
    const { content } = tidy
    if (timesOf(saved).some((time) => time !== undefined && time > now + aheadMillis)) {
      yield* Effect.logWarning(
        `${saved.source}: an article is stored without its time, which is in the future`,
        {
          article: saved.sourceId,
        },
      )
    }
    const history = deriveHistory(tidy, now)
    // A long page takes some milliseconds: other fibers get their turn between two.
    if (content !== undefined) yield* Effect.yieldNow
    const text = content === undefined ? undefined : plainText.of(content, searchedText)
    const known = Struct.omit(tidy, ["archived", "changedAt", "firstOpenedAt", "movedAt", "status"])
    const article: NewArticle = { ...known, ...history, text, fillsOnly }
    return article
  })

  const storeHighlights = Effect.fnUntraced(function* (
    highlights: ReadonlyArray<SavedHighlight>,
    now: EpochMillis,
  ) {
    const known = highlights.map(normalizeHighlight).filter(({ sourceId }) => sourceId !== "")
    return yield* store.storeHighlights(
      known.map((one) => ({ ...one, highlightedAt: past(one.highlightedAt, now) })),
    )
  })

  const batches: BatchStore<SavedItem> = {
    cursor: store.cursor,
    problemOf: (item) => (isArticle(item) ? problemOf(item) : undefined),
    store: Effect.fnUntraced(function* (items, cursor) {
      const now = yield* Clock.currentTimeMillis
      const articles = items.filter(isArticle)
      // Before the transaction that saves the cursor: if it fails both arrive again, and change nothing. A highlight is
      // not an article: it is not counted.
      yield* storeHighlights(items.filter(isHighlight), now)
      const synced = yield* syncedBesides(cursor.source, articles)
      const fresh = yield* Effect.forEach(yield* keepNameless(articles), (saved) =>
        newArticle(saved, now, saved.fillsOnly === true || synced.includes(saved.source)),
      )
      const changed = yield* store.storeArticles(fresh, cursor)
      // After their books. They are not counted either.
      const pages = normalizePages(items.filter(isPageRead), now)
      if (pages.length > 0) yield* store.devices.storePages(pages)
      return changed
    }),
  }
  return batches
})

/** The storing of files: their books have days, which are noon UTC, or the owner's noon where that is on another day. */
export const importedArticles = Effect.gen(function* () {
  const batches = yield* articleBatches
  const zone = yield* DateTime.CurrentTimeZone
  const inZone = (at: EpochMillis | undefined) => (at !== undefined && isNoon(at) ? noonIn(at, zone) : at)
  const withDays = (item: SavedItem): SavedItem =>
    isArticle(item) && item.kind === "book"
      ? {
          ...item,
          savedAt: inZone(item.savedAt),
          firstOpenedAt: inZone(item.firstOpenedAt),
          movedAt: inZone(item.movedAt),
        }
      : item
  const inDays: BatchStore<SavedItem> = {
    ...batches,
    store: (items, cursor) => batches.store(items.map(withDays), cursor),
  }
  return inDays
})

/** Brings in the changes since the last sync, from every configured source. */
export const syncReading = Effect.gen(function* () {
  const store = yield* articleBatches
  return yield* syncDomain("reading", yield* ReadingSources, (source, report) =>
    storeBatches(store, source, source.articles, report),
  )
})
