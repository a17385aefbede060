import * as Schema from "effect/Schema"
import { isStorableText, wellFormed } from "./storableText.ts"

/**
 * A URL as stores keep it: http or https, or "" for none. Feeds, the page and webhooks pass stored URLs on, and whatever
 * shows one may open it, so a scheme that runs code, such as `javascript:` or `data:`, is never stored. `webUrl` makes one.
 */
export type WebUrl = "" | `http://${string}` | `https://${string}`

/** A URL as a source reports it, of which `webUrl` makes one that is stored. */
export const ReportedUrl = Schema.String.annotate({ kind: "url" })

/** The schema of a stored URL. It checks nothing when rows are read: every writer has made its URLs by `webUrl`. */
export const WebUrl = Schema.make<Schema.Codec<WebUrl>>(ReportedUrl.ast)

/** The longest stored URL in UTF-16 units: the length that RFC 9110 section 4.1 recommends everyone to support. */
export const maxUrlLength = 8_000

const isUrl = (text: string): boolean =>
  text.length <= maxUrlLength && isStorableText(text) && text.trim() === text && URL.canParse(text)

/** True for a URL that may be stored: http or https, one that parses, of at most `maxUrlLength` units. */
export const isWebUrl = (text: string): text is Exclude<WebUrl, ""> =>
  /^https?:\/\//.test(text) && isUrl(text)

/**
 * The text as a stored URL, without surrounding spaces and with its scheme in lower case; "" if it is not an http or
 * https URL. A URL that is too long becomes "" too: a truncated one would point elsewhere.
 */
export const webUrl = (text: string): WebUrl => {
  if (text === "") return ""
  const url = wellFormed(text.trim()).replace(/^https?:/i, (scheme) => scheme.toLowerCase())
  return isWebUrl(url) ? url : ""
}

// The schemes that a browser runs or reads itself.
const ownSchemes = /^(?:about|blob|data|file|filesystem|javascript|vbscript|view-source):/i

/** The text as a URL that opens an app, such as `reader://read/1`, or a page; "" for a scheme that a browser runs itself. */
export const appUrl = (text: string): string => {
  const url = wellFormed(text.trim())
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !ownSchemes.test(url) && isUrl(url) ? url : ""
}
