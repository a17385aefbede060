import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

/** One of these values. */
export const oneOf = <A>(values: ReadonlyArray<A>): Arbitrary.Arbitrary<A> =>
  Arbitrary.map(
    Arbitrary.schema(Schema.Literals(values.map((_, index) => index))),
    (index) => values[index] as A,
  )

/** Texts that one reader of a target may take for an end, a separator or nothing, and another one for a part of a value. */
export const pieces = [
  "#",
  "#&",
  "&#&",
  ";",
  ";a=b",
  "?",
  "&",
  "=",
  "+",
  "%",
  "%zz",
  "%C3",
  "%23",
  "%26",
  "%2F",
  "%3B",
  "%3D",
  "%3F",
  "%25",
  "%2523",
  "%00",
  "%20",
  "/",
  "//",
  "/.",
  "/..",
  "/../",
  "%2e%2e",
  "\\",
  '"',
  "<",
  "{",
  "|",
  "@",
  ":",
  "é",
  "\t",
  "V",
  "a",
  "&page=2",
  "&limit=3",
  "&domains=reading",
  "&share=x",
  "share=",
  "http://x",
] as const

/** A change of a target: a piece put somewhere into it, instead of some of its characters. */
export interface Change {
  readonly at: number
  readonly piece: string
  readonly instead: number
}

export const changes: Arbitrary.Arbitrary<ReadonlyArray<Change>> = Arbitrary.array(
  Arbitrary.all({
    at: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))),
    piece: oneOf(pieces),
    instead: oneOf([0, 0, 0, 1]),
  }),
  { maxLength: 3 },
)

export const changed = (target: string, made: ReadonlyArray<Change>): string =>
  made.reduce((text, { at, instead, piece }) => {
    const start = at % (text.length + 1)
    return text.slice(0, start) + piece + text.slice(start + instead)
  }, target)

/** A GET with this target, as bytes that no client has put right. */
export const rawGet = (target: string, headers: ReadonlyArray<string> = ["Host: daybook.example"]): Buffer =>
  Buffer.from(
    [`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""].join("\r\n"),
    target.includes("é") ? "utf8" : "latin1",
  )

/** Values of `Host` that are not a host and port. */
export const unfitHosts = [
  "",
  "a b",
  "a/b",
  "a?b",
  "a#b",
  "a@b",
  "a\\b",
  "a:b",
  "a:99999",
  "http://a",
  "[::1",
  "::1",
  "%zz",
  "a%2fb",
  "é.example",
  "1.2.3.4.5",
  "256.1.1.1",
  "<a>",
] as const
