// The bytes that wat2wasm makes of multiply.wat. JavaScript multiplies one number at a time: a sixth of the speed.
const code = Buffer.from(
  "AGFzbQEAAAABFwJgB39/f39/f38AYAl/f39/f39/f38AAwMCAAEFAwEAAQclAwZtZW1vcnkCAAhtdWx0aXBseQAADW11bHRpcGx5U3RlcHMAAQr9" +
    "CALIAwILfwt7IAVBAnQhCSAGQQJ0IQoDQEEAIQcDQCABIAhBAnQgBWxqIQsgACAHIAlsaiEMIAwgCWohDSANIAlqIQ4gDiAJaiEPIA0hECACIAhB" +
    "AnRqIREgEf0ABAAhFSAR/QAEECEWIBUhFyAWIRggFSEZIBYhGiAVIRsgFiEcA0AgC/0ABAAhEiAL/QAEECETIAz9CQIAIRQgFSAUIBL95gH95AEh" +
    "FSAWIBQgE/3mAf3kASEWIA39CQIAIRQgFyAUIBL95gH95AEhFyAYIBQgE/3mAf3kASEYIA79CQIAIRQgGSAUIBL95gH95AEhGSAaIBQgE/3mAf3k" +
    "ASEaIA/9CQIAIRQgGyAUIBL95gH95AEhGyAcIBQgE/3mAf3kASEcIAtBIGohCyANQQRqIQ0gDkEEaiEOIA9BBGohDyAMQQRqIgwgEEkNAAsgAyAH" +
    "IApsIAhBAnRqaiERIBEgFf0LBAAgESAW/QsEECARIApqIREgESAX/QsEACARIBj9CwQQIBEgCmohESARIBn9CwQAIBEgGv0LBBAgESAKaiERIBEg" +
    "G/0LBAAgESAc/QsEECAHQQRqIgcgBEkNAAsgCEEIaiIIIAZJDQALC7AFAgx/D3sgB0EBdCELIAhBAnQhDANAQQAhCSAKQQJ0IQ0gAyANav0ABAAh" +
    "GCADIA1q/QAEECEZIAQgDWr9AAQAIRogBCANav0ABBAhGwNAIAIgCiALbGohDiAAIAkgC2xqIQ8gDyALaiEQIBAgC2ohESARIAtqIRIgECET/QwA" +
    "AAAAAAAAAAAAAAAAAAAAIRwgHCEdIBwhHiAcIR8gHCEgIBwhISAcISIgHCEjA0AgDv0ABAAhFSAO/QAEECEWIA/9CQIAIRcgHCAXIBX9ugH9rgEh" +
    "HCAdIBcgFv26Af2uASEdIBD9CQIAIRcgHiAXIBX9ugH9rgEhHiAfIBcgFv26Af2uASEfIBH9CQIAIRcgICAXIBX9ugH9rgEhICAhIBcgFv26Af2u" +
    "ASEhIBL9CQIAIRcgIiAXIBX9ugH9rgEhIiAjIBcgFv26Af2uASEjIA5BIGohDiAQQQRqIRAgEUEEaiERIBJBBGohEiAPQQRqIg8gE0kNAAsgASAJ" +
    "QQJ0aiENIAUgCSAMbCAKQQJ0amohFCAN/QkCACEXIBQgGiAc/foBIBj95gEgF/3mAf3kAf0LBAAgFCAbIB39+gEgGf3mASAX/eYB/eQB/QsEECAU" +
    "IAxqIRQgDf0JAgQhFyAUIBogHv36ASAY/eYBIBf95gH95AH9CwQAIBQgGyAf/foBIBn95gEgF/3mAf3kAf0LBBAgFCAMaiEUIA39CQIIIRcgFCAa" +
    "ICD9+gEgGP3mASAX/eYB/eQB/QsEACAUIBsgIf36ASAZ/eYBIBf95gH95AH9CwQQIBQgDGohFCAN/QkCDCEXIBQgGiAi/foBIBj95gEgF/3mAf3k" +
    "Af0LBAAgFCAbICP9+gEgGf3mASAX/eYB/eQB/QsEECAJQQRqIgkgBkkNAAsgCkEIaiIKIAhJDQALCw==",
  "base64",
)

/** The part of WebAssembly that is used here: the types of Node leave it out. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
  readonly multiply: (
    x: number,
    w: number,
    bias: number,
    out: number,
    rows: number,
    inner: number,
    columns: number,
  ) => void
  readonly multiplySteps: (
    x: number,
    rowSteps: number,
    w: number,
    steps: number,
    bias: number,
    out: number,
    rows: number,
    inner: number,
    columns: number,
  ) => void
}

/** Numbers in the memory of a `Multiplier`. */
export interface Numbers {
  readonly place: number
  readonly length: number
}

/** A packed matrix with its bias: `inner` rows of `columns` numbers. */
export interface Packed {
  readonly weights: Numbers
  readonly bias: Numbers
  readonly inner: number
  readonly columns: number
}

/** A packed matrix of what was learned: its numbers are whole steps of 16 bits, of another size in each column. */
export interface Matrix extends Packed {
  readonly steps: Numbers
  /** The greatest length of a column, in steps. */
  readonly longest: number
}

/** Columns that are side by side in a packed matrix, and the rows that are multiplied at once. */
export const columnsAtOnce = 8
export const rowsAtOnce = 4

