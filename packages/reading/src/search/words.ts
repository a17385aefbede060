import { storableText } from "@daybook/kernel"

// A run of characters of a script that puts no spaces between words, or a run of letters and digits of any other.
// Marks belong to letters: the vowels of Devanagari are marks.
const runs =
  /(?<unspaced>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+)|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]]+/gv

// Accents of decomposed Latin, Greek and Cyrillic letters.
const accents = /[\u0300-\u036f]/g

/** Drops case, accents and compatibility forms: "Ｃafé", "CAFE" and "café" become the same. */
export const foldText = (text: string): string =>
  text.normalize("NFKD").replace(accents, "").toLowerCase().normalize("NFC").replace(accents, "")

/** Longer words are cut: no one types them, and PostgreSQL indexes none beyond 2 kB. */
const maxWordLength = 64

const cut = (word: string): string => storableText(word, maxWordLength)

/** Each character with the next one, and the last one unpaired. */
const pairs = (run: string): ReadonlyArray<string> => {
  const characters = [...run]
  return characters.map((character, index) => character + (characters[index + 1] ?? ""))
}

/**
 * The words of a text, folded, in order: the search finds it by these. A run of a script without spaces between
 * words, such as Chinese, becomes its pairs of neighbours, so that any part of it is found. All stores search by
 * these words, so that no database's locale decides on words.
 */
export function* wordsOf(text: string): Generator<string, void> {
  for (const { 0: run, groups } of foldText(text).matchAll(runs)) {
    if (groups?.["unspaced"] === undefined) yield cut(run)
    else yield* pairs(run)
  }
}

/** A word that an article must have to be found. */
export interface SearchWord {
  readonly word: string
  /**
   * True where any word that begins with it matches: a single character of a script whose words are stored in pairs.
   */
  readonly isPrefix: boolean
}

/** The number of words of a search that count. */
const maxWords = 32

/** The words of a search, each once; an article must have them all. */
export const searchWords = (query: string): ReadonlyArray<SearchWord> => {
  const found = new Map<string, SearchWord>()
  for (const { 0: run, groups } of foldText(query).matchAll(runs)) {
    const isUnspaced = groups?.["unspaced"] !== undefined
    const words = isUnspaced ? pairs(run) : [cut(run)]
    // The last character of a run is unpaired only if nothing follows it in the article either.
    const asked = words.length > 1 ? words.slice(0, -1) : words
    for (const word of asked) found.set(word, { word, isPrefix: isUnspaced && words.length === 1 })
  }
  return [...found.values()].slice(0, maxWords)
}

/** The words that find an article, with spaces between them. */
export interface ArticleWords {
  readonly title: string
  /** Author, site and tags. */
  readonly about: string
  /** With the review of a book. */
  readonly description: string
}

/**
 * The words of a text with spaces between them, up to fit into this many bytes of UTF-8, or slightly fewer: PostgreSQL
 * indexes no more than 1 MB of distinct words with their positions.
 */
const joinWords = (text: string, maxBytes: number): string => {
  const words: Array<string> = []
  let bytes = 0
  for (const word of wordsOf(text)) {
    bytes += 1 + (/^[a-z0-9]*$/.test(word) ? word.length : 3 * word.length)
    if (bytes > maxBytes) break
    words.push(word)
  }
  return words.join(" ")
}

/** The words of an article's fields other than its text. */
export const headWords = (article: {
  readonly title: string
  readonly author: string
  readonly siteName: string
  readonly description: string
  readonly review: string
  readonly tags: ReadonlyArray<string>
}): ArticleWords => ({
  title: joinWords(article.title, 20_000),
  about: joinWords([article.author, article.siteName, ...article.tags].join(" "), 20_000),
  description: joinWords(`${article.description} ${article.review}`, 50_000),
})

/** The words of an article's text. */
export const bodyWords = (text: string): string => joinWords(text, 300_000)
