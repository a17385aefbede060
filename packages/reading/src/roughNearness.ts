// The bytes that wat2wasm makes of compareBytes.wat. JavaScript compares one number at a time: a tenth of the speed.
const code =
  "AGFzbQEAAAABDgJgBX9/f39/AGABewF/AwMCAAEFAwEAAQcUAgZtZW1vcnkCAAdjb21wYXJlAAAKpgICiQICB38FeyABIQUgACAEQQF0aiEKIAIg" +
  "A0ECdGohCwNAIAUgBGohBiAGIARqIQcgByAEaiEIIAAhCf0MAAAAAAAAAAAAAAAAAAAAACENIA0hDiANIQ8gDSEQA0AgCf0ABAAhDCANIAwgBf0B" +
  "AwD9ugH9rgEhDSAOIAwgBv0BAwD9ugH9rgEhDiAPIAwgB/0BAwD9ugH9rgEhDyAQIAwgCP0BAwD9ugH9rgEhECAFQQhqIQUgBkEIaiEGIAdBCGoh" +
  "ByAIQQhqIQggCUEQaiIJIApJDQALIAIgDRABNgIAIAIgDhABNgIEIAIgDxABNgIIIAIgEBABNgIMIAghBSACQRBqIgIgC0kNAAsLGQAgAP0bACAA" +
  "/RsBaiAA/RsCIAD9GwNqags="

/** The part of WebAssembly that is used here: the types of Node leave it out. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
  readonly compare: (asked: number, rows: number, out: number, count: number, width: number) => void
}

const compiled = (() => {
  let module: object | undefined
  return () => (module ??= new WebAssembly.Module(Uint8Array.from(atob(code), (one) => one.charCodeAt(0))))
})()

const pageBytes = 65_536

/** The rows that are compared at once: their sums have this much room. */
const rowsAtOnce = 1_024

const largest = 127

/** Rounding of numbers of 32 bits, and of their sums. */
const slack = 1e-5

/** A vector in whole steps: the size of a step, and the distance of the vector from them. */
interface Rounded {
  readonly step: number
  readonly distance: number
}

/** Writes a vector in steps, of which its greatest value has `most`. */
const round = (vector: Float32Array, most: number, to: Int8Array | Int16Array): Rounded => {
  let greatest = 0
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at] ?? 0)
    if (size > greatest) greatest = size
  }
  const step = greatest / most || 1
  const perStep = 1 / step
  let squares = 0
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] ?? 0
    const steps = Math.floor(value * perStep + 0.5)
    to[at] = steps
    const off = value - steps * step
    squares += off * off
  }
  return { step, distance: Math.sqrt(squares) }
}

/** The bounds between which the cosine of each row lies, by row. */
export interface Bounds {
  readonly atLeast: Float64Array
  readonly atMost: Float64Array
}

/**
 * Vectors of length 1, a byte for each value, and bounds of their cosines with another: a quarter of the memory to pass over,
 * and eight values at a time. By the inequality of Cauchy and Schwarz a cosine is off by no more than the distance of each
 * vector from its rounded one.
 */
export class RoughNearness {
  readonly #kernel: Kernel
  readonly #dimensions: number
  readonly #width: number
  readonly #asked = 0
  readonly #sums: number
  readonly #rows: number
  /** The value of one step in each row, and how far the row is from its steps. */
  #steps = new Float64Array(rowsAtOnce)
  #distances = new Float64Array(rowsAtOnce)

  constructor(dimensions: number) {
    const { exports } = new WebAssembly.Instance(compiled())
    // The bytes above export these.
    this.#kernel = exports as Kernel
    this.#dimensions = dimensions
    this.#width = 8 * Math.ceil(dimensions / 8)
    this.#sums = 2 * this.#width
    this.#rows = this.#sums + 4 * rowsAtOnce
    this.#makeRoom(rowsAtOnce)
  }

  set(row: number, vector: Float32Array): void {
    if (row >= this.#steps.length) this.#makeRoom(2 * this.#steps.length)
    const { distance, step } = round(vector, largest, this.#bytesOf(row))
    this.#steps[row] = step
    this.#distances[row] = distance
  }

  /** Puts a row in the place of another. */
  move(from: number, to: number): void {
    this.#bytesOf(to).set(this.#bytesOf(from))
    this.#steps[to] = this.#steps[from] ?? 1
    this.#distances[to] = this.#distances[from] ?? 0
  }

  /** The bounds of the first `count` rows. The vector has the length 1 or 0. */
  boundsOf(vector: Float32Array, count: number): Bounds {
    // No sum of this many products needs more than 31 bits.
    const most = Math.min(32_767, Math.floor(2 ** 30 / (largest * this.#width)))
    const { buffer } = this.#kernel.memory
    const { distance, step } = round(vector, most, new Int16Array(buffer, this.#asked, this.#width))
    const sums = new Int32Array(buffer, this.#sums, rowsAtOnce)
    const bounds: Bounds = { atLeast: new Float64Array(count), atMost: new Float64Array(count) }
    for (let first = 0; first < count; first += rowsAtOnce) {
      const some = Math.min(rowsAtOnce, count - first)
      const place = this.#rows + first * this.#width
      this.#kernel.compare(this.#asked, place, this.#sums, 4 * Math.ceil(some / 4), this.#width)
      for (let at = 0; at < some; at++) {
        const cosine = (sums[at] ?? 0) * step * (this.#steps[first + at] ?? 0)
        const own = this.#distances[first + at] ?? 0
        const error = own + distance * (1 + own) + slack
        bounds.atLeast[first + at] = cosine - error
        bounds.atMost[first + at] = cosine + error
      }
    }
    return bounds
  }

  #bytesOf(row: number): Int8Array {
    return new Int8Array(this.#kernel.memory.buffer, this.#rows + row * this.#width, this.#dimensions)
  }

  #makeRoom(rows: number): void {
    const { memory } = this.#kernel
    const missing = this.#rows + rows * this.#width - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    const grown = (old: Float64Array) => {
      const made = new Float64Array(rows)
      made.set(old.subarray(0, rows))
      return made
    }
    this.#steps = grown(this.#steps)
    this.#distances = grown(this.#distances)
  }
}
