import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { WorkspaceLimits } from "./limits.ts"
import type { Properties } from "./applyActions.ts"
import { bytesAdded, mostBytesAdded } from "./bytes.ts"
import { type OfferedRequest, type Place, Quota } from "./model.ts"
import type { ProfileStore } from "./ports.ts"
import { dayInUtc, type Usage } from "./usage.ts"

/** A quota is used up. */
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  quota: Quota,
  limit: Schema.Int,
}) {}

/** The first day of the month of an instant, in UTC. */
export const firstDayOfMonth = (now: EpochMillis): LocalDate => {
  const at = new Date(now)
  return dayInUtc(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

/** A quota of a place, and the part of it that is used. */
export interface QuotaUse {
  readonly limit: number
  readonly used: number
}

type Used = Readonly<Record<Quota, number>>

/** The numbers that quotas bound, of a usage that has the days of this month. */
const usedOf = (usage: Usage, now: EpochMillis): Used => {
  const first = firstDayOfMonth(now)
  const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, number) => all + number, 0)
  return {
    profiles: usage.profiles,
    properties: sum(Object.values(usage.properties)),
    bytes: usage.bytes,
    requests: sum(usage.requests.filter(({ day }) => day >= first).map(({ requests }) => requests)),
  }
}

const limitOf = (limits: WorkspaceLimits, quota: Quota): number | undefined =>
  quota === "requests" ? limits.monthlyRequests : limits[quota]

/** The quotas that limits set, with what is used of each by a usage that has the days of this month. */
export const quotasOf = (
  limits: WorkspaceLimits,
  usage: Usage,
  now: EpochMillis,
): Readonly<Partial<Record<Quota, QuotaUse>>> => {
  const used = usedOf(usage, now)
  return Object.fromEntries(
    Quota.literals.flatMap((quota) => {
      const limit = limitOf(limits, quota)
      return limit === undefined ? [] : [[quota, { limit, used: used[quota] }]]
    }),
  )
}

const hasQuota = (limits: WorkspaceLimits) =>
  Quota.literals.some((quota) => limitOf(limits, quota) !== undefined)

/** A request before it has an id, and the limits of its workspace. */
type Asking = Omit<OfferedRequest, "requestId"> & { readonly limits?: WorkspaceLimits | undefined }

const idsMade = ({ changes }: Asking) =>
  changes.filter(({ makes }) => makes).map(({ distinctId }) => distinctId)

const namesTyped = ({ changes }: Asking) =>
  changes.flatMap(({ actions }) => actions.filter((one) => "type" in one).map(({ name }) => name))

/** The most that a request can add, whatever is stored. */
const mostOf = (request: Asking): Used => ({
  requests: 1,
  profiles: idsMade(request).length,
  properties: namesTyped(request).length,
  bytes: mostBytesAdded(request.changes),
})

const plus = (one: Used, other: Used): Used => ({
  requests: one.requests + other.requests,
  profiles: one.profiles + other.profiles,
  properties: one.properties + other.properties,
  bytes: one.bytes + other.bytes,
})

const sumOf = (all: ReadonlyArray<Used>, quota: Quota) => all.reduce((sum, one) => sum + one[quota], 0)

const isOver = (limits: WorkspaceLimits, used: Used, more: Used, quota: Quota) =>
  more[quota] > 0 && used[quota] + more[quota] > (limitOf(limits, quota) ?? Infinity)

/** A request of a place that has quotas, and its place among those that are checked. */
interface Bound {
  readonly request: Asking
  readonly limits: WorkspaceLimits
  readonly index: number
}

// The order in which a refusal names them.
const quotasInOrder = ["requests", "profiles", "properties", "bytes"] as const satisfies ReadonlyArray<Quota>

/**
 * Makes the function that holds a batch to the quotas of its workspaces just before it is stored: it returns the quota that
 * each request goes past. Usage is read for each batch, so only what several servers store at once may go past a quota, by one
 * batch of each. A retry of a request that was accepted is never refused: it stores nothing.
 */
