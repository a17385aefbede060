import { type EpochMillis, mergeKnown } from "@daybook/kernel"
import type { Article, ArticleId } from "../model.ts"
import type { NewArticle } from "../ports.ts"

/** An article without its id. */
export type ArticleFields = Omit<Article, "id">

/** An article after a batch, next to its state before. */
export interface MergedArticle {
  /** Undefined for a new article. */
  readonly before: Article | undefined
  readonly after: ArticleFields
  /** The last content and text of the batch. */
  readonly content: string | undefined
  readonly text: string | undefined
  /** True where any field but the content is new or has changed. */
  readonly isChanged: boolean
}

const fieldsOf = ({
  content: _content,
  document: _document,
  fillsOnly: _fillsOnly,
  formerId: _formerId,
  text: _text,
  ...fields
}: NewArticle): ArticleFields => fields

const later = (one: EpochMillis | undefined, other: EpochMillis | undefined): EpochMillis | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

/** A book read again has the times of the last reading. A file without shelves removes none. */
const replaceBook = (known: ArticleFields, fresh: ArticleFields): ArticleFields => ({
  ...mergeKnown(known, fresh),
  progress: fresh.progress,
  timesRead: Math.max(known.timesRead, fresh.timesRead),
  startedAt: later(known.startedAt, fresh.startedAt),
  finishedAt: later(known.finishedAt, fresh.finishedAt),
})

/** Replaces stored fields by the service's; progress may go back to 0, and tags may go. */
const replaceArticle = (known: ArticleFields, fresh: ArticleFields): ArticleFields => ({
  ...mergeKnown(known, fresh),
  progress: fresh.progress,
  tags: fresh.tags,
  startedAt: known.startedAt ?? fresh.startedAt,
  finishedAt: known.finishedAt ?? fresh.finishedAt,
})

const replace = (known: ArticleFields, fresh: ArticleFields): ArticleFields =>
  fresh.kind === "book" ? replaceBook(known, fresh) : replaceArticle(known, fresh)

/** A file knows an article less well than its service, and often less recently: it only fills empty fields. */
const fill = (known: ArticleFields, fresh: ArticleFields): ArticleFields => ({
  ...mergeKnown(fresh, known),
  progress: known.progress,
  timesRead: known.timesRead,
  finishedAt: known.finishedAt ?? (known.status === "finished" ? fresh.finishedAt : undefined),
})

/**
 * A device knows when and how far a book was read. It only moves a book on that is unread or being read, and an old file moves
 * none that was read since.
 */
const readOnDevice = (known: ArticleFields, fresh: ArticleFields): ArticleFields => {
  const lastOpenedAt = later(known.lastOpenedAt, fresh.lastOpenedAt)
  const filled = { ...mergeKnown(fresh, known), progress: known.progress, lastOpenedAt }
  const isOpen = known.status === "unread" || known.status === "reading"
  if (!isOpen || fresh.lastOpenedAt === undefined || fresh.lastOpenedAt !== lastOpenedAt) return filled
  return {
    ...filled,
    status: fresh.status,
    progress: fresh.progress || known.progress,
    timesRead: Math.max(known.timesRead, fresh.timesRead),
    finishedAt: fresh.finishedAt,
  }
}

const isSame = ({ tags, ...one }: ArticleFields, { tags: otherTags, ...other }: ArticleFields): boolean =>
  (Object.keys(one) as Array<keyof typeof one>).every((key) => one[key] === other[key]) &&
  tags.length === otherTags.length &&
  tags.every((tag, index) => tag === otherTags[index])

interface Place {
  readonly id: ArticleId | undefined
  readonly before: Article | undefined
  after: ArticleFields
  content: string | undefined
  text: string | undefined
}

/** The articles of a batch, found by their id at the source, and by their address. */
class ArticleLookup {
  readonly #byId = new Map<string, Place>()
  readonly #byUrl = new Map<string, Array<Place>>()

  /** The same article: the same id at the same source, now or formerly, or the same URL if one has no id. */
  find({ formerId = "", source, sourceId, url }: NewArticle): Place | undefined {
    const ids = [sourceId, formerId].filter((id) => id !== "")
    const known = ids.map((id) => this.#byId.get(`${source}\n${id}`)).find((place) => place !== undefined)
    if (known !== undefined || url === "") return known
    return this.#byUrl
      .get(`${source}\n${url}`)
      ?.find(({ after }) => after.url === url && (sourceId === "" || after.sourceId === ""))
  }

  put(place: Place): void {
    const { source, sourceId, url } = place.after
    if (sourceId !== "") this.#byId.set(`${source}\n${sourceId}`, place)
    const key = `${source}\n${url}`
    const same = this.#byUrl.get(key)
    if (same === undefined) this.#byUrl.set(key, [place])
    else if (!same.includes(place)) same.push(place)
  }
}

/**
 * Merges a batch with the stored articles. `stored` holds, by id, all articles of these sources that have one of the
 * batch's ids or addresses; more does no harm. Returns each article of the batch once.
 */
export const mergeArticles = (
  stored: ReadonlyArray<Article>,
  articles: ReadonlyArray<NewArticle>,
): ReadonlyArray<MergedArticle> => {
  const lookup = new ArticleLookup()
  for (const article of stored) {
    const { id, ...after } = article
    lookup.put({ id, before: article, after, content: undefined, text: undefined })
  }
  const touched = new Set<Place>()
  for (const article of articles) {
    const fresh = fieldsOf(article)
    let place = lookup.find(article)
    if (place === undefined) {
      place = { id: undefined, before: undefined, after: fresh, content: undefined, text: undefined }
    } else {
      const known = place.after
      place.after =
        article.document !== undefined
          ? readOnDevice(known, fresh)
          : article.fillsOnly === true || (fresh.sourceId === "" && known.sourceId !== "")
            ? fill(known, fresh)
            : replace(known, fresh)
    }
    if (article.content !== undefined) {
      place.content = article.content
      place.text = article.text
    }
    lookup.put(place)
    touched.add(place)
  }
  return Array.from(touched, ({ after, before, content, text }) => {
    if (before === undefined) return { before, after, content, text, isChanged: true }
    const { id: _id, ...fields } = before
    return { before, after, content, text, isChanged: !isSame(fields, after) }
  })
}
