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

/** A property's value after an action; the same if it changes nothing. */
const after = (value: PropertyValue | undefined, action: Action): PropertyValue | undefined => {
  const list = Array.isArray(value) ? (value as ReadonlyArray<Item>) : undefined
  if (action.verb === "set") return action.value
  if (action.verb === "once") return value ?? action.value
  if (action.verb === "unset" || action.verb === "merge") return undefined
  if (action.verb === "append") return (list ?? []).concat(action.value).slice(-1_000)
  if (action.verb === "union") {
    return action.value
      .reduce<ReadonlyArray<Item>>((all, item) => (all.includes(item) ? all : [...all, item]), list ?? [])
      .slice(-1_000)
  }
  if (action.verb === "type") return value
  if (action.verb === "remove") return list?.filter((item) => !action.value.includes(item)) ?? value
  const sum = sumOf(value, action.value)
  return Number.isFinite(sum) ? sum : value
}

/** The most distinct ids that resolve to one profile. */
const maxIds = 1_000

/** True if an action counts as applied, though it may leave the value as it was. */
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
  /** The profile that each id resolves to; a missing id resolves to its own. */
  readonly #leads = new Map<string, string>()

  #key({ workspace, version }: Place, name: string) {
    return JSON.stringify([workspace, version, name])
  }

  /** Sets the type of a new property. True if the action fits the property. */
  #fits(at: Place, action: Action): boolean {
    if (!("type" in action)) return true
    const property = this.#key(at, action.name)
    const type = this.#types.get(property) ?? action.type
    this.#types.set(property, type)
    return fits(action.type, type)
  }

  /** The key of the profile that an id resolves to. */
  lead(at: Place, distinctId: string): string {
    const key = this.#key(at, distinctId)
    return this.#leads.get(key) ?? key
  }

  #idsOf(profile: string): ReadonlyArray<string> {
    return [profile, ...[...this.#leads].filter(([, led]) => led === profile).map(([id]) => id)]
  }

  /** Leads all ids of one profile to another one, which takes what it lacks; returns the names that it took. */
  #merge(source: string, target: string): ReadonlyArray<string> {
    const ids = this.#idsOf(source)
    if (source === target || ids.length + this.#idsOf(target).length > maxIds) return []
    for (const id of ids) this.#leads.set(id, target)
    const from = this.#profiles.get(source)
    if (from === undefined) return []
    const into = this.#profiles.get(target) ?? new Map<string, PropertyValue>()
    const lacks = [...from.keys()].filter((name) => !into.has(name))
    this.#profiles.delete(source)
    this.#profiles.set(target, new Map([...from, ...into]))
    return lacks.toSorted()
  }

  /** Removes the profile that an id resolves to, with all its ids; returns its key. */
  erase(at: Place, distinctId: string): string {
    const profile = this.lead(at, distinctId)
    for (const id of this.#idsOf(profile)) this.#leads.delete(id)
    this.#profiles.delete(profile)
    return profile
  }

  /** Applies a change; returns the names that it applied, sorted. */
  change(at: Place, { actions, distinctId, makes }: ProfileChange): ReadonlyArray<string> {
    const key = this.lead(at, distinctId)
    const [first] = actions
    if (first?.verb === "merge") return this.#merge(this.lead(at, first.source), key)
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

  profile(place: Place, distinctId: string): Readonly<Record<string, PropertyValue>> | undefined {
    const profile = this.#profiles.get(this.lead(place, distinctId))
    return profile && Object.fromEntries(profile)
  }
}
