import type { Action, IgnoredProperty, ProfileChange, PropertyValue } from "./model.ts"
import { alreadySet, maxItems } from "./values.ts"

/** The reason for ignoring the removal of a value that is not there. */
export const notSet = "not set"

/** The reason for ignoring a removal from a list that has no such item. */
export const noSuchItem = "the list has no such item"

/** The reason for ignoring a union that adds nothing. */
export const hasAllItems = "the list has these items"

/** Why a removal of items is ignored if the value is not a list. */
export const notAList = "the property is not a list"

/** The reason for ignoring a number that would make the total infinite. */
export const notFinite = "the sum is not finite"

/** The reason for ignoring a merge if the source has no profile. Its id resolves to the target all the same. */
export const noProfile = "there is no profile to merge"

/** The properties of one profile by name. */
export type Properties = Map<string, PropertyValue>

const isList = (value: PropertyValue | undefined): value is ReadonlyArray<string | number> =>
  Array.isArray(value)

/** Applies one action. Returns the reason if it changes nothing. */
const applyAction = (properties: Properties, action: Action): string | undefined => {
  const { name } = action
  const before = properties.get(name)
  switch (action.verb) {
    case "set":
      properties.set(name, action.value)
      return undefined
    case "once":
      if (before !== undefined) return alreadySet
      properties.set(name, action.value)
      return undefined
    case "unset":
      return properties.delete(name) ? undefined : notSet
    case "add": {
      const sum = (typeof before === "number" ? before : 0) + action.value
      if (!Number.isFinite(sum)) return notFinite
      properties.set(name, sum)
      return undefined
    }
    case "append":
      properties.set(name, [...(isList(before) ? before : []), ...action.value].slice(-maxItems))
      return undefined
    case "union": {
      const known = isList(before) ? before : []
      const added = [...new Set(action.value)].filter((item) => !known.includes(item))
      if (before !== undefined && added.length === 0) return hasAllItems
      properties.set(name, [...known, ...added].slice(-maxItems))
      return undefined
    }
    case "merge":
      return noProfile
    case "type":
      // It was settled with the types of all actions.
      return undefined
    case "remove": {
      if (before === undefined) return notSet
      if (!isList(before)) return notAList
      const left = before.filter((item) => !action.value.includes(item))
      if (left.length === before.length) return noSuchItem
      properties.set(name, left)
      return undefined
    }
  }
}

const byName = (a: string, b: string) => (a < b ? -1 : 1)

/** The names that a change set, changed or removed, by name, and those that it ignored. */
export interface Applied {
  readonly applied: ReadonlyArray<string>
  readonly ignored: ReadonlyArray<IgnoredProperty>
}

/** Adds the missing properties of a profile from another one. */
export const mergeProperties = (target: Properties, source: Properties): Applied => {
  const taken = [...source].filter(([name]) => !target.has(name))
  const kept = [...source.keys()].filter((name) => target.has(name))
  for (const [name, value] of taken) target.set(name, value)
  return {
    applied: taken.map(([name]) => name).toSorted(byName),
    ignored: kept.toSorted(byName).map((name) => ({ name, reason: alreadySet })),
  }
}

/** Applies the actions of a change to properties, in their order. The values fit the types of their properties. */
export const applyActions = (
  properties: Properties,
  { actions, ignored }: Pick<ProfileChange, "actions" | "ignored">,
): Applied => {
  const applied = new Set<string>()
  const unchanged: Array<IgnoredProperty> = []
  for (const action of actions) {
    const reason = applyAction(properties, action)
    if (reason === undefined) applied.add(action.name)
    else unchanged.push({ name: action.name, reason })
  }
  return {
    applied: [...applied].toSorted(byName),
    ignored: [
      ...ignored.map(({ name, reason }) => ({ name, reason })),
      ...unchanged.toSorted((a, b) => byName(a.name, b.name)),
    ],
  }
}
