// The bytes that wat2wasm makes of multiply.wat. JavaScript multiplies one number at a time: a sixth of the speed.
const code = Buffer.from(
  "AGFzbQEAAAABCwFgB39/f39/f38AAwIBAAUDAQABBxUCBm1lbW9yeQIACG11bHRpcGx5AAAKywMByAMCC38LeyAFQQJ0IQkgBkECdCEKA0BBACEHA0Ag" +
    "ASAIQQJ0IAVsaiELIAAgByAJbGohDCAMIAlqIQ0gDSAJaiEOIA4gCWohDyANIRAgAiAIQQJ0aiERIBH9AAQAIRUgEf0ABBAhFiAVIRcgFiEYIBUhGSAW" +
    "IRogFSEbIBYhHANAIAv9AAQAIRIgC/0ABBAhEyAM/QkCACEUIBUgFCAS/eYB/eQBIRUgFiAUIBP95gH95AEhFiAN/QkCACEUIBcgFCAS/eYB/eQBIRcg" +
    "GCAUIBP95gH95AEhGCAO/QkCACEUIBkgFCAS/eYB/eQBIRkgGiAUIBP95gH95AEhGiAP/QkCACEUIBsgFCAS/eYB/eQBIRsgHCAUIBP95gH95AEhHCAL" +
    "QSBqIQsgDUEEaiENIA5BBGohDiAPQQRqIQ8gDEEEaiIMIBBJDQALIAMgByAKbCAIQQJ0amohESARIBX9CwQAIBEgFv0LBBAgESAKaiERIBEgF/0LBAAg" +
    "ESAY/QsEECARIApqIREgESAZ/QsEACARIBr9CwQQIBEgCmohESARIBv9CwQAIBEgHP0LBBAgB0EEaiIHIARJDQALIAhBCGoiCCAGSQ0ACws=",
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
}

/** Numbers in the memory of a `Multiplier`. */
export interface Numbers {
  readonly place: number
  readonly length: number
}

/** A packed matrix with its bias: `inner` rows of `columns` numbers. */
export interface Matrix {
  readonly weights: Numbers
  readonly bias: Numbers
  readonly inner: number
  readonly columns: number
}

/** Columns that are side by side in a packed matrix, and the rows that are multiplied at once. */
export const columnsAtOnce = 8
export const batchRows = 4

const pageBytes = 65_536

/** Lays out a matrix for `multiply` from its rows. Its columns are a multiple of 8. */
const pack = (weights: Float32Array, columns: number, to: Float32Array): void => {
  for (let first = 0, at = 0; first < columns; first += columnsAtOnce) {
    for (let from = first; from < weights.length; from += columns) {
      for (let column = 0; column < columnsAtOnce; column++) to[at++] = weights[from + column] ?? 0
    }
  }
}

/** Matrices and vectors in the memory of WebAssembly, and their products. */
export class Multiplier {
  readonly #kernel: Kernel
  #used = 0

  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code))
    // The bytes above export these.
    this.#kernel = exports as Kernel
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

  /** Keeps a matrix, given row by row, with its bias. */
  matrix(weights: Float32Array, bias: Float32Array): Matrix {
    const columns = bias.length
    const [numbers, kept] = [this.room(weights.length), this.room(columns)]
    pack(weights, columns, this.view(numbers))
    this.view(kept).set(bias)
    return { weights: numbers, bias: kept, inner: weights.length / columns, columns }
  }

  /** `out = bias + x * weights`, of a multiple of 4 rows. */
  multiply(x: Numbers, { bias, columns, inner, weights }: Matrix, out: Numbers, rows: number): void {
    this.#kernel.multiply(x.place, weights.place, bias.place, out.place, rows, inner, columns)
  }
}
