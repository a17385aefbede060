import { Broken } from "./request.ts"

/**
 * The states in which each thing may be, by its name: the acknowledged one, and the ones that were requested since
 * without a response. A request may be carried out long after its client gave up, so a doubt stays.
 */
export class Register<State extends string> {
  readonly kind: string
  readonly #initial: State
  readonly #possible = new Map<string, Set<State>>()

  constructor(kind: string, initial: State) {
    this.kind = kind
    this.#initial = initial
  }

  #of(name: string): Set<State> {
    const known = this.#possible.get(name)
    if (known !== undefined) return known
    const made = new Set([this.#initial])
    this.#possible.set(name, made)
    return made
  }

  /** Notes that a state is about to be requested: from now on it is possible. */
  asked(name: string, state: State): void {
    this.#of(name).add(state)
  }

  /** Notes a response with no later request: the state is certain. */
  answered(name: string, state: State): void {
    this.#possible.set(name, new Set([state]))
  }

  /** The certain state; undefined if there is a doubt. */
  certain(name: string): State | undefined {
    const possible = this.#of(name)
    return possible.size === 1 ? [...possible][0] : undefined
  }

  possible(name: string): ReadonlySet<State> {
    return this.#of(name)
  }

  get names(): ReadonlyArray<string> {
    return [...this.#possible.keys()]
  }

  /** How many are in a state for certain, and how many may be. */
  bounds(state: State): { readonly least: number; readonly most: number } {
    const all = [...this.#possible.values()].filter((possible) => possible.has(state))
    return { least: all.filter((possible) => possible.size === 1).length, most: all.length }
  }

  /** Compares the stored things with the responses: each is in a possible state, and nothing else is stored. */
  check(found: ReadonlyMap<string, State>): void {
    for (const name of found.keys()) {
      if (!this.#possible.has(name))
        throw new Broken(`the ${this.kind} ${name} is there, and nobody asked for it`)
    }
    for (const [name, possible] of this.#possible) {
      const state = found.get(name) ?? this.#initial
      if (!possible.has(state)) {
        throw new Broken(
          `the ${this.kind} ${name} is ${state}, and was answered to be ${[...possible].join(" or ")}`,
        )
      }
    }
  }
}

/** Each name once, or the sentence that says which is there twice. */
export const onceEach = (kind: string, names: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new Broken(`the ${kind} ${name} is there twice`)
    seen.add(name)
  }
  return seen
}
