/** Finds the next place of a word in a text, from positions that only grow: it looks at each character once. */
export class Ahead {
  readonly #text: string
  readonly #word: string
  #at = -1

  constructor(text: string, word: string) {
    this.#text = text
    this.#word = word
  }

  /** The length of the text if it is not found. */
  from(position: number): number {
    if (this.#at < position) {
      const found = this.#text.indexOf(this.#word, position)
      this.#at = found < 0 ? this.#text.length : found
    }
    return this.#at
  }
}
