import {
  type Acceptance,
  type Action,
  applyActions,
  type ChangeOutcome,
  type Condition,
  dayInUtc,
  erasedBefore,
  fits,
  holds,
  ignoredMerge,
  maxIds,
  mergeInto,
  mergeName,
  mergeOf,
  mergeProperties,
  mismatch,
  mostBytesAdded,
  mostCounted,
  noProfile,
  type OfferedRequest,
  oneProfile,
  type Operation,
  outcomeOfChanges,
  pageOfRequests,
  type Place,
  type ProfileChange,
  ProfileStore,
  PropertyType,
  type RequestCount,
  type RequestId,
  retryMillis,
  tooManyIds,
  type Usage,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { firstInOrder } from "../kernel/pageInOrder.ts"
import { makeErasures } from "./erasures.ts"
import { type StoredProfile, StoredProfiles } from "./profiles.ts"

interface Waiting {
  readonly place: string
  readonly requestId: RequestId
  /** The change's place in its request. */
  readonly at: number
  readonly change: ProfileChange
  readonly acceptance: number
  readonly acceptedAt: EpochMillis
}

/** A request, with the outcomes of its changes by their places; a place without one still waits. */
interface StoredRequest {
  readonly place: string
  readonly operation: Operation
  readonly acceptedAt: EpochMillis
  readonly changes: Array<ChangeOutcome>
}

interface Retry {
  readonly bodyHash: string
  readonly requestId: RequestId
  readonly at: EpochMillis
}

const keyOf = ({ workspace, version }: Place, name = "") => `${version} ${workspace}\0${name}`

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const byDistinctId = (one: StoredProfile, other: StoredProfile): number =>
  byCodePoints(one.distinctId, other.distinctId)

const toProfile = (profile: StoredProfile) => ({
  distinctId: profile.distinctId,
  properties: Object.fromEntries(profile.properties),
  createdAt: profile.createdAt,
  updatedAt: profile.updatedAt,
})

/** Profiles and the inbox, in memory: one process, one worker at a time. */
export const layer = Layer.sync(ProfileStore, () => {
  const types = new Map<string, PropertyType>()
  const profiles = new StoredProfiles()
  const requests = new Map<RequestId, StoredRequest>()
  const retries = new Map<string, Retry>()
  /** The ids that lead to other ones, by place; those lead nowhere else. */
  const aliases = new Map<string, Map<string, string>>()
  const counts = new Map<string, RequestCount & { readonly place: string }>()
  const erasures = makeErasures()
  let inbox: Array<Waiting> = []
  let lastAcceptance = 0

  /** The answer to an idempotency key: the same request, or an earlier one. */
  const firstOf = (request: OfferedRequest, now: EpochMillis): Acceptance => {
    const { idempotency, requestId } = request
    if (idempotency === undefined) return { accepted: true, requestId }
    const key = keyOf(request, idempotency.key)
    const known = retries.get(key)
    if (known === undefined || known.at <= now - retryMillis) {
      retries.set(key, { bodyHash: idempotency.bodyHash, requestId, at: now })
      return { accepted: true, requestId }
    }
    return known.bodyHash === idempotency.bodyHash
      ? { accepted: true, requestId: known.requestId }
      : { accepted: false }
  }

  const take = (request: OfferedRequest, now: EpochMillis): Acceptance => {
    const acceptance = firstOf(request, now)
    if (!acceptance.accepted || acceptance.requestId !== request.requestId) return acceptance
    const changes = request.changes.map((sent, at): ChangeOutcome => {
      lastAcceptance += 1
      const change = lead(keyOf(request), sent)
      const ignored = [...change.ignored]
      const actions = change.actions.filter((action) => {
        const property = settle(request, action)
        if (property !== undefined) ignored.push({ name: action.name, reason: mismatch(property) })
        return property === undefined
      })
      inbox.push({
        place: keyOf(request),
        requestId: request.requestId,
        at,
        change: { ...change, actions, ignored },
        acceptance: lastAcceptance,
        acceptedAt: now,
      })
      return { change: at, acceptance: lastAcceptance, status: "accepted", applied: [], ignored }
    })
    const { operation, requestId } = request
    requests.set(requestId, { place: keyOf(request), operation, acceptedAt: now, changes })
    const day = dayInUtc(now)
    const key = `${keyOf(request, day)} ${operation}`
    const counted = counts.get(key)?.requests ?? 0
    counts.set(key, { place: keyOf(request), day, operation, requests: counted + 1 })
    return acceptance
  }

  const aliasesOf = (place: string) => {
    const known = aliases.get(place) ?? new Map<string, string>()
    aliases.set(place, known)
    return known
  }

  /** The change by the profile that its id leads to. A merge leads its source there, for all that comes after it. */
  const lead = (place: string, change: ProfileChange): ProfileChange => {
    const leads = aliasesOf(place)
    const target = leads.get(change.distinctId) ?? change.distinctId
    const merge = mergeOf(change)
    if (merge === undefined) return { ...change, distinctId: target }
    const source = leads.get(merge.source) ?? merge.source
    if (source === target) return ignoredMerge(target, oneProfile)
    const count = leads.values().reduce((sum, id) => (id === source || id === target ? sum + 1 : sum), 0)
    if (count + 2 > maxIds) return ignoredMerge(target, tooManyIds)
    for (const [id, led] of leads) if (led === source) leads.set(id, target)
    leads.set(source, target)
    return mergeInto(target, source)
  }

  /** Gives a new property its type; gives the property's type where the action's does not fit it. */
  const settle = (at: Place, action: Action): PropertyType | undefined => {
    if (!("type" in action)) return undefined
    const key = keyOf(at, action.name)
    const property = types.get(key) ?? action.type
    types.set(key, property)
    return fits(action.type, property) ? undefined : property
  }

  const conclude = (
    { requestId, at, acceptance }: Waiting,
    outcome: Pick<ChangeOutcome, "applied" | "ignored">,
  ) => {
    const request = requests.get(requestId)
    if (request !== undefined) {
      request.changes[at] = { change: at, acceptance, status: "processed", ...outcome }
    }
  }

  const keyOfProfile = ({ place, change }: Waiting) => `${place}${change.distinctId}`

  /** Merges a source into a profile, which takes its place where there is none. */
  const mergeFrom = (sourceKey: string, key: string, profile: StoredProfile, now: EpochMillis) => {
    const source = profiles.get(sourceKey)
    if (source === undefined) return { applied: [], ignored: [{ name: mergeName, reason: noProfile }] }
    const createdAt = profiles.has(key) ? Math.min(profile.createdAt, source.createdAt) : source.createdAt
    profiles.delete(sourceKey)
    const outcome = mergeProperties(profile.properties, source.properties)
    profiles.set(key, { ...profile, createdAt, updatedAt: now })
    return outcome
  }

  const applyOne = (waiting: Waiting, now: EpochMillis) => {
    const { acceptedAt, change, place } = waiting
    const { distinctId } = change
    const key = keyOfProfile(waiting)
    const known = profiles.get(key)
    const profile = known ?? {
      place,
      distinctId,
      properties: new Map(),
      createdAt: acceptedAt,
      updatedAt: now,
    }
    const merge = mergeOf(change)
    if (merge !== undefined) return conclude(waiting, mergeFrom(`${place}${merge.source}`, key, profile, now))
    const outcome = applyActions(profile.properties, change)
    if (outcome.applied.length > 0) profile.updatedAt = now
    if (known === undefined ? change.makes : outcome.applied.length > 0) profiles.set(key, profile)
    conclude(waiting, outcome)
  }

  /** The profile that an id leads to. The source of a merge that waits is still there. */
  const profileOf = (place: Place, distinctId: string) =>
    profiles.get(keyOf(place, distinctId)) ??
    profiles.get(keyOf(place, aliases.get(keyOf(place))?.get(distinctId) ?? distinctId))

  /** The ids that lead to another one. */
  const idsTo = (place: Place, id: string) =>
    [...aliasesOf(keyOf(place))].flatMap(([led, target]) => (target === id ? [led] : []))

  /** The ids of profiles that waiting changes make. */
  const idsToMake = (place: string) =>
    inbox
      .filter((one) => one.place === place && one.change.makes && !profiles.has(keyOfProfile(one)))
      .map(({ change }) => change.distinctId)

  const cohortOf = (place: Place, where: ReadonlyArray<Condition>) => {
    const here = keyOf(place)
    return profiles
      .values()
      .filter(
        (profile) =>
          profile.place === here &&
          where.every((condition) =>
            holds(condition, profile.properties.get(condition.name), types.get(keyOf(place, condition.name))),
          ),
      )
  }

  return ProfileStore.of({
    laneOf: () => 0,
    partOf: () => 0,
    away: Effect.succeed([]),
    accept: (offered, now) => Effect.sync(() => offered.map((request) => take(request, now))),
    oldestWaiting: Effect.sync(() => Option.fromUndefinedOr(inbox[0]?.acceptedAt)),
    countWaiting: Effect.sync(() => Math.min(inbox.length, mostCounted)),
    apply: (limit, now) =>
      Effect.sync(() => {
        const batch = inbox.slice(0, limit)
        inbox = inbox.slice(limit)
        for (const waiting of batch) applyOne(waiting, now)
        return batch.length
      }),
    profile: (place, distinctId) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(profileOf(place, distinctId)), (found) => ({
          ...toProfile(found),
          idList: idsTo(place, found.distinctId).toSorted(byCodePoints),
        })),
      ),
    profiles: (place, distinctIds) =>
      Effect.sync(
        () =>
          new Map(
            distinctIds.flatMap((id) => {
              const found = profileOf(place, id)
              return found === undefined ? [] : [[id, toProfile(found)]]
            }),
          ),
      ),
    erase: (place, distinctId, erasing, now) =>
      Effect.sync(() => {
        const leads = aliasesOf(keyOf(place))
        const own = leads.get(distinctId) ?? distinctId
        const ids = [own, ...idsTo(place, own)]
        const gone = new Set(ids.map((id) => keyOf(place, id)))
        const left = inbox.filter((one) => gone.has(keyOfProfile(one)))
        const removed = ids.filter((id) =>
          [leads.delete(id), profiles.delete(keyOf(place, id))].includes(true),
        )
        if (removed.length + left.length > 0) erasures.note(keyOf(place), distinctId, ids, erasing, now)
        for (const waiting of left) {
          const { actions, ignored } = waiting.change
          const names = [...new Set(actions.map(({ name }) => name))].toSorted(byName)
          const erased = names.map((name) => ({ name, reason: erasedBefore }))
          conclude(waiting, { applied: [], ignored: [...ignored, ...erased] })
        }
        inbox = inbox.filter((one) => !gone.has(keyOfProfile(one)))
      }),
    erasures: (place, asked) => Effect.sync(() => erasures.list(keyOf(place), asked)),
    forgetErasures: (before, limit) => Effect.sync(() => erasures.forget(before, limit)),
    outcome: (place, id) =>
      Effect.sync(() => {
        const request = requests.get(id)
        return request === undefined || request.place !== keyOf(place)
          ? Option.none()
          : Option.fromUndefinedOr(outcomeOfChanges(id, request.operation, request.changes))
      }),
    requests: (place, { after = 0, acceptedAfter = -Infinity, limit, status }) =>
      Effect.sync(() => {
        const here = keyOf(place)
        // Those that wait are found without a look at all that do not.
        const ids = status === "accepted" ? new Set(inbox.map(({ requestId }) => requestId)) : requests
        const found = ids
          .keys()
          .map((id) => {
            const request = requests.get(id)
            return request?.place === here && request.acceptedAt > acceptedAfter
              ? outcomeOfChanges(id, request.operation, request.changes)
              : undefined
          })
          .filter((outcome) => outcome !== undefined)
          .filter((outcome) => outcome.acceptance > after && outcome.status === (status ?? outcome.status))
        const { next, shown } = pageOfRequests([...found.take(limit + 1)], limit)
        return { outcomes: shown, next }
      }),
    usage: (place, since) =>
      Effect.sync(() => {
        const here = keyOf(place)
        const properties = PropertyType.literals.map((type) => {
          const all = types.entries().filter(([key, one]) => key.startsWith(here) && one === type)
          return [type, all.reduce((count) => count + 1, 0)] as const
        })
        const counted = counts
          .values()
          .filter((count) => count.place === here && count.day >= since)
          .map(({ day, operation, requests: number }) => ({ day, operation, requests: number }))
        return {
          ...profiles.totals(here),
          waiting: {
            profiles: new Set(idsToMake(here)).size,
            bytes: mostBytesAdded(inbox.filter(({ place }) => place === here).map(({ change }) => change)),
          },
          properties: Object.fromEntries(properties) as Usage["properties"],
          requests: [...counted].toSorted((a, b) => byName(a.day, b.day) || byName(a.operation, b.operation)),
        }
      }),
    findUnknown: (place, distinctIds, names) =>
      Effect.sync(() => {
        const waiting = new Set(idsToMake(keyOf(place)))
        const isKnown = (id: string) =>
          profiles.has(keyOf(place, id)) || waiting.has(id) || aliases.get(keyOf(place))?.has(id) === true
        return {
          profiles: distinctIds.filter((id) => !isKnown(id)),
          properties: names.filter((name) => !types.has(keyOf(place, name))),
        }
      }),
    findRetries: (place, keys, now) =>
      Effect.sync(() =>
        keys.filter((key) => (retries.get(keyOf(place, key))?.at ?? -Infinity) > now - retryMillis),
      ),
    find: (place, { where, after, limit }) =>
      Effect.sync(() => {
        const later = cohortOf(place, where).filter(
          (profile) => after === undefined || byCodePoints(profile.distinctId, after) > 0,
        )
        return firstInOrder(later, byDistinctId, limit).map(toProfile)
      }),
    count: (place, where) => Effect.sync(() => cohortOf(place, where).reduce((count) => count + 1, 0)),
    forget: (before, limit, now) =>
      Effect.sync(() => {
        const isWaiting = ({ changes }: StoredRequest) => changes.some(({ status }) => status === "accepted")
        const old = [...requests]
          .filter(([, request]) => request.acceptedAt < before && !isWaiting(request))
          .slice(0, limit)
        for (const [id] of old) requests.delete(id)
        const past = [...retries].filter(([, { at }]) => at <= now - retryMillis).slice(0, limit)
        for (const [key] of past) retries.delete(key)
        return old.length + past.length
      }),
  })
})