export const makeQuotas = (store: ProfileStore["Service"]) => {
  /** Makes the function that counts the bytes that a request adds to what is stored, and to what requests before it have added. */
  const makeBytes = Effect.fnUntraced(function* (place: Place, requests: ReadonlyArray<Asking>) {
    const ids = requests.flatMap(({ changes }) => changes.map(({ distinctId }) => distinctId))
    const found = yield* store.profiles(place, [...new Set(ids)])
    // Ids that lead to one profile share its properties.
    const ownOf = (id: string) => found.get(id)?.distinctId ?? id
    const stored = new Map<string, Properties>()
    for (const { distinctId, properties } of found.values()) {
      stored.set(distinctId, new Map(Object.entries(properties)))
    }
    return ({ changes }: Asking) => {
      const copies = new Map<string, Properties>()
      const led = changes.map((change) => ({ ...change, distinctId: ownOf(change.distinctId) }))
      for (const { distinctId } of led) {
        const properties = stored.get(distinctId)
        if (properties !== undefined) copies.set(distinctId, new Map(properties))
      }
      return {
        added: bytesAdded(copies, led),
        keep: () => {
          for (const [id, properties] of copies) stored.set(id, properties)
        },
      }
    }
  })

  const quotaOf = (limits: WorkspaceLimits, used: Used, more: Used) =>
    quotasInOrder.find((quota) => isOver(limits, used, more, quota))

  /** Finds the quotas that requests of one place go past, in their order. */
  const checkPlace = Effect.fnUntraced(function* (bound: ReadonlyArray<Bound>, now: EpochMillis) {
    const exceeded = new Map<number, QuotaExceeded>()
    const [first] = bound
    if (first === undefined) return exceeded
    const place: Place = { workspace: first.request.workspace, version: first.request.version }
    const usage = yield* store.usage(place, firstDayOfMonth(now))
    let used = plus(usedOf(usage, now), { requests: 0, properties: 0, ...usage.waiting })
    const most = bound.map(({ request }) => mostOf(request))
    const isNear = (quota: Quota) =>
      bound.some(({ limits }) => used[quota] + sumOf(most, quota) > (limitOf(limits, quota) ?? Infinity))
    if (!quotasInOrder.some(isNear)) return exceeded
    const requests = bound.map(({ request }) => request)
    const unknown = yield* store.findUnknown(
      place,
      isNear("profiles") ? [...new Set(requests.flatMap(idsMade))] : [],
      isNear("properties") ? [...new Set(requests.flatMap(namesTyped))] : [],
    )
    const keys = requests.flatMap(({ idempotency }) => (idempotency === undefined ? [] : [idempotency.key]))
    const retries = new Set(keys.length === 0 ? [] : yield* store.findRetries(place, keys, now))
    const [ids, names] = [new Set(unknown.profiles), new Set(unknown.properties)]
    const bytesOfRequest = isNear("bytes") ? yield* makeBytes(place, requests) : undefined
    for (const { index, limits, request } of bound) {
      if (request.idempotency !== undefined && retries.has(request.idempotency.key)) continue
      const made = new Set(idsMade(request).filter((id) => ids.has(id)))
      const typed = new Set(namesTyped(request).filter((name) => names.has(name)))
      const bytes = bytesOfRequest?.(request)
      const more: Used = {
        requests: 1,
        profiles: made.size,
        properties: typed.size,
        bytes: bytes?.added ?? 0,
      }
      const quota = quotaOf(limits, used, more)
      if (quota !== undefined) {
        exceeded.set(index, new QuotaExceeded({ quota, limit: limitOf(limits, quota) ?? 0 }))
        continue
      }
      for (const id of made) ids.delete(id)
      for (const name of typed) names.delete(name)
      bytes?.keep()
      used = plus(used, more)
    }
    return exceeded
  })

  return Effect.fnUntraced(function* (requests: ReadonlyArray<Asking>) {
    const bound = requests.flatMap((request, index): ReadonlyArray<Bound> => {
      const { limits } = request
      return limits === undefined || !hasQuota(limits) ? [] : [{ request, limits, index }]
    })
    if (bound.length === 0) return new Map<number, QuotaExceeded>()
    const now = yield* Clock.currentTimeMillis
    const places = Map.groupBy(bound, ({ request }) => `${request.version} ${request.workspace}`)
    const found = yield* Effect.forEach(places.values(), (some) => checkPlace(some, now), { concurrency: 4 })
    return new Map(found.flatMap((exceeded) => [...exceeded]))
  })
}
