/**
 * Spreads two 32-bit integers over 32 bits: neighbouring inputs give unrelated outputs (MurmurHash3's
 * finalizer).
 */
export const mix = (a: number, b: number): number => {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** An option with its weight. */
export type Weighted<A> = readonly [choice: A, weight: number]

/** At least one option. */
export type Choices<A> = readonly [Weighted<A>, ...ReadonlyArray<Weighted<A>>]

/**
 * A small seeded generator (mulberry32). The same seed gives the same numbers on every machine. Not for secrets.
 * Anything that must stay the same whatever is drawn around it (an artist, a day) has a generator of its own, seeded
 * by `mix`.
 */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** From `low` to below `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** An index below `length`; the first ones more often, the more so the higher `bias` is (1: all alike). */
  index(length: number, bias = 1): number {
    return Math.floor(length * this.next() ** bias)
  }

  pick<A>(choices: readonly [A, ...ReadonlyArray<A>]): A {
    return choices[this.index(choices.length)] ?? choices[0]
  }

  weighted<A>(choices: Choices<A>): A {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    return choices[0][0]
  }
}
