import { maxUrlLength, storableText } from "@daybook/kernel"
import { CleanHtml } from "@daybook/reading"
import * as Layer from "effect/Layer"
import sanitize, { type Attributes, type IOptions, type Tag } from "sanitize-html"

/** Raised with every change of the cleaning rules, so that stores clean their articles again. */
const rules = 1

// A longer page is not an article; a cut one is closed as any page that ends early.
const maxPageLength = 4_000_000

// The parser's work grows with the elements that are open at once; no article has this many.
const maxOpen = 2_000

// They have no content, or end where the next one begins.
const neverDeep = new Set(
  "area base br col embed hr img input link meta source track wbr p li dt dd td th tr thead tbody tfoot option".split(
    " ",
  ),
)

/** The page before the point with too many open elements. */
const withinDepth = (html: string): string => {
  let open = 0
  for (const { 1: slash, 2: name = "", index } of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (neverDeep.has(name.toLowerCase())) continue
    open = slash === "/" ? Math.max(0, open - 1) : open + 1
    if (open > maxOpen) return html.slice(0, index)
  }
  return html
}

const webAddress = /^https?:/i

/**
 * The target of a link, as a browser at `base` resolves it; undefined for other protocols. Like a browser, the parser
 * drops tabs, line breaks and leading controls before it looks for the protocol.
 */
const resolve = (link: string | undefined, base: string, protocols: RegExp): string | undefined => {
  const address = (link ?? "").trim()
  if (address === "") return undefined
  const parsed = URL.parse(address, webAddress.test(base) ? base : undefined)
  if (parsed === null || !protocols.test(parsed.protocol)) return undefined
  const url = storableText(parsed.href)
  return url.length <= maxUrlLength ? url : undefined
}

/** The largest image of a `srcset`. Addresses may hold commas, so candidates are parted by a comma and a space. */
const largestOf = (srcset: string | undefined): string | undefined => {
  const candidates = (srcset ?? "").split(/,\s+/).flatMap((candidate) => {
    const [url = "", size = "1x"] = candidate.trim().split(/\s+/)
    return url === "" ? [] : [{ url, size: Number.parseFloat(size) || 0 }]
  })
  return candidates.toSorted((one, other) => other.size - one.size)[0]?.url
}

const trackerPath =
  /(?:^|[./_-])(?:pixel|beacon|spacer|1x1|track|tracker|tracking|clear\.gif|blank\.gif)(?:[./_-]|$)|\/open\.(?:gif|aspx|php)/i

const trackerHost =
  /(?:^|\.)(?:doubleclick\.net|google-analytics\.com|scorecardresearch\.com|quantserve\.com)$/i

/** True for an invisible image: it reports its host that the page is read. */
const isTracker = (url: string, { height, style = "", width }: Attributes): boolean => {
  const isTiny = [width, height].some((size) => size !== undefined && Number.parseFloat(size) <= 2)
  const isHidden =
    /display\s*:\s*none|visibility\s*:\s*hidden|(?:width|height)\s*:\s*[0-2](?:\.\d+)?px/i.test(style)
  const { hostname, pathname } = new URL(url)
  return isTiny || isHidden || trackerHost.test(hostname) || trackerPath.test(hostname + pathname)
}

const wholeNumber = (text: string | undefined) => (/^[1-9]\d{0,4}$/.test(text ?? "") ? text : undefined)

const withValues = (attributes: Readonly<Record<string, string | undefined>>): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

const imageOf =
  (base: string) =>
  (tagName: string, attributes: Attributes): Tag => {
    // A page that loads images late has them in other attributes, and a placeholder as its source.
    const candidates = [
      attributes["data-src"],
      attributes["data-original"],
      attributes["src"],
      largestOf(attributes["srcset"]),
      largestOf(attributes["data-srcset"]),
    ]
    const url = candidates
      .map((candidate) => resolve(candidate, base, webAddress))
      .find((candidate) => candidate !== undefined)
    if (url === undefined || isTracker(url, attributes)) return { tagName, attribs: {} }
    return {
      tagName,
      attribs: withValues({
        // First, where readers of the form look for it.
        src: url,
        alt: attributes["alt"] ?? "",
        title: attributes["title"],
        width: wholeNumber(attributes["width"]),
        height: wholeNumber(attributes["height"]),
      }),
    }
  }

const linkOf =
  (base: string) =>
  (tagName: string, { href, title }: Attributes): Tag => {
    const url = resolve(href, base, /^(?:https?|mailto):/i)
    return { tagName, attribs: withValues({ href: url, title, rel: url && "noopener noreferrer" }) }
  }

const allowedTags = (
  "h1 h2 h3 h4 h5 h6 p div section blockquote pre hr br ul ol li dl dt dd figure figcaption img a em strong b i u s " +
  "sub sup small mark q cite abbr dfn time code kbd samp var del ins table caption thead tbody tfoot tr th td " +
  "details summary bdi bdo ruby rb rp rt"
).split(" ")

// Their content is not text of the article.
const nonTextTags = (
  "script style textarea option noscript title iframe object embed applet noembed noframes template svg math select " +
  "button form canvas audio video"
).split(" ")

const optionsAt = (base: string): IOptions => ({
  allowedTags,
  nonTextTags,
  disallowedTagsMode: "discard",
  allowedAttributes: {
    "*": ["lang", "dir"],
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    abbr: ["title"],
    dfn: ["title"],
    time: ["datetime"],
    ol: ["start", "reversed"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan", "scope"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  allowedStyles: {},
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
  // Deeper markup is not an article, and breaks its renderers.
  nestingLimit: 60,
  transformTags: { img: imageOf(base), a: linkOf(base) },
  exclusiveFilter: ({ attribs, tag }) => tag === "img" && attribs["src"] === undefined,
})

/**
 * Cleans the HTML of an article whose address is `url`, by sanitize-html: a list of tags and attributes that may stay,
 * maintained for ten years and without a document tree, which a page could make too deep.
 */
export const cleanHtml = (html: string, url: string): string =>
  storableText(sanitize(withinDepth(html.slice(0, maxPageLength)), optionsAt(url))).trim()

export const layer: Layer.Layer<CleanHtml> = Layer.succeed(CleanHtml, { rules, of: cleanHtml })
