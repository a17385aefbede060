import type { EpochMillis } from "@daybook/kernel"
import { type Applied, applyActions, mergeProperties, noProfile, type Properties } from "./applyActions.ts"
import { bytesOf } from "./bytes.ts"
import { type Merge, maxIds, mergeName, mergeOf, oneProfile, tooManyIds } from "./merges.ts"
import type {
  Acceptance,
  Action,
  IgnoredProperty,
  OfferedRequest,
  Operation,
  ProfileChange,
  PropertyType,
} from "./model.ts"
import type {
  AppliedRequest,
  ChangedProfile,
  HeldPlace,
  PlaceChanges,
  Retry,
  StoredProfile,
} from "./placeChanges.ts"
import { retryMillis } from "./ports.ts"
import { beingDeleted, settled } from "./properties.ts"
import { hasQuota, type QuotaPassed, quotaPassed } from "./workspaces/quotas.ts"
import { propertyUses, removedBy } from "./propertyUses.ts"
import type { TotalKind } from "./workspaces/usage.ts"
import { fits, mismatch } from "./values.ts"
import { addUpWarnings, type NewWarning, warningsOf } from "./warnings.ts"

interface Open {
  readonly before: Properties | undefined
  after: StoredProfile | undefined
  isChanged: boolean
}

const plus = <K>(sums: Map<K, number>, key: K, number: number): void => {
  if (number !== 0) sums.set(key, (sums.get(key) ?? 0) + number)
}

/** The difference that changed profiles make to the totals of their place. */
const totalsOf = (changed: ReadonlyMap<string, ChangedProfile>): Map<TotalKind, number> => {
  const totals = new Map<TotalKind, number>()
  for (const { after, before } of changed.values()) {
    plus(totals, "profile", Number(after !== undefined) - Number(before !== undefined))
    if (before !== undefined) plus(totals, "bytes", -bytesOf(before))
    if (after !== undefined) plus(totals, "bytes", bytesOf(after.properties))
  }
  return totals
}

/** The number of requests of each operation. */
const operationsOf = (applied: ReadonlyArray<AppliedRequest>): ReadonlyMap<Operation, number> => {
  const counts = new Map<Operation, number>()
  for (const { request } of applied) plus(counts, request.operation, 1)
  return counts
}

/**
 * The profiles of a place that requests open, each read once, with the values of changing properties converted or removed. Changes
 * of one can be undone.
 */
const openProfiles = ({ changing, profiles }: Pick<HeldPlace, "changing" | "profiles">) => {
  const open = new Map<string, Open>()
  const of = (id: string): Open => {
    const known = open.get(id)
    if (known !== undefined) return known
    const stored = profiles.get(id)
    const opened: Open = {
      before: stored?.properties,
      after: stored && { ...stored, properties: settled(stored.properties, changing) },
      isChanged: false,
    }
    open.set(id, opened)
    return opened
  }
  return {
    of,
    put: (id: string, after: StoredProfile | undefined): void => {
      Object.assign(of(id), { after, isChanged: true })
    },
    /** Copies profiles, and returns the function that restores the copies. */
    keep: (ids: Iterable<string>) => {
      const copies = Array.from(new Set(ids), (id) => {
        const one = of(id)
        const { after, isChanged } = one
        const properties = new Map(after?.properties)
        return { one, isChanged, after: after && { ...after, properties } }
      })
      return {
        /** The profiles and the bytes that were added since. */
        added: () => {
          const sum = { profiles: 0, bytes: 0 }
          for (const { after, one } of copies) {
            sum.profiles += Number(one.after !== undefined) - Number(after !== undefined)
            sum.bytes += one.after === undefined ? 0 : bytesOf(one.after.properties)
            sum.bytes -= after === undefined ? 0 : bytesOf(after.properties)
          }
          return sum
        },
        undo: () => {
          for (const { one, ...copy } of copies) Object.assign(one, copy)
        },
      }
    },
    changed: (): ReadonlyMap<string, ChangedProfile> =>
      new Map(
        [...open].filter(([, { after, before, isChanged }]) => isChanged && (before ?? after) !== undefined),
      ),
  }
}

