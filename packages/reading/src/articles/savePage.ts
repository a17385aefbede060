import {
  ActiveEdits,
  type EditFields,
  type EpochMillis,
  everything,
  InvalidInput,
  mergeKnown,
  webUrl,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { type Article, type SavedArticle, unknownArticle } from "../model.ts"
import { ArticleStore, type EditedArticle, PageReader, PlainText } from "../ports.ts"
import { line } from "./normalizeArticle.ts"
import { articleBatches, searchedText } from "../syncReading.ts"

/** The source of articles that were saved here. */
export const savedSource = "saved"

/** A page to save. Its URL identifies it; the page itself fills the fields that are left out. */
export interface PageToSave {
  readonly url: string
  readonly title?: string | undefined
  readonly tags?: ReadonlyArray<string> | undefined
  /** Its HTML; if it is left out, the page is fetched. */
  readonly content?: string | undefined
  readonly starred?: boolean | undefined
  /** True for one that was read. */
  readonly isRead?: boolean | undefined
}

/** The URL that identifies a page: without the place in it, which a script may need if it begins with `#!` or `#/`. */
export const pageAddress = (text: string): string => {
  const url = webUrl(text.trim())
  return url === "" ? "" : url.replace(/#(?![!/]).*$/s, "")
}

/** The saved article of an address; undefined if there is none, or it was removed. */
export const findSaved = Effect.fnUntraced(function* (address: string) {
  const { lists } = yield* ArticleStore
  const filter = {
    source: savedSource,
    sourceId: address,
    sort: "saved",
    order: "desc",
    range: everything,
  } as const
  const { items } = yield* lists.articles(filter, { page: 1, limit: 1 })
  return items[0]
})

const storeSaved = Effect.fnUntraced(function* (article: SavedArticle) {
  const { store } = yield* articleBatches
  yield* store([article], { source: savedSource, cursor: "" })
  return yield* findSaved(article.sourceId)
})

/** A stored article as its source would report it again. */
const reported = ({ finishedAt, id: _id, startedAt, ...article }: Article): SavedArticle => ({
  ...unknownArticle,
  ...article,
  firstOpenedAt: startedAt,
  movedAt: finishedAt,
})

/** A saved article as it was saved, with its edits; undefined if it has none. */
const findEdited = Effect.fnUntraced(function* (address: string) {
  const { edited } = yield* ArticleStore
  return (yield* edited(savedSource)).find(({ article }) => article.sourceId === address)
})

const correct = Effect.fnUntraced(function* (itemId: string, fields: EditFields, at: EpochMillis) {
  const { edits } = yield* ArticleStore
  const edit = { type: "article", itemId, action: "correct", fields, at } as const
  yield* Effect.catchTag(edits.make(edit), "NoSuchItem", Effect.die)
})

/** Shows a saved article again that was removed, as saved now. */
const restoreRemoved = Effect.fnUntraced(function* (address: string, now: EpochMillis) {
  const { edits } = yield* ArticleStore
  const removal = (yield* findEdited(address))?.edits.find(({ action }) => action === "remove")
  if (removal === undefined) return undefined
  yield* edits.takeBack(removal)
  yield* correct(removal.itemId, { saved_at: new Date(now).toISOString() }, now)
  return yield* findSaved(address)
})

/** Names the fields of an edit by a page's fields. */
const editFieldOf = { title: "title", tags: "tags", starred: "starred", isRead: "status" } as const

/** The names of a page's fields that edits set. */
const editedFieldsOf = ({ article, edits }: EditedArticle) => {
  const { corrected = {} } = new ActiveEdits(edits).of("article", String(article.id)) ?? {}
  return Struct.keys(editFieldOf).filter((name) => Object.hasOwn(corrected, editFieldOf[name]))
}

const withTags = (tags: ReadonlyArray<string>, more: ReadonlyArray<string> = []) => [
  ...new Set([...tags, ...more]),
]

/** The fields of an edit that makes an article as a page says. */
const editFieldsTo = (page: Partial<PageToSave>, article: Article, now: EpochMillis): EditFields => {
  const title = line(page.title ?? "") || article.title
  const tags = withTags(
    article.tags,
    page.tags?.map(line).filter((tag) => tag !== ""),
  )
  const starred = page.starred ?? article.starred
  return {
    ...(title === article.title ? {} : { title }),
    ...(tags.length === article.tags.length ? {} : { tags }),
    ...(starred === article.starred ? {} : { starred }),
    ...(page.isRead === true && article.status !== "finished"
      ? { status: "finished", finished_at: new Date(now).toISOString() }
      : {}),
  }
}

/**
 * Saves a page, once however often it is saved. What is known of it stays where the new request does not say it, even if the page
 * was removed.
 */
export const savePage = Effect.fn("Reading.savePage")(function* (page: PageToSave) {
  const address = pageAddress(page.url)
  if (address === "") {
    return yield* new InvalidInput({ field: "url", message: "url: must be an http or https URL" })
  }
  const now = yield* Clock.currentTimeMillis
  const known = (yield* findSaved(address)) ?? (yield* restoreRemoved(address, now))
  const edited = known && (yield* findEdited(address))
  const byHand = edited === undefined ? [] : editedFieldsOf(edited)
  const told: PageToSave = Struct.omit(page, byHand)
  const base: SavedArticle =
    known === undefined
      ? { ...unknownArticle, source: savedSource, sourceId: address, url: address, savedAt: now }
      : reported(edited?.article ?? known)
  const isFinished = told.isRead === true && base.status !== "finished"
  const article = yield* storeSaved({
    ...base,
    title: told.title?.trim() || base.title,
    tags: withTags(base.tags, told.tags),
    starred: told.starred ?? base.starred,
    content: page.content,
    ...(isFinished ? { status: "finished", progress: 1, movedAt: now } : {}),
  })
  if (article === undefined) {
    const message = "url: you merged this page into another; undo that in Settings to save it again"
    return yield* new InvalidInput({ field: "url", message })
  }
  const fields = editFieldsTo(Struct.pick(page, byHand), article, now)
  if (Object.keys(fields).length === 0) return { article, isNew: known === undefined }
  yield* correct(String(article.id), fields, now)
  return { article: (yield* findSaved(address)) ?? article, isNew: false }
})

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, "")

/**
 * Fetches a saved page and fills what is unknown of its article. A page that cannot be read still gets the name of its site, so
 * that it is not fetched again.
 */
export const fillSavedPage = Effect.fn("Reading.fillSavedPage")(function* (address: string) {
  const pages = yield* PageReader
  const plainText = yield* PlainText
  const { contents } = yield* ArticleStore
  const read = yield* Effect.catchTag(pages.read(address), "PageError", ({ message }) =>
    Effect.as(Effect.logWarning(`a saved page has no text: it ${message}`), undefined),
  )
  const article = yield* findSaved(address)
  if (article === undefined) return
  const [stored] = yield* contents([article.id])
  const hasContent = stored !== undefined && stored.content !== ""
  const content = hasContent || read === undefined || read.content === "" ? undefined : read.content
  const told = reported((yield* findEdited(address))?.article ?? article)
  yield* storeSaved({
    ...mergeKnown({ ...told, ...read, siteName: read?.siteName || hostOf(address) }, told),
    wordCount: told.wordCount || wordsIn(plainText.of(content ?? stored?.content ?? "", searchedText)),
    content,
  })
})

/** The addresses of saved pages that were never fetched, such as those saved shortly before a stop; the newest. */
export const unfilledPages = Effect.gen(function* () {
  const { lists } = yield* ArticleStore
  const filter = { source: savedSource, sort: "saved", order: "desc", range: everything } as const
  const { items } = yield* lists.articles(filter, { page: 1, limit: 500 })
  return items.filter(({ siteName }) => siteName === "").map(({ sourceId }) => sourceId)
})
