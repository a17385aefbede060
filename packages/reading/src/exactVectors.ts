import type { Scored } from "./fuseRanks.ts"

/** Scales a vector to length 1; a zero vector has no direction and stays as it is. */
const normalized = (vector: Float32Array): Float32Array => {
  let sum = 0
  for (const value of vector) sum += value * value
  const scale = sum === 0 ? 0 : 1 / Math.sqrt(sum)
  return vector.map((value) => value * scale)
}

/** The vectors of a block. */
const blockSize = 128

/**
 * Vectors of one length in memory, compared one after the other: exact. They stand in blocks, in each of which the values
 * of one dimension are side by side: a comparison passes over the dimensions in which the asked vector is 0. The
 * built-in embedder gives a few words some tens of 512; then 20,000 vectors take a millisecond.
 */
export class ExactVectors<Id extends number> {
  readonly #dimensions: number
  readonly #blocks: Array<Float32Array> = []
  readonly #ids: Array<Id> = []
  readonly #rows = new Map<Id, number>()

  constructor(dimensions: number) {
    this.#dimensions = dimensions
  }

  get size(): number {
    return this.#ids.length
  }

  /** Sets the id's vector, replacing an earlier one. */
  set(id: Id, vector: Float32Array): void {
    let row = this.#rows.get(id)
    if (row === undefined) {
      row = this.#ids.length
      this.#ids.push(id)
      this.#rows.set(id, row)
    }
    const values = normalized(vector)
    const block = this.#blockOf(row)
    for (let at = 0, place = row % blockSize; at < this.#dimensions; at++, place += blockSize) {
      block[place] = values[at] ?? 0
    }
  }

  /** Removes the id's vector, if it has one. */
  delete(id: Id): void {
    const row = this.#rows.get(id)
    const last = this.#ids.length - 1
    const moved = this.#ids[last]
    if (row === undefined || moved === undefined) return
    // The last vector moves into its place.
    const [from, to] = [this.#blockOf(last), this.#blockOf(row)]
    for (let at = 0; at < this.#dimensions * blockSize; at += blockSize) {
      to[at + (row % blockSize)] = from[at + (last % blockSize)] ?? 0
    }
    this.#ids[row] = moved
    this.#rows.set(moved, row)
    this.#ids.pop()
    this.#rows.delete(id)
    this.#blocks.length = Math.ceil(this.#ids.length / blockSize)
  }

  /** The nearest by cosine, nearest first; of equally near ones the higher id. */
  nearest(vector: Float32Array, limit: number): ReadonlyArray<Scored<Id>> {
    const asked = sparse(normalized(vector))
    const scores = new Float64Array(blockSize)
    const best: Array<Scored<Id>> = []
    let worst = -Infinity
    for (const [index, block] of this.#blocks.entries()) {
      scoreBlock(block, asked, scores)
      const first = index * blockSize
      const count = Math.min(blockSize, this.#ids.length - first)
      for (let at = 0; at < count; at++) {
        const score = scores[at] ?? 0
        if (best.length >= limit && score < worst) continue
        const id = this.#ids[first + at]
        if (id === undefined) continue
        best.push({ id, score })
        // Sorted now and then: twice the limit is enough to keep.
        if (best.length < 2 * limit) continue
        best.sort(byNearness).length = limit
        worst = best[limit - 1]?.score ?? worst
      }
    }
    return best.sort(byNearness).slice(0, limit)
  }

  #blockOf(row: number): Float32Array {
    return (this.#blocks[Math.floor(row / blockSize)] ??= new Float32Array(this.#dimensions * blockSize))
  }
}

/** The values of a vector that are not 0, with where they begin in a block; four at a time, the last ones 0. */
interface Sparse {
  readonly offsets: Int32Array
  readonly values: Float32Array
}

const sparse = (vector: Float32Array): Sparse => {
  const dimensions = Array.from(vector.keys()).filter((at) => vector[at] !== 0)
  const length = 4 * Math.ceil(dimensions.length / 4)
  const offsets = new Int32Array(length)
  const values = new Float32Array(length)
  for (const [place, dimension] of dimensions.entries()) {
    offsets[place] = dimension * blockSize
    values[place] = vector[dimension] ?? 0
  }
  return { offsets, values }
}

/** Sets the scores of a block's vectors. Sums of four are read and written a quarter as often. */
const scoreBlock = (block: Float32Array, { offsets, values }: Sparse, scores: Float64Array): void => {
  scores.fill(0)
  for (let next = 0; next < offsets.length; next += 4) {
    const a = offsets[next] ?? 0
    const b = offsets[next + 1] ?? 0
    const c = offsets[next + 2] ?? 0
    const d = offsets[next + 3] ?? 0
    const x = values[next] ?? 0
    const y = values[next + 1] ?? 0
    const z = values[next + 2] ?? 0
    const w = values[next + 3] ?? 0
    for (let at = 0; at < blockSize; at++) {
      scores[at] =
        (scores[at] ?? 0) +
        x * (block[a + at] ?? 0) +
        y * (block[b + at] ?? 0) +
        z * (block[c + at] ?? 0) +
        w * (block[d + at] ?? 0)
    }
  }
}

/** Nearest first, then the higher id: a total order. */
export const byNearness = <Id extends number>(a: Scored<Id>, b: Scored<Id>): number =>
  b.score - a.score || b.id - a.id
