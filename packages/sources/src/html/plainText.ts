import { storableText } from "@daybook/kernel"
import { PlainText } from "@daybook/reading"
import * as Layer from "effect/Layer"
import { Tokenizer } from "htmlparser2"

// Any other element separates words: paragraphs, cells and list items are separate.
const insideWords: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
)

// Their content is not the article's text. The tokenizer finds their ends as browsers do.
const withoutText: ReadonlySet<string> = new Set([
  "script",
  "style",
  "title",
  "iframe",
  "noembed",
  "noframes",
])

/** The text up to the last whole word within the limit; a text without spaces is cut at the limit. */
const cutAtWord = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const space = text.lastIndexOf(" ", limit)
  if (space > 0) return text.slice(0, space)
  return storableText(text, limit)
}

// Pieces may be single characters, and white space is collapsed faster in large ones.
const chunk = 1 << 12

/** Collects text with its white space collapsed, until it exceeds the limit. */
class Gathered {
  readonly #limit: number
  readonly #collapsed: Array<string> = []
  #length = 0
  #endsWithSpace = true
  #raw = ""

  constructor(limit: number) {
    this.#limit = limit
  }

  get full(): boolean {
    return this.#length > this.#limit
  }

  add(piece: string): void {
    this.#raw += piece
    if (this.#raw.length > chunk) this.#collapse()
  }

  #collapse(): void {
    const whole = storableText(this.#raw)
    this.#raw = ""
    // By chunks: on megabytes of white space V8 may run out of stack.
    for (let at = 0; at < whole.length; at += chunk) {
      const collapsed = whole.slice(at, at + chunk).replace(/\s+/g, " ")
      const piece = this.#endsWithSpace && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed
      if (piece === "") continue
      this.#collapsed.push(piece)
      this.#length += piece.length
      this.#endsWithSpace = piece.endsWith(" ")
    }
  }

  get text(): string {
    this.#collapse()
    return cutAtWord(this.#collapsed.join("").trimEnd(), this.#limit)
  }
}

/**
 * The text of an HTML document or fragment: white space collapsed, entities decoded, scripts and styles dropped, at
 * most `limit` UTF-16 units, cut at a word. Linear in its input and without recursion: it uses only the tokenizer,
 * since a parser keeps a stack of open elements, and a page may open a million.
 */
export const plainText = (html: string, limit: number): string => {
  const gathered = new Gathered(limit)
  let skipping: string | undefined
  const name = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const text = (piece: string) => {
    if (skipping === undefined) gathered.add(piece)
    if (gathered.full) tokenizer.pause()
  }
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (codepoint) => text(String.fromCodePoint(codepoint)),
      onopentagname: (start, end) => {
        const tag = name(start, end)
        if (!insideWords.has(tag) && !withoutText.has(tag)) text(" ")
        if (withoutText.has(tag)) skipping = tag
      },
      onclosetag: (start, end) => {
        const tag = name(start, end)
        if (skipping === tag) skipping = undefined
        if (!insideWords.has(tag) && !withoutText.has(tag)) text(" ")
      },
      // XHTML is read like HTML, where CDATA is a comment.
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      onopentagend: nothing,
      onselfclosingtag: () => {
        skipping = undefined
      },
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return gathered.text
}

/** Plain text by the tokenizer of htmlparser2, which follows the HTML standard and builds no tree. */
export const layer: Layer.Layer<PlainText> = Layer.succeed(PlainText, { of: plainText })
