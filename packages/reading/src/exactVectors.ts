import type { Scored } from "./fuseRanks.ts"

/** Scales a vector to length 1; a zero vector has no direction and stays as it is. */
const normalized = (vector: Float32Array): Float32Array => {
  let sum = 0
  for (const value of vector) sum += value * value
  const scale = sum === 0 ? 0 : 1 / Math.sqrt(sum)
  return vector.map((value) => value * scale)
}

/**
 * Vectors of one length in one block of memory, compared one after the other: exact, and a few milliseconds for
 * 20,000 of 512 dimensions.
 */
export class ExactVectors<Id extends number> {
  readonly #dimensions: number
  #values: Float32Array
  #ids: Array<Id> = []
  readonly #rows = new Map<Id, number>()

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#values = new Float32Array(0)
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
      this.#grow()
    }
    this.#values.set(normalized(vector), row * this.#dimensions)
  }

  /** Removes the id's vector, if it has one. */
  delete(id: Id): void {
    const row = this.#rows.get(id)
    const last = this.#ids.length - 1
    const moved = this.#ids[last]
    if (row === undefined || moved === undefined) return
    // The last vector moves into its place.
    const width = this.#dimensions
    this.#values.copyWithin(row * width, last * width, (last + 1) * width)
    this.#ids[row] = moved
    this.#rows.set(moved, row)
    this.#ids.pop()
    this.#rows.delete(id)
  }

  /** The nearest by cosine, nearest first; of equally near ones the higher id. */
  nearest(vector: Float32Array, limit: number): ReadonlyArray<Scored<Id>> {
    const asked = normalized(vector)
    const width = this.#dimensions
    const values = this.#values
    const best: Array<Scored<Id>> = []
    let worst = -Infinity
    for (const [row, id] of this.#ids.entries()) {
      const offset = row * width
      let score = 0
      for (let at = 0; at < width; at++) score += (asked[at] ?? 0) * (values[offset + at] ?? 0)
      if (best.length >= limit && score < worst) continue
      best.push({ id, score })
      // Sorted now and then: twice the limit is enough to keep.
      if (best.length < 2 * limit) continue
      best.sort(byNearness).length = limit
      worst = best[limit - 1]?.score ?? worst
    }
    return best.sort(byNearness).slice(0, limit)
  }

  #grow(): void {
    const needed = this.#ids.length * this.#dimensions
    if (needed <= this.#values.length) return
    const values = new Float32Array(Math.max(needed, 2 * this.#values.length, 64 * this.#dimensions))
    values.set(this.#values)
    this.#values = values
  }
}

/** Nearest first, then the higher id: a total order. */
export const byNearness = <Id extends number>(a: Scored<Id>, b: Scored<Id>): number =>
  b.score - a.score || b.id - a.id
