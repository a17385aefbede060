import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Article } from "../model.ts"
import { ArticleStore, CleanHtml, PlainText } from "../ports.ts"

/** The number of articles whose HTML is in memory at once. */
const heldAtOnce = 20

/** Cleans the content of all articles that were not cleaned by the present rules. Returns their number. */
export const cleanArticles = Effect.fn("Reading.cleanArticles")(function* () {
  const store = yield* ArticleStore
  const clean = yield* CleanHtml
  let done = 0
  while (true) {
    const ids = yield* store.toClean(clean.rules, heldAtOnce)
    const urls = new Map((yield* store.find(ids)).map(({ id, url }) => [id, url]))
    const contents = yield* store.contents(ids)
    const cleaned = yield* Effect.forEach(contents, ({ content, id, revision }) =>
      Effect.as(Effect.yieldNow, { id, revision, html: clean.of(content, urls.get(id) ?? "") }),
    )
    const stored = yield* store.storeCleaned(clean.rules, cleaned)
    done += stored
    // Nothing stored: all of it was replaced in the meantime, and arrives with the next call.
    if (stored === 0) return done
  }
})

/** The cleaned HTML of an article: as it is stored, or made now. */
export const htmlOf = Effect.fnUntraced(function* ({ id, url }: Pick<Article, "id" | "url">) {
  const store = yield* ArticleStore
  const clean = yield* CleanHtml
  const kept = yield* store.cleaned(clean.rules, id)
  if (Option.isSome(kept)) return kept.value
  const [content] = yield* store.contents([id])
  return clean.of(content?.content ?? "", url)
})

const image = /<img src="([^"]*)"/g

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' }

const decoded = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)

const encoded = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** The addresses of the images in cleaned HTML, each once, the first hundred. */
export const imagesIn = (html: string): ReadonlyArray<string> =>
  [...new Set(Array.from(html.matchAll(image), ([, url = ""]) => decoded(url)))].slice(0, 100)

/** Cleaned HTML with other addresses of its images; one that has none loses its source and keeps its description. */
export const withImages = (html: string, addressOf: (url: string) => string | undefined): string =>
  html.replace(image, (_, url: string) => {
    const address = addressOf(decoded(url))
    return address === undefined ? "<img" : `<img src="${encoded(address)}"`
  })

// The tags behind which a new line of text begins.
const blockEnd =
  /<\/(?:p|div|section|blockquote|pre|li|dt|dd|h[1-6]|figcaption|figure|tr|table|ul|ol|dl|summary|details)>|<[bh]r\b[^>]*>/

/** The characters of an article's text that are shown. */
const maxBodyLength = 1_000_000

/** The text of cleaned HTML: its paragraphs, with an empty line between two. */
export const textOf = Effect.fnUntraced(function* (html: string) {
  const plainText = yield* PlainText
  const paragraphs = html.split(blockEnd).map((block) => plainText.of(block, maxBodyLength))
  return paragraphs
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")
    .slice(0, maxBodyLength)
})
