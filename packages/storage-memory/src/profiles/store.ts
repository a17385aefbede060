import {
  type Acceptance,
  alreadySet,
  erasedBefore,
  fits,
  mismatch,
  type OfferedRequest,
  type Outcome,
  type Place,
  ProfileStore,
  type PropertyType,
  type PropertyValue,
  type RequestId,
  retryMillis,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { firstInOrder } from "../kernel/pageInOrder.ts"

interface StoredProfile {
  readonly place: string
  readonly distinctId: string
  readonly properties: Map<string, PropertyValue>
  readonly createdAt: EpochMillis
  updatedAt: EpochMillis
}

interface Waiting {
  readonly request: OfferedRequest
  readonly acceptance: number
  readonly acceptedAt: EpochMillis
}

interface StoredOutcome extends Outcome {
  readonly place: string
  readonly acceptedAt: EpochMillis
}

interface Retry {
  readonly bodyHash: string
  readonly requestId: RequestId
  readonly at: EpochMillis
}

const keyOf = ({ workspace, version }: Place, name = "") => `${version} ${workspace}\0${name}`

const byName = (a: string, b: string) => (a < b ? -1 : 1)

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
  const profiles = new Map<string, StoredProfile>()
  const outcomes = new Map<RequestId, StoredOutcome>()
  const retries = new Map<string, Retry>()
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
    const ignored = [...request.ignored]
    const offers = request.offers.filter(({ name, type }) => {
      const key = keyOf(request, name)
      const property = types.get(key) ?? type
      types.set(key, property)
      const fit = fits(type, property)
      if (!fit) ignored.push({ name, reason: mismatch(property) })
      return fit
    })
    lastAcceptance += 1
    inbox.push({ request: { ...request, offers, ignored }, acceptance: lastAcceptance, acceptedAt: now })
    return acceptance
  }

  const conclude = (
    { request, acceptance, acceptedAt }: Waiting,
    applied: ReadonlyArray<string>,
    reason: string,
  ) => {
    const names = request.offers.map(({ name }) => name).filter((name) => !applied.includes(name))
    outcomes.set(request.requestId, {
      requestId: request.requestId,
      acceptance,
      status: "processed",
      applied: applied.toSorted(byName),
      ignored: [...request.ignored, ...names.toSorted(byName).map((name) => ({ name, reason }))],
      place: keyOf(request),
      acceptedAt,
    })
  }

  const applyOne = (waiting: Waiting, now: EpochMillis) => {
    const { request, acceptedAt } = waiting
    const key = keyOf(request, request.distinctId)
    const profile = profiles.get(key) ?? {
      place: keyOf(request),
      distinctId: request.distinctId,
      properties: new Map<string, PropertyValue>(),
      createdAt: acceptedAt,
      updatedAt: now,
    }
    profiles.set(key, profile)
    const offers = request.offers.filter(({ name }) => !profile.properties.has(name))
    for (const { name, value } of offers) profile.properties.set(name, value)
    if (offers.length > 0) profile.updatedAt = now
    conclude(
      waiting,
      offers.map(({ name }) => name),
      alreadySet,
    )
  }

  return ProfileStore.of({
    accept: (requests, now) => Effect.sync(() => requests.map((request) => take(request, now))),
    oldestWaiting: Effect.sync(() => Option.fromUndefinedOr(inbox[0]?.acceptedAt)),
    apply: (limit, now) =>
      Effect.sync(() => {
        const batch = inbox.slice(0, limit)
        inbox = inbox.slice(limit)
        for (const waiting of batch) applyOne(waiting, now)
        return batch.length
      }),
    profile: (place, distinctId) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(profiles.get(keyOf(place, distinctId))), toProfile),
      ),
    erase: (place, distinctId) =>
      Effect.sync(() => {
        profiles.delete(keyOf(place, distinctId))
        const of = ({ request }: Waiting) => keyOf(request, request.distinctId) === keyOf(place, distinctId)
        for (const waiting of inbox.filter(of)) conclude(waiting, [], erasedBefore)
        inbox = inbox.filter((waiting) => !of(waiting))
      }),
    outcome: (place, id) =>
      Effect.sync(() => {
        const stored = outcomes.get(id)
        if (stored !== undefined) {
          const { acceptedAt: _, place: where, ...outcome } = stored
          return where === keyOf(place) ? Option.some<Outcome>(outcome) : Option.none<Outcome>()
        }
        const waiting = inbox.find(({ request }) => request.requestId === id)
        if (waiting === undefined || keyOf(waiting.request) !== keyOf(place)) return Option.none<Outcome>()
        const { acceptance, request } = waiting
        return Option.some<Outcome>({
          requestId: id,
          acceptance,
          status: "accepted",
          applied: [],
          ignored: request.ignored,
        })
      }),
    find: (place, { where, after, limit }) =>
      Effect.sync(() => {
        const here = keyOf(place)
        const matching = profiles
          .values()
          .filter(
            (profile) =>
              profile.place === here &&
              (after === undefined || byCodePoints(profile.distinctId, after) > 0) &&
              where.every(([name, value]) => profile.properties.get(name) === value),
          )
        return firstInOrder(matching, byDistinctId, limit).map(toProfile)
      }),
    forget: (before, limit, now) =>
      Effect.sync(() => {
        const old = [...outcomes.values()].filter(({ acceptedAt }) => acceptedAt < before).slice(0, limit)
        for (const { requestId } of old) outcomes.delete(requestId)
        const past = [...retries].filter(([, { at }]) => at <= now - retryMillis).slice(0, limit)
        for (const [key] of past) retries.delete(key)
        return old.length + past.length
      }),
  })
})
