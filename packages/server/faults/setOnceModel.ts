import { Broken } from "./request.ts"

/** A property's value, or none. */
type Value = string | undefined

/** A request that got 202. */
export interface Accepted {
  readonly id: string
  readonly profile: string
  readonly properties: Readonly<Record<string, string>>
  /** True if it was sent again after no response: it may have been accepted then. */
  readonly isRepeated: boolean
}

/**
 * The values that set-once requests may have left, where each profile has one sender, who waits for each response
 * before the next request: the first accepted value wins, and one that was not answered may be there as well.
 */
export class SetOnceModel {
  readonly #profiles = new Map<string, Map<string, Set<Value>>>()
  /** Unanswered values, which may still be set. */
  readonly #late = new Map<string, Map<string, Set<Value>>>()
  #accepted: Array<Accepted> = []
  /** Profiles with an erasure that is not acknowledged. It may be done, or still arrive. */
  readonly #erasing = new Set<string>()

  #of(
    where: Map<string, Map<string, Set<Value>>>,
    profile: string,
    name: string,
    first: ReadonlyArray<Value>,
  ) {
    const properties = where.get(profile) ?? new Map<string, Set<Value>>()
    where.set(profile, properties)
    const possible = properties.get(name) ?? new Set<Value>(first)
    properties.set(name, possible)
    return possible
  }

  sent(profile: string, properties: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(properties)) {
      const possible = this.#of(this.#profiles, profile, name, [undefined])
      if (possible.has(undefined)) possible.add(value)
      this.#of(this.#late, profile, name, []).add(value)
    }
  }

  answered(accepted: Accepted): void {
    this.#accepted.push(accepted)
    for (const [name, value] of Object.entries(accepted.properties)) {
      this.#of(this.#profiles, accepted.profile, name, [undefined]).delete(undefined)
      this.#of(this.#late, accepted.profile, name, []).delete(value)
    }
  }

  /** Notes that the profile is about to be erased: none of its values need be stored. */
  erasing(profile: string): void {
    this.#erasing.add(profile)
    for (const possible of this.#profiles.get(profile)?.values() ?? []) possible.add(undefined)
  }

  /** True while an erasure of the profile is not acknowledged. */
  isErasing(profile: string): boolean {
    return this.#erasing.has(profile)
  }

  /** Notes an acknowledged erasure: of the earlier values only unacknowledged ones may still be set. */
  erased(profile: string): void {
    this.#erasing.delete(profile)
    this.#accepted = this.#accepted.filter((one) => one.profile !== profile)
    for (const name of this.#profiles.get(profile)?.keys() ?? []) {
      const late = this.#late.get(profile)?.get(name) ?? []
      this.#profiles.get(profile)?.set(name, new Set([undefined, ...late]))
    }
  }

  /** The requests accepted since the last call, without those of erased profiles. */
  takeAccepted(): ReadonlyArray<Accepted> {
    return this.#accepted.splice(0)
  }

  get profiles(): ReadonlyArray<string> {
    return [...this.#profiles.keys()]
  }

  check(profile: string, properties: Readonly<Record<string, unknown>>): void {
    const known = this.#profiles.get(profile) ?? new Map<string, Set<Value>>()
    for (const name of Object.keys(properties)) {
      if (!known.has(name)) throw new Broken(`profile ${profile} has ${name}, which nobody has set`)
    }
    for (const [name, possible] of known) {
      const value = properties[name]
      if (![...possible].some((one) => one === value)) {
        const wanted = [...possible].map((one) => one ?? "unset").join(" or ")
        throw new Broken(
          `${name} of profile ${profile} is ${String(value)}, and was answered to be ${wanted}`,
        )
      }
    }
  }

  /** Compares a processed request with its profile, which holds exactly the values that it has applied, unless it was erased since. */
  checkOutcome(
    { id, profile, properties }: Accepted,
    applied: ReadonlyArray<string>,
    stored: Readonly<Record<string, unknown>>,
  ) {
    for (const [name, value] of Object.entries(properties)) {
      if (stored[name] === undefined && this.isErasing(profile)) continue
      if (applied.includes(name) !== (stored[name] === value)) {
        throw new Broken(
          `request ${id} has ${applied.includes(name) ? "" : "not "}applied ${name}, which is ${String(stored[name])} in profile ${profile}`,
        )
      }
    }
  }
}
