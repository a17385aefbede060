import { Tokenizer } from "htmlparser2"

/** What is told of an HTML text while it is read. Names are in small letters. */
export interface Listener {
  /** `closed` where no end tag follows. */
  readonly open: (name: string, attributes: ReadonlyMap<string, string>, closed: boolean) => void
  readonly text: (piece: string) => void
  readonly close: (name: string) => void
}

const withoutEnd: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
)

/** Reads HTML in one pass, whatever its size and however it is nested: the tokenizer keeps no stack, as a parser would. */
export const readMarkup = (html: string, { close, open, text }: Listener): void => {
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
      onopentagend: () => open(element, attributes, withoutEnd.has(element)),
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
