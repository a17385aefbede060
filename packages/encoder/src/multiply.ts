// The bytes that wat2wasm makes of multiply.wat. JavaScript multiplies one number at a time: a sixth of the speed.
const code = Buffer.from(
  "AGFzbQEAAAABDAFgCH9/f39/f39/AAMCAQAFAwEAAQcVAgZtZW1vcnkCAAhtdWx0aXBseQAACsMEAcAEAg1/C3sgBUECdCEKIAZBAnQhCyAFQQV0IRQDQEEA" +
    "IQggCUEIcUUEQCABIAlBAnRqIRMgByEMIAcgFGohEQNAIAwgE/0ABAD9CwQAIAwgE/0ABBD9CwQQIAwgFGohEiASIBP9AAQg/QsEACASIBP9AAQw/QsEECAT" +
    "IAtqIRMgDEEgaiIMIBFJDQALCwNAIAchDCAJQQhxBEAgByAUaiEMCyAAIAggCmxqIQ0gDSAKaiEOIA4gCmohDyAPIApqIRAgDiERIAIgCUECdGohEiAS/QAE" +
    "ACEYIBL9AAQQIRkgGCEaIBkhGyAYIRwgGSEdIBghHiAZIR8DQCAM/QAEACEVIAz9AAQQIRYgDf0JAgAhFyAYIBcgFf3mAf3kASEYIBkgFyAW/eYB/eQBIRkg" +
    "Dv0JAgAhFyAaIBcgFf3mAf3kASEaIBsgFyAW/eYB/eQBIRsgD/0JAgAhFyAcIBcgFf3mAf3kASEcIB0gFyAW/eYB/eQBIR0gEP0JAgAhFyAeIBcgFf3mAf3k" +
    "ASEeIB8gFyAW/eYB/eQBIR8gDEEgaiEMIA5BBGohDiAPQQRqIQ8gEEEEaiEQIA1BBGoiDSARSQ0ACyADIAggC2wgCUECdGpqIRIgEiAY/QsEACASIBn9CwQQ" +
    "IBIgC2ohEiASIBr9CwQAIBIgG/0LBBAgEiALaiESIBIgHP0LBAAgEiAd/QsEECASIAtqIRIgEiAe/QsEACASIB/9CwQQIAhBBGoiCCAESQ0ACyAJQQhqIgkg" +
    "BkkNAAsL",
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
    packed: number,
  ) => void
}

/** Numbers in the memory of a `Multiplier`. */
export interface Numbers {
  readonly place: number
  readonly length: number
}

/** A matrix with its bias: rows of as many numbers as the bias has. */
export interface Matrix {
  readonly weights: Numbers
  readonly bias: Numbers
}

/** The columns and the rows of a product are multiples of these. */
export const batchColumns = 16
export const batchRows = 4

/** The most rows of a matrix. */
const longest = 2_048

const pageBytes = 65_536

/** Matrices and vectors in the memory of WebAssembly, and their products. */
export class Multiplier {
  readonly #kernel: Kernel
  readonly #packed: Numbers
  #used = 0

  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code))
    // The bytes above export these.
    this.#kernel = exports as Kernel
    this.#packed = this.room(longest * batchColumns)
  }

  /** Space for this many numbers. Earlier views of the memory end. */
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

  /** `out = bias + x * weights`. */
  multiply(x: Numbers, { bias, weights }: Matrix, out: Numbers, rows: number): void {
    const columns = bias.length
    const inner = weights.length / columns
    const { place: packed } = this.#packed
    this.#kernel.multiply(x.place, weights.place, bias.place, out.place, rows, inner, columns, packed)
  }
}
