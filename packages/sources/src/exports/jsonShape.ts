const isScalar = (code: number): boolean => code > 32 && code !== 44 && code !== 58

/** Deeper than any export: readers and stores of a record descend into it level by level. */
export const maxDepth = 100

const quote = 0x22
const backslash = 0x5c
const lineFeed = 0x0a
const brace = 0x7b
const closingBrace = 0x7d
const bracket = 0x5b
const closingBracket = 0x5d

/**
 * Follows one object of a JSON text to its end, in pieces, visiting each character once. It knows braces, quotes,
 * colons and commas, and takes any word for a value: `JSON.parse` decides what is valid. It finds missing braces and
 * quotes, since no object begins instead of a key.
 */
export class JsonShape {
  state: "open" | "ended" | "broken" = "open"
  /** Line breaks passed so far. */
  lines = 0
  /** True once it was nested more than `maxDepth` levels deep; levels below are counted and not told apart. */
  tooDeep = false
  /** The characters that close the open objects and lists. */
  readonly #closing: Array<number> = []
  #deeper = 0
  #next: "key" | "colon" | "value" | "comma" = "value"
  #inText = false
  #escaped = false
  #inScalar = false

  /** Continues at `at`; returns the position after its end, the position of an error, or the end of the piece. */
  read(text: string, at: number): number {
    let next = at
    while (next < text.length && this.state === "open") {
      if (this.#inText) next = this.#readText(text, next)
      else if (this.#take(text.charCodeAt(next))) next += 1
      else this.state = "broken"
    }
    return next
  }

  #readText(text: string, at: number): number {
    let next = at
    if (this.#escaped) {
      this.#escaped = false
      next += 1
    }
    for (; next < text.length; next++) {
      const code = text.charCodeAt(next)
      if (code === backslash) next += 1
      else if (code === quote) {
        this.#inText = false
        return next + 1
      } else if (code === lineFeed) {
        // JSON has no line breaks within texts: a quote is missing.
        this.state = "broken"
        return next
      }
    }
    this.#escaped = next > text.length
    return text.length
  }

  /** False for a character that is invalid here. */
  #take(code: number): boolean {
    switch (code) {
      case quote:
        return this.#beginText()
      case brace:
      case bracket:
        return this.#open(code === brace ? closingBrace : closingBracket)
      case closingBrace:
      case closingBracket:
        return this.#close(code)
      case 0x2c /* , */:
        this.#next = this.#closing.at(-1) === closingBrace ? "key" : "value"
        this.#inScalar = false
        return true
      case 0x3a /* : */:
        this.#next = "value"
        this.#inScalar = false
        return true
      default:
        if (code === lineFeed) this.lines += 1
        return isScalar(code) ? this.#takeScalar() : !(this.#inScalar = false)
    }
  }

  #beginText(): boolean {
    this.#inText = true
    if (this.#deeper > 0) return true
    if (this.#next !== "key" && this.#next !== "value") return false
    this.#next = this.#next === "key" ? "colon" : "comma"
    return true
  }

  #takeScalar(): boolean {
    if (this.#inScalar || this.#deeper > 0) return true
    if (this.#next !== "value" && this.#next !== "key") return false
    this.#next = this.#next === "key" ? "colon" : "comma"
    this.#inScalar = true
    return true
  }

  #open(closing: number): boolean {
    if (this.#deeper === 0 && this.#next !== "value") return false
    this.#inScalar = false
    if (this.#closing.length === maxDepth) {
      this.#deeper += 1
      this.tooDeep = true
      return true
    }
    this.#closing.push(closing)
    this.#next = closing === closingBrace ? "key" : "value"
    return true
  }

  #close(code: number): boolean {
    this.#inScalar = false
    if (this.#deeper > 0) {
      this.#deeper -= 1
      this.#next = "comma"
      return true
    }
    if (this.#closing.at(-1) !== code) return false
    this.#closing.pop()
    this.#next = "comma"
    if (this.#closing.length === 0) this.state = "ended"
    return true
  }
}
