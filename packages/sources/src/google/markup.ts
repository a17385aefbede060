import { Tokenizer } from "htmlparser2"

/** Receives the tags and text of an HTML document as it is read. Names are in lower case. */
export interface MarkupListener {
  /** `closed` is true if no end tag follows. */
  readonly open: (name: string, attributes: ReadonlyMap<string, string>, closed: boolean) => void
  readonly text: (piece: string) => void
  readonly close: (name: string) => void
}

const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
)

/** Reads HTML of any size and nesting in one pass: a tokenizer keeps no stack, unlike a parser. */
export const readMarkup = (html: string, { close, open, text }: MarkupListener): void => {
  let element = ""
  let attribute = ""
  let value = ""
  let attributes = new Map<string, string>()
  const nothing = () => {}
  const name = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (start, end) => {
        element = name(start, end)
        attributes = new Map()
      },
      onattribname: (start, end) => {
        attribute = name(start, end)
        value = ""
      },
      onattribdata: (start, end) => (value += html.slice(start, end)),
      onattribentity: (codepoint) => (value += String.fromCodePoint(codepoint)),
      onattribend: () => {
        if (!attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: () => open(element, attributes, voidElements.has(element)),
      onselfclosingtag: () => open(element, attributes, true),
      onclosetag: (start, end) => close(name(start, end)),
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (codepoint) => text(String.fromCodePoint(codepoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
