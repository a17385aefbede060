/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to less than `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** A number of milliseconds from `least` to less than `most`. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  /** The same, mostly near the least. */
  mostly(least: number, most: number): number {
    return least + this.next() ** 3 * (most - least)
  }

  pick<A>(list: ReadonlyArray<A>): A {
    const one = list[this.below(list.length)]
    if (one === undefined) throw new Error("there is nothing to pick from")
    return one
  }

  /** True once in `count` times. */
  once(count: number): boolean {
    return this.below(count) === 0
  }

  /** Another source of numbers, independent of how many this one has given. */
  static of(...parts: ReadonlyArray<number>): Random {
    let seed = 0x9e3779b9
    for (const part of parts) seed = Math.imul(seed ^ (part >>> 0), 0x85ebca6b) ^ (seed >>> 13)
    return new Random(seed)
  }
}
