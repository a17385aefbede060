import { isUnspaced } from "./foldText.ts"

/** Shorter words have too many neighbours: cat is one letter from car, hat and at. */
const shortestWord = 5

/** True for a word that may have one typing mistake: five letters or more. */
export const mayBeMistaken = (word: string): boolean => word.length >= shortestWord && !isUnspaced(word)

/** False for a word that is too short to be one mistake away from a word that may have one. */
export const mayBeMeant = (word: string): boolean => word.length >= shortestWord - 1 && !isUnspaced(word)

/** True where two words differ by one typing mistake: a letter more, less or other, or two neighbours that changed places. */
export const isOneMistake = (one: string, other: string): boolean => {
  if (one.length > other.length) return isOneMistake(other, one)
  if (other.length - one.length > 1 || one === other) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  if (one.length < other.length) return one.slice(at) === other.slice(at + 1)
  if (one.slice(at + 1) === other.slice(at + 1)) return true
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}

/**
 * The two ends of a word. A single typing mistake leaves one of them intact: the mistake is in one half of the word,
 * or between the two.
 */
export interface MistakableWord {
  readonly word: string
  readonly beginning: string
  /** The start of the word after a space, as in a text. */
  readonly start: string
  readonly ending: string
}

/** Finds the ends of a word in which a mistake is forgiven. */
export const mistakable = (word: string): MistakableWord => {
  const half = Math.floor((word.length - 1) / 2)
  const beginning = word.slice(0, half)
  return { word, beginning, start: ` ${beginning}`, ending: word.slice(-half) }
}

/** False for a text that has neither the word nor one a mistake away, as most have neither of its ends. */
export const mayHave = (text: string, { ending, start }: MistakableWord): boolean =>
  text.includes(start) || text.includes(ending)

/** True if a word of the text, up to `end`, is one mistake away. */
export const hasMistakenWord = (
  text: string,
  { beginning, ending, word }: MistakableWord,
  end: number,
): boolean => {
  const half = beginning.length
  for (let at = 1; at < end;) {
    const space = text.indexOf(" ", at)
    const next = space === -1 ? text.length : space
    // The last word of a title ends its line.
    const stop = text[next - 1] === "\n" ? next - 1 : next
    if (
      Math.abs(stop - at - word.length) < 2 &&
      (text.startsWith(beginning, at) || text.startsWith(ending, stop - half)) &&
      isOneMistake(text.slice(at, stop), word)
    )
      return true
    at = next + 1
  }
  return false
}