/** The types of properties of a place; a new one gets its first value's type. */
const openTypes = ({ changing, types }: HeldPlace) => {
  let made = new Map<string, PropertyType>()
  return {
    made: () => made,
    /** The reason for ignoring an action whose value the property cannot hold. */
    misfit: (action: Action): string | undefined => {
      if (!("type" in action)) return undefined
      const { name } = action
      if (changing.has(name) && changing.get(name) === undefined) return beingDeleted
      const type = types.get(name) ?? made.get(name)
      if (type === undefined) made.set(name, action.type)
      return type === undefined || fits(action.type, type) ? undefined : mismatch(type)
    },
    keep: () => {
      const copy = new Map(made)
      return {
        added: () => made.size - copy.size,
        undo: () => {
          made = copy
        },
      }
    },
  }
}

/** The outcome of a change, the names that it set, and the values that it ignored. */
interface Changed {
  readonly outcome: Applied
  readonly set: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<NewWarning>
}

/** The ids that a change names. */
export const idsOf = (change: ProfileChange): ReadonlyArray<string> => {
  const source = mergeOf(change)?.source
  return source === undefined ? [change.distinctId] : [change.distinctId, source]
}

/** Makes the function that applies a change. */
const changing = (held: HeldPlace, now: EpochMillis) => {
  const profiles = openProfiles(held)
  const types = openTypes(held)
  const leads = new Map(held.leads)
  const led = new Map<string, string>()
  const idsTo = new Map(held.idsTo)
  const leadOf = (id: string) => leads.get(id) ?? id

  const lead = (source: string, target: string) => {
    for (const ids of [leads, led]) {
      for (const [id, own] of ids) if (own === source) ids.set(id, target)
      ids.set(source, target)
    }
    idsTo.set(target, (idsTo.get(target) ?? 0) + (idsTo.get(source) ?? 0) + 1)
  }

  const merge = ({ distinctId }: ProfileChange, merging: Merge): Applied => {
    const [target, source] = [leadOf(distinctId), leadOf(merging.source)]
    const ignored = (reason: string): Applied => ({ applied: [], ignored: [{ name: mergeName, reason }] })
    if (source === target) return ignored(oneProfile)
    if ((idsTo.get(source) ?? 0) + (idsTo.get(target) ?? 0) + 2 > maxIds) return ignored(tooManyIds)
    lead(source, target)
    const from = profiles.of(source).after
    if (from === undefined) return ignored(noProfile)
    const into = profiles.of(target).after
    const properties: Properties = into?.properties ?? new Map()
    const outcome = mergeProperties(properties, from.properties)
    const createdAt = Math.min(from.createdAt, into?.createdAt ?? Infinity)
    profiles.put(source, undefined)
    profiles.put(target, { properties, createdAt, updatedAt: now })
    return outcome
  }

  const change = (one: ProfileChange): Changed => {
    const merging = mergeOf(one)
    if (merging !== undefined) {
      const outcome = merge(one, merging)
      return { outcome, set: outcome.applied, warnings: [] }
    }
    const misfits: Array<IgnoredProperty> = []
    const actions = one.actions.filter((action) => {
      const reason = types.misfit(action)
      if (reason !== undefined) misfits.push({ name: action.name, reason })
      return reason === undefined && action.verb !== "type"
    })
    const id = leadOf(one.distinctId)
    const known = profiles.of(id).after
    const { properties, createdAt, updatedAt } = known ?? {
      properties: new Map(),
      createdAt: now,
      updatedAt: now,
      ...one.times,
    }
    const outcome = applyActions(properties, { actions, ignored: [...one.ignored, ...misfits] })
    const isChanged = outcome.applied.length > 0
    if (known === undefined) {
      if (one.makes) profiles.put(id, { properties, createdAt, updatedAt })
    } else if (isChanged) {
      profiles.put(id, { properties, createdAt, updatedAt: now })
    }
    const set = outcome.applied.filter((name) => properties.has(name))
    // The types that a file begins with are of no profile.
    const isOfTypes = one.actions.some(({ verb }) => verb === "type")
    return { outcome, set, warnings: isOfTypes ? [] : warningsOf(one, outcome.ignored) }
  }

  return { change, leadOf, led, profiles, types }
}

/**
 * Applies requests of one place in their order, each once, and returns all changes. A request past a quota of its
 * workspace changes nothing, and neither does a retry.
 */
