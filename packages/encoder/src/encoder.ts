import { batchColumns, batchRows, type Matrix, type Multiplier, type Numbers } from "./multiply.ts"
import { cutterOf } from "./pieces.ts"
import type { Weights } from "./weights.ts"

/** A text's vector, of length 1, and the pieces of words that it has. */
export interface Encoded {
  readonly vector: Float32Array
  readonly pieces: number
}

/** The pieces of a text that count: the encoder was trained on the first 128. */
const longest = 128
const heads = 4
const embedded = 256

/** The length of a vector. */
const dimensions = 512

interface Norm {
  readonly scale: Float32Array
  readonly bias: Float32Array
}

interface Layer {
  readonly norm: Norm
  readonly queriesKeysValues: Matrix
  readonly joined: Matrix
  readonly inner: { readonly norm: Norm; readonly wide: Matrix; readonly narrow: Matrix }
}

/** Scales each row to mean 0 and variance 1, then by the learned factors. */
const normalize = (from: Float32Array, to: Float32Array, rows: number, { bias, scale }: Norm): void => {
  const width = scale.length
  for (let row = 0; row < rows; row++) {
    const start = row * width
    let sum = 0
    for (let at = 0; at < width; at++) sum += from[start + at] ?? 0
    const mean = sum / width
    let squares = 0
    for (let at = 0; at < width; at++) squares += ((from[start + at] ?? 0) - mean) ** 2
    const by = 1 / Math.sqrt(squares / width + 1e-6)
    for (let at = 0; at < width; at++) {
      to[start + at] = ((from[start + at] ?? 0) - mean) * by * (scale[at] ?? 0) + (bias[at] ?? 0)
    }
  }
}

/** Makes shares of scores: each row adds up to 1. */
const share = (scores: Float32Array, rows: number, width: number): void => {
  for (let row = 0; row < rows; row++) {
    const start = row * width
    let highest = -Infinity
    for (let at = start; at < start + rows; at++) highest = Math.max(highest, scores[at] ?? 0)
    let total = 0
    for (let at = start; at < start + rows; at++) {
      const weight = Math.exp((scores[at] ?? 0) - highest)
      scores[at] = weight
      total += weight
    }
    for (let at = start; at < start + rows; at++) scores[at] = (scores[at] ?? 0) / total
    // The rows that pad to a multiple of 16 are not part of the text.
    scores.fill(0, start + rows, start + width)
  }
}

/** The beginning of a matrix's place, for a smaller one. */
const cut = ({ bias, weights }: Matrix, rows: number, columns: number): Matrix => ({
  weights: { place: weights.place, length: rows * columns },
  bias: { place: bias.place, length: columns },
})

/** Each row becomes a mean of the values, weighted by how well its query fits their keys. */
const attentionIn = (multiplier: Multiplier) => {
  const widest = dimensions / heads
  const room = (length: number) => multiplier.room(length)
  const queries = room(longest * widest)
  const keys = { weights: room(longest * widest), bias: room(longest) }
  const values = { weights: room(longest * widest), bias: room(widest) }
  const shares = room(longest * longest)
  const means = room(longest * widest)

  return (from: Numbers, to: Numbers, rows: number, width: number): void => {
    const size = width / heads
    const padded = batchColumns * Math.ceil(rows / batchColumns)
    const source = multiplier.view(from)
    const target = multiplier.view(to)
    const query = multiplier.view(queries)
    const key = multiplier.view(keys.weights)
    const value = multiplier.view(values.weights)
    const mean = multiplier.view(means)
    for (let head = 0; head < heads; head++) {
      for (let row = 0; row < padded; row++) {
        const start = row * 3 * width + head * size
        for (let at = 0; at < size; at++) {
          const isPiece = row < rows
          query[row * size + at] = isPiece ? (source[start + at] ?? 0) / Math.sqrt(size) : 0
          // Keys are columns here, and values rows.
          key[at * padded + row] = isPiece ? (source[start + width + at] ?? 0) : 0
          value[row * size + at] = isPiece ? (source[start + 2 * width + at] ?? 0) : 0
        }
      }
      multiplier.multiply(queries, cut(keys, size, padded), shares, padded)
      share(multiplier.view(shares), rows, padded)
      multiplier.multiply(shares, cut(values, padded, size), means, padded)
      for (let row = 0; row < rows; row++) {
        const start = row * width + head * size
        for (let at = 0; at < size; at++) target[start + at] = mean[row * size + at] ?? 0
      }
    }
  }
}

const add = (to: Float32Array, from: Float32Array, count: number): void => {
  for (let at = 0; at < count; at++) to[at] = (to[at] ?? 0) + (from[at] ?? 0)
}

