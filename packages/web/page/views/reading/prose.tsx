import { type ComponentChildren, h } from "preact"
import { useMemo } from "preact/hooks"
import { cutAt, placesOf, type Stretch } from "./passages.ts"

// The server has cleaned the text; the page still makes only elements that it knows, with attributes that it knows.
const known = new Set(
  (
    "p div section blockquote pre hr br ul ol li dl dt dd figure figcaption em strong b i u s sub sup small q cite abbr " +
    "dfn time code kbd samp var del ins table caption thead tbody tfoot tr th td details summary bdi bdo ruby rb rp rt"
  ).split(" "),
)
const attributes = ["lang", "dir", "title", "datetime", "start", "reversed", "colspan", "rowspan", "scope"]

interface Making {
  readonly marks: ReadonlyArray<Stretch>
  /** The position of the next text in the article. */
  offset: number
  /** The level of the first heading: it becomes a second one, below the title. */
  level: number | undefined
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE

const made = (node: Node, making: Making): ComponentChildren => {
  if (isText(node)) {
    const offset = making.offset
    making.offset += node.data.length
    return cutAt(node.data, offset, making.marks).map(({ inside, text }) =>
      inside ? <mark>{text}</mark> : text,
    )
  }
  if (!isElement(node)) return undefined
  const name = node.localName
  if (name === "img") {
    const source = node.getAttribute("src") ?? ""
    const said = node.getAttribute("alt") ?? ""
    // An image that only its source has is not requested: that would tell a stranger what is read.
    return source.startsWith("/") ? (
      <img src={source} alt={said} loading="lazy" decoding="async" />
    ) : said === "" ? undefined : (
      <em class="quiet">{said}</em>
    )
  }
  const children = Array.from(node.childNodes, (child) => made(child, making))
  if (name === "a") {
    const to = node.getAttribute("href") ?? ""
    return /^(https?|mailto):/.test(to) ? (
      <a href={to} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      children
    )
  }
  if (/^h[1-6]$/.test(name)) {
    making.level ??= Number(name.slice(1))
    return h(Number(name.slice(1)) <= making.level ? "h2" : "h3", null, children)
  }
  if (name === "mark") return <em>{children}</em>
  if (!known.has(name)) return children
  const kept = attributes.flatMap((one) => {
    const value = node.getAttribute(one)
    return value === null ? [] : [[one, value]]
  })
  const element = h(name, Object.fromEntries(kept), ...children)
  // Wide elements scroll separately, also with the keyboard.
  return name === "table" || name === "pre" ? (
    <div class="prose-wide" tabIndex={0}>
      {element}
    </div>
  ) : (
    element
  )
}

/** The text of an article, with the passages in it that were highlighted. */
export const Prose = ({
  html,
  passages,
}: {
  readonly html: string
  readonly passages: ReadonlyArray<string>
}) => {
  const text = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, "text/html")
    const marks = placesOf(body.textContent, passages)
    const making: Making = { marks, offset: 0, level: undefined }
    return Array.from(body.childNodes, (child) => made(child, making))
  }, [html, passages])
  return <div class="prose">{text}</div>
}
