import type { EpochMillis } from "@daybook/kernel"
import { type Applied, applyActions, mergeProperties, noProfile, type Properties } from "./applyActions.ts"
import { bytesOf } from "./bytes.ts"
import { type Merge, maxIds, mergeName, mergeOf, oneProfile, tooManyIds } from "./merges.ts"
import type {
  Acceptance,
  Action,
  Idempotency,
  IgnoredProperty,
  OfferedRequest,
  Operation,
  ProfileChange,
  PropertyType,
  RequestId,
} from "./model.ts"
import { retryMillis } from "./ports.ts"
import { hasQuota, type QuotaPassed, quotaPassed, type Used } from "./quotas.ts"
import type { TotalKind } from "./usage.ts"
import { fits, mismatch } from "./values.ts"

/** A profile without its id. */
export interface StoredProfile {
  readonly properties: Properties
  readonly createdAt: EpochMillis
  readonly updatedAt: EpochMillis
}

/** An idempotency key with the first request that came with it. */
export interface Retry extends Idempotency {
  readonly requestId: RequestId
  readonly acceptedAt: EpochMillis
}

/** All that a place holds of what requests name. */
export interface HeldPlace {
  /** The profiles that ids lead to; an id that is missing leads to its own. */
  readonly leads: ReadonlyMap<string, string>
  /** By their own ids. */
  readonly profiles: ReadonlyMap<string, StoredProfile>
  readonly types: ReadonlyMap<string, PropertyType>
  /** By their keys. */
  readonly retries: ReadonlyMap<string, Retry>
  /** The number of other ids that lead to a profile; of those that merges name. */
  readonly idsTo: ReadonlyMap<string, number>
  /** The part of the quotas that is used; asked for where a request has quotas. */
  readonly used: Used
  /** Those of the requests that are stored already, though the sender had no answer. */
  readonly stored: ReadonlySet<RequestId>
}

/** A profile as it was read, and as it is to be stored; undefined where there is none. */
export interface ChangedProfile {
  readonly before: Properties | undefined
  readonly after: StoredProfile | undefined
}

/** A request that was applied, with the outcome of each of its changes. */
export interface AppliedRequest {
  readonly request: OfferedRequest
  readonly outcomes: ReadonlyArray<Applied>
}

/** All that requests of a place change there. */
export interface PlaceChanges {
  /** In the order of the requests. */
  readonly acceptances: ReadonlyArray<Acceptance>
  /** The requests that were applied, in their order; retries and refused ones are not among them. */
  readonly applied: ReadonlyArray<AppliedRequest>
  readonly profiles: ReadonlyMap<string, ChangedProfile>
  /** Ids of profiles that lead elsewhere now; those that led to them do, too. */
  readonly leads: ReadonlyMap<string, string>
  /** The types of new properties. */
  readonly types: ReadonlyMap<string, PropertyType>
  readonly retries: ReadonlyArray<Retry>
  readonly totals: ReadonlyMap<TotalKind, number>
  /** The number of applied requests of each operation. */
  readonly requests: ReadonlyMap<Operation, number>
}

interface Open {
  readonly before: Properties | undefined
  after: StoredProfile | undefined
  isChanged: boolean
}

const plus = <K>(sums: Map<K, number>, key: K, number: number): void => {
  if (number !== 0) sums.set(key, (sums.get(key) ?? 0) + number)
}

/** The profiles of a place that requests open, each read once. Changes of one can be taken back. */
const openProfiles = ({ profiles }: HeldPlace) => {
  const open = new Map<string, Open>()
  const of = (id: string): Open => {
    const known = open.get(id)
    if (known !== undefined) return known
    const stored = profiles.get(id)
    const opened: Open = {
      before: stored?.properties,
      after: stored && { ...stored, properties: new Map(stored.properties) },
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
    /** Copies profiles, and returns the function that puts the copies in their place. */
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
        takeBack: () => {
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

/** The types of properties of a place; a new one gets that of its first value. */
const openTypes = ({ types }: HeldPlace) => {
  let made = new Map<string, PropertyType>()
  return {
    made: () => made,
    /** The type of the property, where the action's does not fit it. */
    misfit: (action: Action): PropertyType | undefined => {
      if (!("type" in action)) return undefined
      const type = types.get(action.name) ?? made.get(action.name)
      if (type === undefined) made.set(action.name, action.type)
      return type === undefined || fits(action.type, type) ? undefined : type
    },
    keep: () => {
      const copy = new Map(made)
      return {
        added: () => made.size - copy.size,
        takeBack: () => {
          made = copy
        },
      }
    },
  }
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

  const change = (one: ProfileChange): Applied => {
    const merging = mergeOf(one)
    if (merging !== undefined) return merge(one, merging)
    const misfits: Array<IgnoredProperty> = []
    const actions = one.actions.filter((action) => {
      const type = types.misfit(action)
      if (type !== undefined) misfits.push({ name: action.name, reason: mismatch(type) })
      return type === undefined
    })
    const id = leadOf(one.distinctId)
    const known = profiles.of(id).after
    const { properties, createdAt, updatedAt } = known ?? {
      properties: new Map(),
      createdAt: now,
      updatedAt: now,
    }
    const outcome = applyActions(properties, { actions, ignored: [...one.ignored, ...misfits] })
    const isChanged = outcome.applied.length > 0
    if (known === undefined ? one.makes : isChanged) {
      profiles.put(id, { properties, createdAt, updatedAt: isChanged ? now : updatedAt })
    }
    return outcome
  }

  return { change, leadOf, led, profiles, types }
}

/**
 * Applies requests of one place in their order, each once, and returns all that they change. A request past a quota of its
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
  const isLimited = requests.some(({ limits }) => hasQuota(limits))
  const used = { ...held.used }

  /** Applies a request, or none of it where that goes past a quota. */
  const applyWithin = ({ changes, limits }: OfferedRequest): ReadonlyArray<Applied> | QuotaPassed => {
    if (!isLimited) return changes.map(change)
    const one = { requests: 1, profiles: 0, properties: 0, bytes: 0 }
    const passed = quotaPassed(limits, used, one)
    if (passed !== undefined) return passed
    const kept = profiles.keep(changes.flatMap((some) => idsOf(some).map(leadOf)))
    const keptTypes = types.keep()
    const outcomes = changes.map(change)
    const more = { requests: 1, properties: keptTypes.added(), ...kept.added() }
    // Nothing that leads ids elsewhere adds to what is stored: it never gets here.
    const over = quotaPassed(limits, used, more)
    if (over === undefined) {
      used.requests += 1
      used.profiles += more.profiles
      used.properties += more.properties
      used.bytes += more.bytes
      return outcomes
    }
    kept.takeBack()
    keptTypes.takeBack()
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
      const outcomes = applyWithin(request)
      if ("quota" in outcomes) return { accepted: false, passed: outcomes }
      applied.push({ request, outcomes })
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
  const totals = new Map<TotalKind, number>()
  for (const { after, before } of changed.values()) {
    plus(totals, "profile", Number(after !== undefined) - Number(before !== undefined))
    if (before !== undefined) plus(totals, "bytes", -bytesOf(before))
    if (after !== undefined) plus(totals, "bytes", bytesOf(after.properties))
  }
  for (const type of types.made().values()) plus(totals, type, 1)
  const counts = new Map<Operation, number>()
  for (const { request } of applied) plus(counts, request.operation, 1)
  return {
    acceptances,
    applied,
    profiles: changed,
    leads: led,
    types: types.made(),
    retries: made,
    totals,
    requests: counts,
  }
}
