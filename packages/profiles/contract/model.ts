import {
  type Action,
  fits,
  type Place,
  type ProfileChange,
  type PropertyType,
  type PropertyValue,
} from "@daybook/profiles"

type Item = string | number

const sumOf = (value: PropertyValue | undefined, given: PropertyValue) => Number(value ?? 0) + Number(given)

/** A property's value after an action; the same where it changes nothing. */
const after = (value: PropertyValue | undefined, action: Action): PropertyValue | undefined => {
  const list = Array.isArray(value) ? (value as ReadonlyArray<Item>) : undefined
  if (action.verb === "set") return action.value
  if (action.verb === "once") return value ?? action.value
  if (action.verb === "unset") return undefined
  if (action.verb === "append") return (list ?? []).concat(action.value).slice(-1_000)
  if (action.verb === "remove") return list?.filter((item) => !action.value.includes(item)) ?? value
  const sum = sumOf(value, action.value)
  return Number.isFinite(sum) ? sum : value
}

/** True where an action counts as applied, though it may leave the value as it was. */
const counts = (
  value: PropertyValue | undefined,
  next: PropertyValue | undefined,
  action: Action,
): boolean => {
  if (action.verb === "set" || action.verb === "append") return true
  if (action.verb === "once") return value === undefined
  if (action.verb === "unset") return value !== undefined
  if (action.verb === "add") return Number.isFinite(sumOf(value, action.value))
  return JSON.stringify(next) !== JSON.stringify(value)
}

/**
 * The model that stores are compared with: changes of profiles in their plainest form, one after the other, each at once.
 */
export class ProfileModel {
  readonly #types = new Map<string, PropertyType>()
  readonly #profiles = new Map<string, Map<string, PropertyValue>>()

  #key({ workspace, version }: Place, name: string) {
    return JSON.stringify([workspace, version, name])
  }

  /** Gives a new property its type. True where the action fits the property. */
  #fits(at: Place, action: Action): boolean {
    if (action.verb === "unset" || action.verb === "remove") return true
    const property = this.#key(at, action.name)
    const type = this.#types.get(property) ?? action.type
    this.#types.set(property, type)
    return fits(action.type, type)
  }

  /** Applies a change; gives the names that it applied, sorted. */
  change(at: Place, { actions, distinctId, makes }: ProfileChange): ReadonlyArray<string> {
    const key = this.#key(at, distinctId)
    const known = this.#profiles.get(key)
    const profile = known ?? new Map<string, PropertyValue>()
    if (known !== undefined || makes) this.#profiles.set(key, profile)
    const applied = new Set<string>()
    for (const action of actions.filter((one) => this.#fits(at, one))) {
      const value = profile.get(action.name)
      const next = after(value, action)
      if (counts(value, next, action)) applied.add(action.name)
      if (next === undefined) profile.delete(action.name)
      else profile.set(action.name, next)
    }
    return [...applied].toSorted()
  }

  /** Fixes types as `change` does, and changes nothing else: for what was accepted before its profile was erased. */
  changeErased(at: Place, { actions }: ProfileChange): void {
    for (const action of actions) this.#fits(at, action)
  }

  profile(place: Place, distinctId: string): Readonly<Record<string, PropertyValue>> | undefined {
    const profile = this.#profiles.get(this.#key(place, distinctId))
    return profile && Object.fromEntries(profile)
  }
}
