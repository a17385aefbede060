import { webUrl } from "@daybook/kernel"
import type { ReadPage } from "@daybook/reading"
import * as Effect from "effect/Effect"

// The algorithm of Firefox's reader view, on a document of a few hundred kB instead of a browser. Both are loaded when a page
// is first saved.
const load = Effect.promise(async () => {
  const [{ Readability }, { parseHTML }] = await Promise.all([
    import("@mozilla/readability"),
    import("linkedom"),
  ])
  return { Readability, parseHTML }
})

// A page with more elements, or deeper ones, is not an article: reading it would hold up everyone else for seconds.
const maxElements = 6_000
const maxDepth = 150

interface Node {
  readonly firstElementChild: Node | null
  readonly nextElementSibling: Node | null
  readonly parentElement: Node | null
}

/** True for a document that is read in some tenths of a second. */
const isSmall = (root: Node): boolean => {
  let node: Node | null = root
  for (let [elements, depth] = [0, 0]; node !== null; elements++) {
    if (elements > maxElements || depth > maxDepth) return false
    if (node.firstElementChild !== null) {
      node = node.firstElementChild
      depth++
      continue
    }
    while (node !== null && node !== root && node.nextElementSibling === null) {
      node = node.parentElement
      depth--
    }
    node = node === null || node === root ? null : node.nextElementSibling
  }
  return true
}

/** A page as it was fetched, after redirects. */
export interface FetchedPage {
  readonly html: string
  readonly url: string
}

type Loaded = Effect.Success<typeof load>

/** What is read of a document. */
interface Queried {
  readonly querySelector: (
    selector: string,
  ) => { readonly getAttribute: (name: string) => string | null } | null | undefined
}

const metaOf =
  (document: Queried) =>
  (...names: ReadonlyArray<string>): string => {
    for (const name of names) {
      const found = document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)
      const content = found?.getAttribute("content")?.trim() ?? ""
      if (content !== "") return content
    }
    return ""
  }

const addressAt = (text: string, base: string): string =>
  text !== "" && URL.canParse(text, base) ? webUrl(new URL(text, base).href) : ""

const yearIn = (text: string): number => Number(/^\s*([12]\d{3})-/.exec(text)?.[1] ?? 0)

const readWith = ({ Readability, parseHTML }: Loaded, { html, url }: FetchedPage): ReadPage => {
  const { document } = parseHTML(html)
  const meta = metaOf(document)
  const title = meta("og:title", "twitter:title") || (document.querySelector("title")?.textContent ?? "")
  const imageUrl = addressAt(meta("og:image", "twitter:image"), url)
  const head = {
    author: meta("author", "article:author"),
    siteName: meta("og:site_name"),
    description: meta("og:description", "description"),
    publishedYear: yearIn(meta("article:published_time", "date", "dc.date")),
  }
  // It changes the document: what the head says is read before.
  const article = isSmall(document.documentElement)
    ? readArticle(() => new Readability(document).parse())
    : undefined
  return {
    title: title.trim() || (article?.title ?? ""),
    author: head.author.startsWith("http") ? (article?.byline ?? "") : head.author || (article?.byline ?? ""),
    siteName: head.siteName || (article?.siteName ?? ""),
    description: head.description || (article?.excerpt ?? ""),
    imageUrl,
    publishedYear: head.publishedYear || yearIn(article?.publishedTime ?? ""),
    content: article?.content ?? "",
  }
}

/** The article; undefined for a page that it cannot read, which it says by throwing. */
const readArticle = <A>(parse: () => A): A | undefined => {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** Finds the article of a page by Mozilla's Readability. No input fails. */
export const readablePage = (page: FetchedPage): Effect.Effect<ReadPage> =>
  Effect.map(load, (libraries) => readWith(libraries, page))
