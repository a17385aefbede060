import {
  type Action,
  type Applied,
  applyActions,
  dayInUtc,
  fits,
  maxIds,
  type Merge,
  mergeName,
  mergeOf,
  mergeProperties,
  mismatch,
  noProfile,
  type OfferedRequest,
  oneProfile,
  type Place,
  type ProfileChange,
  type PropertyType,
  tooManyIds,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import type { Database } from "../sql/database.ts"
import { aliasesIn } from "./aliases.ts"
import { countsIn } from "./counts.ts"
import { holdProfiles } from "./heldProfiles.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import type { Property } from "./rows.ts"

const idsOf = (change: ProfileChange): ReadonlyArray<string> => {
  const source = mergeOf(change)?.source
  return source === undefined ? [change.distinctId] : [change.distinctId, source]
}

/** The properties of a place that requests name, each looked up once; a new one gets the type of its first value. */
const openTypes = (database: Database["Service"], place: Place) => {
  const { add, find } = propertyTypesIn(database)
  const known = new Map<string, Property>()
  const made: Array<PropertyType> = []
  const lookUp = (name: string): Property | undefined => {
    const found = known.get(name) ?? find(place, name)
    if (found !== undefined) known.set(name, found)
    return found
  }
  const make = (name: string, type: PropertyType): Property => {
    const property = add(place, name, type)
    known.set(name, property)
    made.push(type)
    return property
  }
  return {
    made,
    /** A property that some value has. */
    get: (name: string): Property => mustFind(lookUp(name), "property", name),
    /** The type of the property, where the action's does not fit it. */
    misfit: (action: Action): PropertyType | undefined => {
      if (!("type" in action)) return undefined
      const { type } = lookUp(action.name) ?? make(action.name, action.type)
      return fits(action.type, type) ? undefined : type
    },
  }
}

/**
 * Makes the function that applies requests of one place in their order, and writes all that they change. Returns the outcome
 * of each change of each request.
 */
export const makeApplyInPlace = (database: Database["Service"]) => {
  const aliases = aliasesIn(database)
  const { addRequests, addTotals } = countsIn(database)

  return (
    place: Place,
    requests: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
  ): ReadonlyArray<ReadonlyArray<Applied>> => {
    const ids = new Set(requests.flatMap(({ changes }) => changes.flatMap(idsOf)))
    const leads = aliases.leadsOf(place, ids)
    const leadOf = (id: string) => leads.get(id) ?? id
    const profiles = holdProfiles(database, place, new Set(Array.from(ids, leadOf)))
    const types = openTypes(database, place)

    const merge = ({ distinctId }: ProfileChange, merging: Merge): Applied => {
      const [target, source] = [leadOf(distinctId), leadOf(merging.source)]
      const ignored = (reason: string): Applied => ({ applied: [], ignored: [{ name: mergeName, reason }] })
      if (source === target) return ignored(oneProfile)
      if (aliases.countTo(place, source, target) + 2 > maxIds) return ignored(tooManyIds)
      aliases.lead(place, source, target)
      for (const [id, led] of leads) if (led === source) leads.set(id, target)
      leads.set(source, target)
      const from = profiles.get(source)
      if (from === undefined) return ignored(noProfile)
      const into = profiles.get(target)
      const properties = into?.properties ?? new Map()
      const outcome = mergeProperties(properties, from.properties)
      const createdAt = Math.min(from.createdAt, into?.createdAt ?? Infinity)
      profiles.put(source, undefined)
      profiles.put(target, { properties, createdAt, updatedAt: now })
      return outcome
    }

    const apply = (change: ProfileChange): Applied => {
      const merging = mergeOf(change)
      if (merging !== undefined) return merge(change, merging)
      const ignored = [...change.ignored]
      const actions = change.actions.filter((action) => {
        const type = types.misfit(action)
        if (type !== undefined) ignored.push({ name: action.name, reason: mismatch(type) })
        return type === undefined
      })
      const id = leadOf(change.distinctId)
      const known = profiles.get(id)
      const { createdAt, properties, updatedAt } = known ?? {
        properties: new Map(),
        createdAt: now,
        updatedAt: now,
      }
      const outcome = applyActions(properties, { actions, ignored })
      const isChanged = outcome.applied.length > 0
      if (known === undefined ? change.makes : isChanged) {
        profiles.put(id, { properties, createdAt, updatedAt: isChanged ? now : updatedAt })
      }
      return outcome
    }

    const outcomes = requests.map(({ changes }) => changes.map(apply))
    addTotals(place, [...profiles.write(types.get), ...types.made.map((type) => [type, 1] as const)])
    const counted = Map.groupBy(requests, ({ operation }) => operation)
    addRequests(
      place,
      dayInUtc(now),
      Array.from(counted, ([operation, some]) => [operation, some.length] as const),
    )
    return outcomes
  }
}
