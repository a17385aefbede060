import { isStorableText, maxNameLength } from "@daybook/kernel"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** The lengths at which texts are cut somewhere: of words, names, addresses, notes, texts to embed, reviews. */
const cuts = [20, 64, 100, 200, 255, 500, 2_000, 5_000, 12_000, 100_000]

const guitar = "🎸"
const family = "👩‍👩‍👧‍👦"

/** The text with `x` before it, so that it begins this many units before a cut. */
const across = (name: string, cut: number, text: string, before: number) =>
  `${name}${"x".repeat(cut - before - name.length)}${text} and more`

/**
 * Texts that have broken stores, all different, even after `storableText` has cut them to 500 units: emoji across
 * every cut, halves of surrogate pairs, NUL, marks that turn the direction of writing, runs of combining marks, 10,000
 * characters, and what means something to SQL, JSON or JavaScript.
 */
export const hostileTexts: ReadonlyArray<string> = [
  ...cuts.map((cut) => across(`cut ${cut}`, cut, guitar, 1)),
  ...cuts.map((cut) => across(`two ${cut}`, cut, guitar, 2)),
  across("family", 500, family, 5),
  across("flags", 500, "🇳🇿🇫🇷", 2),
  across("accent", 500, "e\u0301", 1),
  across("half at the cut", 500, "\ud83c", 1),
  "\ud83c",
  "\udfb8 begins",
  "high \ud83c in the middle",
  "low \udfb8 in the middle",
  "turned \udfb8\ud83c pair",
  "high at the end \ud83c",
  "\0begins with NUL",
  "NUL \0 in the middle",
  "ends with NUL\0",
  "joined by NUL \ud83c\0\udfb8",
  "\u202eturned\u202c \u2067isolated\u2069 \u200f\u200e marks",
  `combining e${"\u0301".repeat(10_000)}`,
  `${"\u0489".repeat(600)} combining first`,
  `long ${"y".repeat(10_000)}`,
  `long ${guitar.repeat(5_000)}`,
  `long ${"語".repeat(10_000)}`,
  // They fold to four and more letters each: names that are indexed folded grow.
  `folded ${"ﷺ".repeat(490)}`,
  `folded ${Array.from({ length: 490 }, (_, at) => String.fromCodePoint(0x3300 + ((at * 37) % 88))).join("")}`,
  "controls \u0001\u0008\u000b\u001b\u007f\u0085\u009f",
  "lines \r\n\t\u2028\u2029 end",
  "no characters \uffff\ufffe\ufdd0\u{10ffff}",
  "\ufeffmark of byte order",
  "invisible \u200b\u200d\u2060\u00ad",
  "\\u0000 \\x00 %00 &#0;",
  `quotes ' " \` \\ $1 $$ {1,"2"} NULL`,
  "'; drop table albums; --",
  "%_like_%",
  "__proto__",
  "constructor",
  "İstanbul ß ſ ﬁ",
]

/**
 * Sends a store each untidied hostile text: it is stored or only it fails, and the next text is
 * stored. `after` stores something good and checks that it is there.
 */
export const survivesHostileTexts = Effect.fnUntraced(function* <E, R>(
  give: (text: string) => Effect.Effect<unknown, E, R>,
  after: (at: number) => Effect.Effect<unknown, E, R>,
) {
  for (const [at, text] of hostileTexts.entries()) {
    const given = yield* Effect.exit(give(text))
    if (Exit.isFailure(given)) {
      const isFit = isStorableText(text) && text.length <= maxNameLength
      assert.isFalse(isFit, `died of ${JSON.stringify(text).slice(0, 80)}`)
    }
    yield* after(at)
  }
})
