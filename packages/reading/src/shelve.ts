import { overKnown } from "@daybook/kernel"
import type { Article, ArticleId } from "./model.ts"
import type { NewArticle } from "./ports.ts"

/** An article without its number. */
export type ArticleFields = Omit<Article, "id">

/** An article as it is after a batch, beside what it was before. */
export interface Shelved {
  /** Undefined where it is new. */
  readonly before: Article | undefined
  readonly after: ArticleFields
  /** The last content and text that came with it. */
  readonly content: string | undefined
  readonly text: string | undefined
  /** Whether anything but the content is new or has changed. */
  readonly isChanged: boolean
}

const fieldsOf = ({ content: _content, text: _text, ...fields }: NewArticle): ArticleFields => fields

/** Replaces stored fields by those that a service tells; how far it was read may go back to 0. */
const replace = (known: ArticleFields, fresh: ArticleFields): ArticleFields => ({
  ...overKnown(known, fresh),
  progress: fresh.progress,
  startedAt: known.startedAt ?? fresh.startedAt,
  finishedAt: known.finishedAt ?? fresh.finishedAt,
})

/** A file knows an article less well, and often less lately, than its service: it fills what is empty. */
const fill = (known: ArticleFields, fresh: ArticleFields): ArticleFields => ({
  ...known,
  title: known.title || fresh.title,
  author: known.author || fresh.author,
  readerUrl: known.readerUrl || fresh.readerUrl,
  readerAppUrl: known.readerAppUrl || fresh.readerAppUrl,
  siteName: known.siteName || fresh.siteName,
  description: known.description || fresh.description,
  imageUrl: known.imageUrl || fresh.imageUrl,
  wordCount: known.wordCount || fresh.wordCount,
  rating: known.rating || fresh.rating,
  tags: known.tags.length === 0 ? fresh.tags : known.tags,
  savedAt: known.savedAt ?? fresh.savedAt,
  startedAt: known.startedAt ?? fresh.startedAt,
  finishedAt: known.finishedAt ?? (known.status === "finished" ? fresh.finishedAt : undefined),
})

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

/** The articles of a batch, found by the id that their source gives them, and by their address. */
class Shelf {
  readonly #byId = new Map<string, Place>()
  readonly #byUrl = new Map<string, Array<Place>>()

  /** The article that this one is: the same id at the same source, or the same address where one has no id. */
  find({ source, sourceId, url }: ArticleFields): Place | undefined {
    const known = sourceId === "" ? undefined : this.#byId.get(`${source}\n${sourceId}`)
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
 * Puts what comes beside what is stored. `stored` are all articles of these sources that have one of the ids or one of
 * the addresses of what comes, by id; more does no harm. Gives each article that comes once.
 */
export const shelve = (
  stored: ReadonlyArray<Article>,
  articles: ReadonlyArray<NewArticle>,
): ReadonlyArray<Shelved> => {
  const shelf = new Shelf()
  for (const article of stored) {
    const { id, ...after } = article
    shelf.put({ id, before: article, after, content: undefined, text: undefined })
  }
  const touched = new Set<Place>()
  for (const article of articles) {
    const fresh = fieldsOf(article)
    let place = shelf.find(fresh)
    if (place === undefined) {
      place = { id: undefined, before: undefined, after: fresh, content: undefined, text: undefined }
    } else {
      const known = place.after
      place.after =
        fresh.sourceId === "" && known.sourceId !== "" ? fill(known, fresh) : replace(known, fresh)
    }
    if (article.content !== undefined) {
      place.content = article.content
      place.text = article.text
    }
    shelf.put(place)
    touched.add(place)
  }
  return Array.from(touched, ({ after, before, content, text }) => {
    if (before === undefined) return { before, after, content, text, isChanged: true }
    const { id: _id, ...fields } = before
    return { before, after, content, text, isChanged: !isSame(fields, after) }
  })
}
