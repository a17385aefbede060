import { isUnspaced, mayBeMistaken, type QueryWord, titleLength, type TitleList } from "@daybook/kernel"

/** Places in a list, the shortest titles first. */
type Places = Uint32Array

/** The places of titles that have a word with these two letters at one of its ends. */
type PlacesByLetters = ReadonlyMap<number, Places>

const [space, lineEnd] = [0x20, 0x0a]

const lettersOf = (one: number, other: number) => one * 0x1_0000 + other

/** The first two letters of a word; a space stands for the second of a word of one. */
const firstLetters = (text: string, at: number, end: number) =>
  lettersOf(text.charCodeAt(at), end - at > 1 ? text.charCodeAt(at + 1) : space)

const lastLetters = (text: string, at: number, end: number) =>
  lettersOf(end - at > 1 ? text.charCodeAt(end - 2) : space, text.charCodeAt(end - 1))

const byLength = (texts: ReadonlyArray<string>): Places => {
  const byLengths: Array<Array<number>> = []
  for (const [place, text] of texts.entries()) (byLengths[titleLength(text)] ??= []).push(place)
  const places = new Uint32Array(texts.length)
  let filled = 0
  for (const some of byLengths) {
    if (some === undefined) continue
    places.set(some, filled)
    filled += some.length
  }
  return places
}

const placesBy = (
  texts: ReadonlyArray<string>,
  inOrder: Places,
  lettersIn: typeof firstLetters,
): PlacesByLetters => {
  const found = new Map<number, Array<number>>()
  for (const place of inOrder) {
    const text = texts[place] ?? ""
    for (let at = 1; at < text.length;) {
      let end = at
      for (let code = text.charCodeAt(end); end < text.length && code !== space && code !== lineEnd;)
        code = text.charCodeAt(++end)
      if (end > at) {
        const letters = lettersIn(text, at, end)
        const places = found.get(letters)
        if (places === undefined) found.set(letters, [place])
        else if (places.at(-1) !== place) places.push(place)
      }
      // The other names of a title begin on a separate line, with a space.
      at = end + (text.charCodeAt(end) === lineEnd ? 2 : 1)
    }
  }
  return new Map(Array.from(found, ([letters, places]) => [letters, Uint32Array.from(places)]))
}

/** The places of titles that may match a word, in parts that each have the shortest titles first. */
type Candidates = ReadonlyArray<Places>

const sizeOf = (parts: Candidates) => parts.reduce((sum, { length }) => sum + length, 0)

const smallestOf = (all: ReadonlyArray<Candidates>): Candidates | undefined =>
  all.reduce<Candidates | undefined>(
    (least, one) => (least === undefined || sizeOf(one) < sizeOf(least) ? one : least),
    undefined,
  )

/** The titles of a list by the letters of their words, so that a search looks at few of them. */
export class TitleIndex {
  readonly #texts: ReadonlyArray<string>
  /** All places. */
  readonly inOrder: Places
  // Made when they are first needed: passages need none, and few searches look for a mistake.
  #byFirst: PlacesByLetters | undefined
  #byLast: PlacesByLetters | undefined

  constructor({ texts }: TitleList) {
    this.#texts = texts
    this.inOrder = byLength(texts)
  }

  #having({ isPrefix, word }: QueryWord): Candidates {
    const byFirst = (this.#byFirst ??= placesBy(this.#texts, this.inOrder, firstLetters))
    const first = word.charCodeAt(0)
    if (word.length > 1) return [byFirst.get(firstLetters(word, 0, word.length)) ?? new Uint32Array()]
    if (!isPrefix) return [byFirst.get(lettersOf(first, space)) ?? new Uint32Array()]
    return Array.from(byFirst).flatMap(([letters, places]) =>
      Math.floor(letters / 0x1_0000) === first ? [places] : [],
    )
  }

  /** The titles that may have all of the words. */
  candidates(words: ReadonlyArray<QueryWord>): Candidates {
    // A script without spaces has words anywhere.
    const spaced = words.filter(({ word }) => !isUnspaced(word))
    return smallestOf(spaced.map((word) => this.#having(word))) ?? [this.inOrder]
  }

  /** Those that may have all of them with a mistake, which leaves two letters at the beginning or at the end of a word. */
  mistakenCandidates(words: ReadonlyArray<QueryWord>): Candidates {
    const byLast = (this.#byLast ??= placesBy(this.#texts, this.inOrder, lastLetters))
    const spaced = words.filter(({ word }) => !isUnspaced(word))
    const candidates = spaced.map((word) => {
      const exact = this.#having(word)
      if (!mayBeMistaken(word.word)) return exact
      return [...exact, byLast.get(lastLetters(word.word, 0, word.word.length)) ?? new Uint32Array()]
    })
    return smallestOf(candidates) ?? [this.inOrder]
  }
}

// A list never changes: a changed title makes a new one.
const indexes = new WeakMap<TitleList, TitleIndex>()

/** The index of a list, made when it is first searched. */
export const indexOf = (list: TitleList): TitleIndex => {
  const known = indexes.get(list)
  if (known !== undefined) return known
  const made = new TitleIndex(list)
  indexes.set(list, made)
  return made
}
