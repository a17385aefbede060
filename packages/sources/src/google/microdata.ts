import { readMarkup } from "./markup.ts"

/** An item in the form of JSON-LD. */
interface Item {
  readonly [name: string]: unknown
}

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The item that the element begins. */
  readonly item: Record<string, unknown> | undefined
  /** The item that the element belongs to. */
  readonly owner: Record<string, unknown> | undefined
  text: string
}

// No real mail goes past these limits: deeper markup and longer text are not read.
const maxDepth = 1_000
const maxTextLength = 10_000

// Without a prototype, since the sender names the properties.
const newItem = (type: string | undefined): Record<string, unknown> =>
  Object.assign(Object.create(null), type === undefined ? {} : { "@type": type })

// https://html.spec.whatwg.org/multipage/microdata.html#values
const valueAttributes: Readonly<Record<string, string>> = {
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  time: "datetime",
  data: "value",
  meter: "value",
}

const valueOf = ({ attributes, item, name, text }: Element): unknown =>
  item ??
  attributes.get("content") ??
  attributes.get(valueAttributes[name] ?? "") ??
  text.replace(/\s+/g, " ").trim()

const addText = (element: Element | undefined, piece: string): void => {
  if (element !== undefined && element.text.length + piece.length <= maxTextLength) element.text += piece
}

const add = (item: Record<string, unknown>, name: string, value: unknown): void => {
  const there = item[name]
  if (Array.isArray(there)) there.push(value)
  else item[name] = there === undefined ? value : [there, value]
}

/** The top-level microdata items of an HTML document, with their properties by name. */
export const microdataIn = (html: string): ReadonlyArray<Item> => {
  if (!/\sitemscope\b/i.test(html)) return []
  const items: Array<Item> = []
  const open: Array<Element> = []
  let tooDeep = false

  const end = (element: Element) => {
    const properties = (element.attributes.get("itemprop") ?? "").split(/\s+/).filter((name) => name !== "")
    for (const name of properties) if (element.owner !== undefined) add(element.owner, name, valueOf(element))
    if (element.item !== undefined && element.owner === undefined) items.push(element.item)
    if (element.item === undefined) addText(open.at(-1), element.text)
  }

  const endFrom = (from: number) => {
    while (open.length > from) {
      const element = open.pop()
      if (element !== undefined) end(element)
    }
  }

  readMarkup(html, {
    open: (name, attributes, closed) => {
      const outer = open.at(-1)
      const type = attributes.get("itemtype")
      const element: Element = {
        name,
        attributes,
        item: attributes.has("itemscope") ? newItem(type) : undefined,
        owner: outer?.item ?? outer?.owner,
        text: "",
      }
      if (closed) end(element)
      else if (open.length < maxDepth) open.push(element)
      else tooDeep = true
    },
    text: (piece) => addText(open.at(-1), piece),
    close: (name) => {
      // An end tag without a start is ignored; else it also ends the open elements inside.
      const from = open.findLastIndex((element) => element.name === name)
      if (from !== -1) endFrom(from)
    },
  })
  endFrom(0)
  return tooDeep ? [] : items
}
