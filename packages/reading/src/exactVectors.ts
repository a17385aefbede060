import type { Scored } from "./fuseRanks.ts"
import { RoughNearness } from "./roughNearness.ts"

/** Scales a vector to length 1; a zero vector has no direction and stays as it is. */
const normalized = (vector: Float32Array): Float32Array => {
  const sum = product(vector, vector)
  const scale = sum === 0 ? 0 : 1 / Math.sqrt(sum)
  const scaled = new Float32Array(vector.length)
  // Five times as fast as `map`, and a first search scales them all.
  for (let at = 0; at < scaled.length; at++) scaled[at] = (vector[at] ?? 0) * scale
  return scaled
}

/** The vectors of a block. */
const blockSize = 128

/** Fewer vectors than this are all compared by their own values. */
const fewest = 256

/** The lowest of the highest values, as many as the limit; -Infinity where there are not so many. */
const lowestOfHighest = (values: Float64Array, limit: number): number => {
  const highest: Array<number> = []
  let lowest = -Infinity
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0
    if (value <= lowest) continue
    highest.push(value)
    // Sorted now and then: twice the limit is enough to keep.
    if (highest.length < 2 * limit) continue
    highest.sort((one, other) => other - one).length = limit
    lowest = highest[limit - 1] ?? lowest
  }
  return highest.sort((one, other) => other - one)[limit - 1] ?? -Infinity
}

/**
 * Vectors of one length in memory, compared one after the other: exact. Rounded copies tell first which of many can be
 * among the nearest; only these, mostly some hundreds, are compared by their own values.
 */
export class ExactVectors<Id extends number> {
  readonly #dimensions: number
  readonly #blocks: Array<Float32Array> = []
  readonly #ids: Array<Id> = []
  readonly #rows = new Map<Id, number>()
  /** Made once there are many. */
  #rough: RoughNearness | undefined

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
    this.#valuesOf(row).set(values)
    if (this.#rough === undefined && this.size >= fewest) this.#rough = this.#roughened()
    this.#rough?.set(row, values)
  }

  /** Removes the id's vector, if it has one. */
  delete(id: Id): void {
    const row = this.#rows.get(id)
    const last = this.#ids.length - 1
    const moved = this.#ids[last]
    if (row === undefined || moved === undefined) return
    // The last vector moves into its place.
    this.#valuesOf(row).set(this.#valuesOf(last))
    this.#rough?.move(last, row)
    this.#ids[row] = moved
    this.#rows.set(moved, row)
    this.#ids.pop()
    this.#rows.delete(id)
    this.#blocks.length = Math.ceil(this.#ids.length / blockSize)
  }

  /** The nearest by cosine, nearest first; of equally near ones the higher id. */
  nearest(vector: Float32Array, limit: number): ReadonlyArray<Scored<Id>> {
    const asked = normalized(vector)
    return this.#candidates(asked, limit)
      .map((row) => ({ row, score: product(asked, this.#valuesOf(row)) }))
      .flatMap(({ row, score }): ReadonlyArray<Scored<Id>> => {
        const id = this.#ids[row]
        return id === undefined ? [] : [{ id, score }]
      })
      .sort(byNearness)
      .slice(0, limit)
  }

  /** The rows that may be among the nearest. */
  #candidates(asked: Float32Array, limit: number): ReadonlyArray<number> {
    if (this.#rough === undefined) return Array.from(this.#ids.keys())
    const { atLeast, atMost } = this.#rough.boundsOf(asked, this.size)
    const least = lowestOfHighest(atLeast, limit)
    const rows: Array<number> = []
    for (let row = 0; row < atMost.length; row++) if ((atMost[row] ?? 0) >= least) rows.push(row)
    return rows
  }

  #roughened(): RoughNearness {
    const rough = new RoughNearness(this.#dimensions)
    for (const row of this.#ids.keys()) rough.set(row, this.#valuesOf(row))
    return rough
  }

  #valuesOf(row: number): Float32Array {
    const block = (this.#blocks[Math.floor(row / blockSize)] ??= new Float32Array(
      this.#dimensions * blockSize,
    ))
    const start = (row % blockSize) * this.#dimensions
    return block.subarray(start, start + this.#dimensions)
  }
}

/** The sum of the products of the values. */
const product = (one: Float32Array, other: Float32Array): number => {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** Nearest first, then the higher id: a total order. */
export const byNearness = <Id extends number>(a: Scored<Id>, b: Scored<Id>): number =>
  b.score - a.score || b.id - a.id
