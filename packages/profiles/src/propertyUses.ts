import type { ChangedProfile, PropertyUse } from "./placeChanges.ts"
import { type ChangingProperties, convertValue } from "./properties.ts"
import { exampleOf, type NewWarning, notConvertible } from "./warnings.ts"

/** How changed profiles, some with newly set properties, change the use of properties. */
export const propertyUses = (
  changed: ReadonlyMap<string, ChangedProfile>,
  set: Iterable<string>,
): ReadonlyMap<string, PropertyUse> => {
  const uses = new Map(Array.from(set, (name) => [name, { profiles: 0, isSet: true }]))
  const add = (name: string, profiles: number) => {
    const use = uses.get(name)
    if (use === undefined) uses.set(name, { profiles, isSet: false })
    else use.profiles += profiles
  }
  for (const { after, before } of changed.values()) {
    for (const name of after?.properties.keys() ?? []) if (before?.has(name) !== true) add(name, 1)
    for (const name of before?.keys() ?? []) if (after?.properties.has(name) !== true) add(name, -1)
  }
  return uses
}

/** Warnings of the values that were removed from changed profiles since they could not be converted. */
export const removedBy = (
  changing: ChangingProperties,
  changed: ReadonlyMap<string, ChangedProfile>,
): ReadonlyArray<NewWarning> =>
  [...changing].flatMap(([name, to]) => {
    if (to === undefined) return []
    return [...changed].flatMap(([distinctId, { before }]) => {
      const value = before?.get(name)
      if (value === undefined || convertValue(value, to) !== undefined) return []
      return [{ name, reason: notConvertible(to), count: 1, distinctId, example: exampleOf(value) }]
    })
  })
