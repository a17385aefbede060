import type * as Schema from "effect/Schema"

type Json = Schema.Json

/**
 * The limit of a whole response, in bytes. It has its content twice, as JSON and as the text of that JSON: of the 20
 * kB of a response, the rest is its envelope.
 */
export const maxBytes = 19_000

const bytes = (text: string): number => new TextEncoder().encode(text).length

/** The bytes of content in a response: once as JSON, once as text. */
export const sizeOf = (content: Json): number => {
  const text = JSON.stringify(content)
  return bytes(text) + bytes(JSON.stringify(text))
}

// Fields that an image, a map or a program needs, and a conversation does not.
const left = new Set([
  "image",
  "images",
  "polyline",
  "sparkline",
  "catalog_music_url",
  "reader_url",
  "reader_app_url",
  "body_html",
  "source_url",
  "collection_release_id",
  "instance_id",
])

const isEmpty = (value: Json): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0)

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** Without empty fields, and without fields that are for pages. */
export const compact = (value: Json): Json => {
  if (isList(value)) return value.map(compact)
  if (value === null || typeof value !== "object") return value
  const fields = Object.entries(value).flatMap(([name, field]): ReadonlyArray<readonly [string, Json]> => {
    const shorter = compact(field)
    return left.has(name) || isEmpty(shorter) ? [] : [[name, shorter]]
  })
  return Object.fromEntries(fields)
}

/** Cuts between code points. */
const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

interface Bounds {
  /** UTF-16 units of a text. */
  readonly text: number
  /** Rows of a list. */
  readonly rows: number
  /** Things within things. */
  readonly depth: number
}

const within = (value: Json, bounds: Bounds): Json => {
  if (typeof value === "string") return cutText(value, bounds.text)
  if (value === null || typeof value !== "object") return value
  if (bounds.depth === 0) return "…"
  const inner = { ...bounds, depth: bounds.depth - 1 }
  if (isList(value)) return value.slice(0, bounds.rows).map((row) => within(row, inner))
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, within(field, inner)]))
}

const any = Infinity

// From the loosest on: texts are shortened before rows are dropped, and whole rows before nested lists.
const steps: ReadonlyArray<Bounds> = [
  { text: any, rows: any, depth: any },
  { text: 1_000, rows: any, depth: any },
  { text: 300, rows: any, depth: any },
  { text: 120, rows: any, depth: any },
  ...[60, 30, 12, 8, 5, 3, 2].map((rows) => ({ text: 120, rows, depth: any })),
  ...[4, 3, 2].map((depth) => ({ text: 60, rows: 2, depth })),
  { text: 30, rows: 2, depth: 2 },
]

/** Only the first rows of each list. */
export const firstRows = (content: Json, rows: number): Json =>
  within(content, { text: any, rows, depth: any })

/** Content that fits, and whether texts or lists in it were cut. Content that no cut makes fit is left out. */
export const bounded = (content: Json, most: number): { readonly content: Json; readonly cut: boolean } => {
  for (const [at, bounds] of steps.entries()) {
    const shorter = within(content, bounds)
    if (sizeOf(shorter) <= most) return { content: shorter, cut: at > 0 }
  }
  return { content: {}, cut: true }
}
