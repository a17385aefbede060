import { lineBreaks, type RawRecord, type Records } from "@daybook/kernel"
import type { SavedArticle } from "@daybook/reading"
import { Parser } from "htmlparser2"
import type { MarkupFormat } from "../formats.ts"
import { rootOf } from "../xmlRecords.ts"
import { article, type ArticleReading, readIfArchived, secondsOf, tagsIn } from "./saved.ts"

// Deeper than any page of bookmarks. A closing tag is looked for in all open elements.
const maxDepth = 100

const maxTextLength = 1 << 16

/** A link of a page of bookmarks, with the heading above it. */
interface Link {
  readonly heading: string
  /** The names of the folders around it, the innermost last. */
  readonly folders: ReadonlyArray<string>
  readonly title: string
  readonly attributes: Readonly<Record<string, string>>
}

/** The links of a page of bookmarks, each as soon as it ends. */
class Links implements Records<ArticleReading> {
  readonly #read: (link: Link) => ArticleReading
  readonly #parser: Parser
  #found: Array<RawRecord<ArticleReading>> = []
  #line = 1
  #depth = 0
  #broken = false
  #heading = ""
  #inHeading = false
  /** The name of the next folder, and those of the open ones. The page itself is the first. */
  #folder = ""
  #inFolder = false
  readonly #folders: Array<string> = []
  #link:
    | { readonly line: number; readonly attributes: Readonly<Record<string, string>>; title: string }
    | undefined

  constructor(read: (link: Link) => ArticleReading) {
    this.#read = read
    this.#parser = new Parser({
      onopentag: (name, attributes) => {
        this.#depth += 1
        if (this.#depth > maxDepth) this.#breakOff("elements that are nested too deep")
        if (name === "h1") {
          this.#heading = ""
          this.#inHeading = true
        }
        if (name === "h3") {
          this.#folder = ""
          this.#inFolder = true
        }
        if (name === "dl") this.#folders.push(this.#folder.trim())
        if (name === "a") this.#link = { line: this.#line, attributes, title: "" }
      },
      ontext: (text) => {
        if (this.#inHeading && this.#heading.length < maxTextLength) this.#heading += text
        if (this.#inFolder && this.#folder.length < maxTextLength) this.#folder += text
        if (this.#link !== undefined && this.#link.title.length < maxTextLength) this.#link.title += text
      },
      onclosetag: (name) => {
        this.#depth -= 1
        if (name === "h1") this.#inHeading = false
        if (name === "h3") this.#inFolder = false
        if (name === "dl") this.#folders.pop()
        if (name !== "a" || this.#link === undefined) return
        const { attributes, line, title } = this.#link
        this.#link = undefined
        const value = this.#read({
          heading: this.#heading.trim(),
          folders: this.#folders.slice(1),
          title: title.trim(),
          attributes,
        })
        this.#found.push({ line, value })
      },
    })
  }

  #breakOff(problem: string): void {
    if (this.#broken) return
    this.#broken = true
    this.#found.push({ line: this.#line, problem })
    this.#parser.pause()
  }

  push(text: string): ReadonlyArray<RawRecord<ArticleReading>> {
    // Line by line, so that each link knows its own.
    for (const line of text.split(/(?<=\n)/)) {
      if (this.#broken) break
      this.#parser.write(line)
      this.#line += lineBreaks(line)
    }
    return this.#take()
  }

  end(): ReadonlyArray<RawRecord<ArticleReading>> {
    if (!this.#broken) this.#parser.end()
    return this.#take()
  }

  #take() {
    const found = this.#found
    this.#found = []
    return found
  }
}

const ofPage = /^(html|head|meta|title)$/i

const page = (
  name: string,
  title: RegExp,
  read: (link: Link) => ArticleReading,
): MarkupFormat<SavedArticle> => ({
  name,
  // A feed has a title, too.
  is: (head) => title.test(head) && ofPage.test(rootOf(head)),
  records: () => new Links(read),
})

/** The page that Pocket exported for most of its life, `ril_export.html`. */
export const pocketPage = page(
  "Pocket",
  /<title>\s*Pocket Export\s*<\/title>/i,
  ({ attributes, heading, title }) =>
    article({
      source: "pocket",
      url: attributes["href"] ?? "",
      title: title === attributes["href"] ? "" : title,
      savedAt: secondsOf(attributes["time_added"]),
      tags: tagsIn(attributes["tags"] ?? "", ","),
      ...readIfArchived(/archive/i.test(heading)),
    }),
)

/** Instapaper's page of bookmarks, which has no times. */
export const instapaperPage = page(
  "Instapaper",
  /<title>\s*Instapaper:? Export\s*<\/title>/i,
  ({ attributes, heading, title }) =>
    article({
      source: "instapaper",
      url: attributes["href"] ?? "",
      title,
      starred: heading === "Starred",
      ...readIfArchived(heading === "Archive"),
    }),
)

/** Raindrop's page of bookmarks, which does not record reading. */
export const raindropPage = page(
  "Raindrop",
  /<title>\s*Raindrop\.io Bookmarks\s*<\/title>/i,
  ({ attributes, title }) =>
    article({
      source: "raindrop",
      url: attributes["href"] ?? "",
      title,
      tags: tagsIn(attributes["tags"] ?? "", ","),
      starred: attributes["data-important"] === "true",
      imageUrl: attributes["data-cover"] ?? "",
      savedAt: secondsOf(attributes["add_date"]),
    }),
)

/** The bookmarks of a browser, and of the many programs that write them in the same form. They do not record reading. */
export const browserPage = page(
  "Browser bookmarks",
  /^\s*<!doctype netscape-bookmark-file-1>(?![^]*<title>\s*Raindrop\.io Bookmarks)/i,
  ({ attributes, folders, title }) => {
    const url = attributes["href"] ?? ""
    if (!/^https?:/i.test(url)) return { skipped: "no page of the web" }
    return article({
      source: "bookmarks",
      url,
      title,
      tags: [...tagsIn(attributes["tags"] ?? "", ","), ...folders.slice(-1)],
      savedAt: secondsOf(attributes["add_date"]),
    })
  },
)