export const applyInPlace = (
  held: HeldPlace,
  requests: ReadonlyArray<OfferedRequest>,
  now: EpochMillis,
): PlaceChanges => {
  const { change, leadOf, led, profiles, types } = changing(held, now)
  const retries = new Map([...held.retries].filter(([, { acceptedAt }]) => acceptedAt > now - retryMillis))
  const made: Array<Retry> = []
  const applied: Array<AppliedRequest> = []
  const set = new Set<string>()
  const warnings: Array<NewWarning> = []
  const isLimited = requests.some(({ limits }) => hasQuota(limits))
  const used = { ...held.used }

  /** Applies a whole request, or none of it if it exceeds a quota. */
  const applyWithin = ({ changes, limits }: OfferedRequest): ReadonlyArray<Changed> | QuotaPassed => {
    if (!isLimited) return changes.map(change)
    const one = { requests: 1, profiles: 0, properties: 0, bytes: 0 }
    const passed = quotaPassed(limits, used, one)
    if (passed !== undefined) return passed
    const kept = profiles.keep(changes.flatMap((some) => idsOf(some).map(leadOf)))
    const keptTypes = types.keep()
    const changed = changes.map(change)
    const more = { requests: 1, properties: keptTypes.added(), ...kept.added() }
    // Nothing that leads ids elsewhere adds to what is stored: it never gets here.
    const over = quotaPassed(limits, used, more)
    if (over === undefined) {
      used.requests += 1
      used.profiles += more.profiles
      used.properties += more.properties
      used.bytes += more.bytes
      return changed
    }
    kept.undo()
    keptTypes.undo()
    return over
  }

  const accept = (request: OfferedRequest): Acceptance => {
    const { changes, idempotency, requestId } = request
    const known = idempotency && retries.get(idempotency.key)
    if (known !== undefined) {
      return known.bodyHash === idempotency?.bodyHash
        ? { accepted: true, requestId: known.requestId }
        : { accepted: false }
    }
    if (!held.stored.has(requestId) && changes.length > 0) {
      const changed = applyWithin(request)
      if ("quota" in changed) return { accepted: false, passed: changed }
      applied.push({ request, outcomes: changed.map(({ outcome }) => outcome) })
      for (const one of changed) {
        for (const name of one.set) set.add(name)
        warnings.push(...one.warnings)
      }
    }
    if (idempotency !== undefined) {
      const retry = { ...idempotency, requestId, acceptedAt: now }
      retries.set(idempotency.key, retry)
      made.push(retry)
    }
    return { accepted: true, requestId }
  }

  const acceptances = requests.map(accept)
  const changed = profiles.changed()
  const totals = totalsOf(changed)
  for (const type of types.made().values()) plus(totals, type, 1)
  return {
    acceptances,
    applied,
    profiles: changed,
    leads: led,
    types: types.made(),
    retries: made,
    totals,
    properties: propertyUses(changed, set),
    warnings: addUpWarnings([...warnings, ...removedBy(held.changing, changed)]),
    requests: operationsOf(applied),
  }
}

/** The changes of profiles that no request makes. */
const withoutRequests = (
  profiles: PlaceChanges["profiles"],
  warnings: PlaceChanges["warnings"] = [],
): PlaceChanges => ({
  acceptances: [],
  applied: [],
  profiles,
  leads: new Map(),
  types: new Map(),
  retries: [],
  totals: totalsOf(profiles),
  properties: propertyUses(profiles, []),
  warnings,
  requests: new Map(),
})

/** The changes that erase a profile. */
export const erasedInPlace = (id: string, before: Properties): PlaceChanges =>
  withoutRequests(new Map([[id, { before, after: undefined }]]))

/** Converts or removes the values of changing properties in all loaded profiles. */
export const settleInPlace = (
  held: Pick<HeldPlace, "changing" | "profiles">,
  now: EpochMillis,
): PlaceChanges => {
  const profiles = openProfiles(held)
  const changing = [...held.changing.keys()]
  for (const [id, { properties }] of held.profiles) {
    const { after } = profiles.of(id)
    if (after === undefined || !changing.some((name) => properties.has(name))) continue
    const isChanged = changing.some((name) => properties.get(name) !== after.properties.get(name))
    // A date that becomes a text stays the same, but stores may index it in another way.
    profiles.put(id, isChanged ? { ...after, updatedAt: now } : after)
  }
  const changed = profiles.changed()
  return withoutRequests(changed, addUpWarnings(removedBy(held.changing, changed)))
}
