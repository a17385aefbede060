import { foldText, type Query, type QueryWord, storableText } from "@daybook/kernel"

/** The length of a snippet in UTF-16 units, and how much of it precedes the first word found. */
const length = 160
const before = 50

/** A word that is written otherwise than it folds, such as one with an accent, is looked for up to here. */
const searchedByWord = 4_000

const wordRuns = /[\p{L}\p{N}\p{M}]+/gu

const letter = /[\p{L}\p{N}\p{M}]/u

/** The first position of the word in the text, or of a word that begins with it; -1 if there is none. */
const placeOf = (text: string, { start, word }: QueryWord): number => {
  let at = text.indexOf(word)
  if (start === word) return at
  while (at > 0 && letter.test(text[at - 1] ?? "")) at = text.indexOf(word, at + 1)
  return at
}

/** The position of the first word of the query in a text; 0 if there is none. */
const placeIn = (text: string, { words }: Query): number => {
  const lower = text.toLowerCase()
  const places = words.map((word) => placeOf(lower, word))
  const found = places.filter((place) => place !== -1)
  if (found.length > 0) return Math.min(...found)
  for (const { 0: run, index } of text.slice(0, searchedByWord).matchAll(wordRuns)) {
    const folded = ` ${foldText(run)}`
    if (words.some(({ start }) => folded.includes(start))) return index
  }
  return 0
}

/** The part of a text around the first word of the query found in it, else its beginning; "…" marks a cut. */
export const snippetOf = (text: string, query: Query): string => {
  const whole = text.replaceAll(/\s+/g, " ").trim()
  const place = placeIn(whole, query)
  const space = whole.lastIndexOf(" ", Math.max(0, place - before))
  // A script without spaces is cut at the place itself.
  const start = place <= before ? 0 : space > place - 2 * before ? space + 1 : place
  const rest = whole.slice(start)
  if (rest.length <= length) return (start === 0 ? "" : "…") + rest
  const cut = storableText(rest, length)
  const end = cut.lastIndexOf(" ")
  return `${start === 0 ? "" : "…"}${end > length / 2 ? cut.slice(0, end) : cut}…`
}