const pageBytes = 65_536

/** The steps of a column's greatest weight. */
const mostSteps = 8_191

/** Rounds a number of 16 bits, for less than `Math.round`: millions of them are rounded at the start. */
const rounded = (value: number): number => ((value + 32_768.5) | 0) - 32_768

/** A matrix of what was learned, as `Multiplier` multiplies with it, wherever it is kept. */
export interface PackedMatrix {
  readonly weights: Int16Array
  readonly steps: Float32Array
  readonly bias: Float32Array
  readonly longest: number
}

/** Packs a matrix, given row by row, with its bias. The rows are a multiple of 2, the columns of 8. */
export const packMatrix = (weights: Float32Array, bias: Float32Array): PackedMatrix => {
  const columns = bias.length
  const inner = weights.length / columns
  const packed = new Int16Array(weights.length)
  const steps = new Float32Array(columns)
  const [greatest, squares] = [new Float32Array(columns), new Float64Array(columns)]
  for (let row = 0, from = 0; row < inner; row++) {
    for (let column = 0; column < columns; column++, from++) {
      const weight = Math.abs(weights[from] ?? 0)
      if (weight > (greatest[column] ?? 0)) greatest[column] = weight
      squares[column] = (squares[column] ?? 0) + weight * weight
    }
  }
  let longest = 0
  for (let column = 0; column < columns; column++) {
    const step = (greatest[column] ?? 0) / mostSteps || 1
    steps[column] = step
    longest = Math.max(longest, Math.sqrt(squares[column] ?? 0) / step)
  }
  const perStep = steps.map((step) => 1 / step)
  for (let first = 0, to = 0; first < columns; first += columnsAtOnce) {
    for (let row = 0; row < inner; row += 2) {
      const from = row * columns + first
      for (let column = 0; column < columnsAtOnce; column++) {
        const by = perStep[first + column] ?? 0
        packed[to++] = rounded((weights[from + column] ?? 0) * by)
        packed[to++] = rounded((weights[from + columns + column] ?? 0) * by)
      }
    }
  }
  return { weights: packed, steps, bias, longest }
}

/** Matrices and vectors in the memory of WebAssembly, and their products. */
export class Multiplier {
  readonly #kernel: Kernel
  readonly #rows: Numbers
  readonly #rowSteps: Numbers
  #used = 0

  /** Of rows that are multiplied with what was learned there are at most this many, of this width. */
  constructor(mostRows: number, widest: number) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code))
    // The bytes above export these.
    this.#kernel = exports as Kernel
    this.#rows = this.room((mostRows * widest) / 2)
    this.#rowSteps = this.room(mostRows)
  }

  /** Room for this many numbers. Earlier views of the memory end. */
  room(length: number): Numbers {
    const place = this.#used
    this.#used += 16 * Math.ceil(length / 4)
    const { memory } = this.#kernel
    const missing = this.#used - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    return { place, length }
  }

  view({ length, place }: Numbers): Float32Array {
    return new Float32Array(this.#kernel.memory.buffer, place, length)
  }

  /** Keeps a packed matrix. */
  matrix({ bias, longest, steps, weights }: PackedMatrix): Matrix {
    const columns = bias.length
    const [packed, stepsOf, kept] = [this.room(weights.length / 2), this.room(columns), this.room(columns)]
    this.#steps(packed).set(weights)
    this.view(stepsOf).set(steps)
    this.view(kept).set(bias)
    return { weights: packed, bias: kept, steps: stepsOf, inner: weights.length / columns, columns, longest }
  }

  /** `out = bias + x * weights`, of a multiple of 4 rows. */
  multiply(x: Numbers, { bias, columns, inner, weights }: Packed, out: Numbers, rows: number): void {
    this.#kernel.multiply(x.place, weights.place, bias.place, out.place, rows, inner, columns)
  }

  /** The same with a matrix of what was learned, and each row in steps of its own. A product is off by some 0.0002 of its size. */
  multiplySteps(x: Numbers, matrix: Matrix, out: Numbers, rows: number): void {
    const { bias, columns, inner, longest, steps, weights } = matrix
    const [from, stepOf, to] = [this.view(x), this.view(this.#rowSteps), this.#steps(this.#rows)]
    for (let row = 0; row < rows; row++) {
      const [start, end] = [row * inner, (row + 1) * inner]
      let greatest = 0
      let squares = 0
      for (let at = start; at < end; at++) {
        const value = from[at] ?? 0
        greatest = Math.max(greatest, Math.abs(value))
        squares += value * value
      }
      // By the inequality of Cauchy and Schwarz no sum then needs more than 32 bits, rounding included.
      const step = Math.max(greatest / 32_767, (Math.sqrt(squares) * longest) / 2 ** 30.5) || 1
      const perStep = 1 / step
      stepOf[row] = step
      for (let at = start; at < end; at++) to[at] = rounded((from[at] ?? 0) * perStep)
    }
    this.#kernel.multiplySteps(
      this.#rows.place,
      this.#rowSteps.place,
      weights.place,
      steps.place,
      bias.place,
      out.place,
      rows,
      inner,
      columns,
    )
  }

  #steps({ length, place }: Numbers): Int16Array {
    return new Int16Array(this.#kernel.memory.buffer, place, 2 * length)
  }
}