/** The layers by their names in the file of the encoder. */
const layersIn = (multiplier: Multiplier, named: Weights["named"]) => {
  const concatenated = (name: string) => `${name}/ConcatPartitions/concat`
  const matrix = (weights: string, bias: string): Matrix => ({ weights: named(weights), bias: named(bias) })
  const copied = (name: string) => multiplier.view(named(name)).slice()
  const norm = (name: string): Norm => ({
    scale: copied(concatenated(`${name}/layer_prepostprocess/layer_norm/layer_norm_scale`)),
    bias: copied(concatenated(`${name}/layer_prepostprocess/layer_norm/layer_norm_bias`)),
  })
  const layer = (name: string): Layer => {
    const attention = (part: string) =>
      matrix(
        `${name}/MultiheadAttention/${part}/kernel/part_0`,
        concatenated(`${name}/MultiheadAttention/${part}/bias`),
      )
    const feedForward = (part: string) =>
      matrix(`${name}/FFN/${part}/Tensordot/Reshape_1`, concatenated(`${name}/FFN/${part}/bias`))
    return {
      norm: norm(name),
      queriesKeysValues: attention("qkv_transform_single"),
      joined: attention("output_transform_single"),
      inner: { norm: norm(`${name}/FFN`), wide: feedForward("conv1"), narrow: feedForward("conv2") },
    }
  }
  return {
    copied,
    first: layer("Layer_0/TransformerLayer"),
    second: layer("Layer_1/TransformerLayer"),
    widened: matrix(
      concatenated("Layer_0/TransformerLayer/dense/kernel"),
      concatenated("Layer_0/TransformerLayer/dense/bias"),
    ),
    last: matrix("hidden_layers/tanh_layer_0/weights", "hidden_layers/tanh_layer_0/bias"),
  }
}

/**
 * The transformer of the Universal Sentence Encoder Lite (Cer and others 2018): two layers of attention over the pieces of
 * a text, their mean, and one layer more. A general runtime does the same with 340 MB of memory and a start of a second.
 */
export const encoderOf = (
  multiplier: Multiplier,
  { named, pieces }: Weights,
): ((text: string) => Encoded) => {
  const { first, second, widened, last, copied } = layersIn(multiplier, named)
  const frequencies = copied("TimingSignal/ExpandDims_1")
  const embeddings = named("Embeddings_en")
  const cutText = cutterOf(pieces)

  const room = (width: number) => multiplier.room(longest * width)
  const [state, normed, mixed, added] = [
    room(dimensions),
    room(dimensions),
    room(dimensions),
    room(dimensions),
  ]
  const wide = room(3 * dimensions)
  const x = room(embedded)
  const attend = attentionIn(multiplier)

  return (text) => {
    const all = cutText(text)
    const used = all.slice(0, longest)
    const rows = used.length
    if (rows === 0) return { vector: new Float32Array(dimensions), pieces: 0 }
    const padded = batchRows * Math.ceil(rows / batchRows)
    const view = (numbers: Numbers) => multiplier.view(numbers)
    const times = (from: Numbers, matrix: Matrix, to: Numbers) =>
      multiplier.multiply(from, matrix, to, padded)

    const half = embedded / 2
    const input = view(x)
    const vectors = view(embeddings)
    for (const [row, piece] of used.entries()) {
      for (let at = 0; at < embedded; at++) {
        const turn = row * (frequencies[at % half] ?? 0)
        input[row * embedded + at] =
          2 * (vectors[piece * embedded + at] ?? 0) + (at < half ? Math.sin(turn) : Math.cos(turn))
      }
    }
    const attention = (from: Numbers, width: number, { joined, norm: by, queriesKeysValues }: Layer) => {
      normalize(view(from), view(normed), rows, by)
      times(normed, queriesKeysValues, wide)
      attend(wide, mixed, rows, width)
      times(mixed, joined, added)
      add(view(state), view(added), rows * dimensions)
    }
    const forward = ({ inner }: Layer) => {
      normalize(view(state), view(normed), rows, inner.norm)
      times(normed, inner.wide, wide)
      const values = view(wide)
      for (let at = 0; at < rows * inner.wide.bias.length; at++) values[at] = Math.max(0, values[at] ?? 0)
      times(wide, inner.narrow, added)
      add(view(state), view(added), rows * dimensions)
    }
    times(x, widened, state)
    attention(x, embedded, first)
    forward(first)
    attention(state, dimensions, second)
    forward(second)

    const mean = view(normed).fill(0, 0, dimensions)
    const values = view(state)
    for (let at = 0; at < rows * dimensions; at++) {
      mean[at % dimensions] = (mean[at % dimensions] ?? 0) + (values[at] ?? 0) / rows
    }
    multiplier.multiply(normed, last, added, batchRows)
    const vector = view(added).slice(0, dimensions).map(Math.tanh)
    const length = Math.hypot(...vector)
    return { vector: vector.map((value) => value / length), pieces: all.length }
  }
}
