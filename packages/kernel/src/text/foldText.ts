import { apostrophes, initials, plainText, withoutMarks } from "./foldName.ts"

// Accents of Latin, Greek and Cyrillic letters. People type е for ё.
const accents = /[\u0300-\u036f]/g
const ascii = /^[\x20-\x7e]*$/
// Symbols count as parts of words: "÷" and "×" are two albums. Some only punctuate.
const separators = /[^\p{L}\p{N}\p{M}\p{S}]+|[|~^<>`]+/gu
const asciiSeparators = /[^a-z0-9$+=]+/g
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー"
// A mark belongs to the letter before it.
const scriptChange = new RegExp(
  `(?<=[${unspaced}]\\p{M}*)(?![${unspaced}\\p{M} ]|$)|(?<![${unspaced} ]|^)(?=[${unspaced}])`,
  "gu",
)
const hasUnspaced = new RegExp(`[${unspaced}]`, "u")

/** True for a word of a script that puts no spaces between words, such as Chinese: any part of it may be a word. */
export const isUnspaced = (word: string): boolean => hasUnspaced.test(word)

const eachUnspaced = new RegExp(`[${unspaced}]`, "gu")

/** A folded text with spaces around each character of such a script, as an index of words takes it. */
export const unspacedApart = (text: string): string =>
  hasUnspaced.test(text) ? text.replace(eachUnspaced, " $& ") : text

/**
 * The searchable form of texts: words without case, accents and punctuation, with one space between them. `&`
 * is "and", initials are a word ("R.E.M." is "rem"), and a run of a script without spaces between words is one word.
 * Nothing else is dropped, so a part of a text folds to a part of the folded text, up to its first and last word. A
 * text without letters, digits and symbols, such as "!!!", is itself. Folding is idempotent.
 */
export const foldText = (text: string): string => {
  const isAscii = ascii.test(text)
  const plain = isAscii ? text.toLowerCase() : withoutMarks(plainText(text), accents)
  const joined = plain.includes(".")
    ? plain.replace(initials, (letters) => letters.replaceAll(".", ""))
    : plain
  const words = joined
    .replace(apostrophes, "")
    .replaceAll("&", " and ")
    .replace(isAscii ? asciiSeparators : separators, " ")
    .trim()
  if (words === "") return plain.trim()
  return hasUnspaced.test(words) ? words.replace(scriptChange, " ") : words
}
