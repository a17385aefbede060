import {
  hasMistakenWord,
  mayBeMistaken,
  mayHave,
  mistakable,
  type Query,
  type QueryWord,
  titleLength,
} from "@daybook/kernel"

/** How well a title matches, best first: they are the first thing that results are ordered by. */
export const Fit = {
  /** The title is the query. */
  whole: 0,
  /** It begins with it. */
  beginning: 1,
  /** It has the words of the query one after the other. */
  phrase: 2,
  /** It has them all. */
  title: 3,
  /** It has them all together with its other names. */
  names: 4,
  /** The same as the two before, with a mistake in a word or more. */
  mistakenTitle: 5,
  mistakenNames: 6,
} as const
export type Fit = (typeof Fit)[keyof typeof Fit]

const isEnd = (letter: string | undefined) => letter === undefined || letter === " " || letter === "\n"

/** True if the text has the word up to `end`. */
const hasWord = (text: string, { isPrefix, start }: QueryWord, end: number): boolean => {
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
    const next = at + start.length
    if (next > end) return false
    if (isPrefix || isEnd(text[next])) return true
  }
  return false
}

/** How well a title, folded by `titleText`, matches without a mistake; undefined if it does not. */
export const fitOf = (text: string, { text: asked, words }: Query): Fit | undefined => {
  for (const word of words) if (!hasWord(text, word, text.length)) return undefined
  const end = titleLength(text)
  if (text.startsWith(asked, 1)) return end === asked.length + 1 ? Fit.whole : Fit.beginning
  const phrase = text.indexOf(` ${asked}`)
  if (phrase !== -1 && phrase < end) return Fit.phrase
  return words.every((word) => hasWord(text, word, end)) ? Fit.title : Fit.names
}

/** How well a title matches with mistakes; undefined if it does not. */
export const mistakenFits = ({ words }: Query): ((text: string) => Fit | undefined) => {
  const asked = words.map((word) => ({
    word,
    ends: mayBeMistaken(word.word) ? mistakable(word.word) : undefined,
  }))
  const matches = (text: string, end: number) =>
    asked.every(({ ends, word }) =>
      ends === undefined
        ? hasWord(text, word, end)
        : mayHave(text, ends) && (hasWord(text, word, end) || hasMistakenWord(text, ends, end)),
    )
  return (text) => {
    if (!matches(text, text.length)) return undefined
    return matches(text, titleLength(text)) ? Fit.mistakenTitle : Fit.mistakenNames
  }
}
