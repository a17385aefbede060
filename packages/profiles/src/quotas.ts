import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { WorkspaceLimits } from "./limits.ts"
import type { Properties } from "./applyActions.ts"
import { bytesAdded, mostBytesAdded } from "./bytes.ts"
import { type OfferedRequest, type Place, Quota } from "./model.ts"
import { ProfileStore } from "./ports.ts"
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

/** The quotas that limits set, with what is used of each by a usage that has the days of this month. */
export const quotasOf = (
  { bytes, monthlyRequests, profiles, properties }: WorkspaceLimits,
  usage: Usage,
  now: EpochMillis,
): Readonly<Partial<Record<Quota, QuotaUse>>> => {
  const first = firstDayOfMonth(now)
  const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, number) => all + number, 0)
  const counted = usage.requests.filter(({ day }) => day >= first).map(({ requests }) => requests)
  return {
    ...(profiles !== undefined && { profiles: { limit: profiles, used: usage.profiles } }),
    ...(properties !== undefined && {
      properties: { limit: properties, used: sum(Object.values(usage.properties)) },
    }),
    ...(bytes !== undefined && { bytes: { limit: bytes, used: usage.bytes } }),
    ...(monthlyRequests !== undefined && { requests: { limit: monthlyRequests, used: sum(counted) } }),
  }
}

const hasQuota = ({ bytes, monthlyRequests, profiles, properties }: WorkspaceLimits) =>
  [bytes, monthlyRequests, profiles, properties].some((quota) => quota !== undefined)

// Past this many places all are forgotten.
const mostPlaces = 10_000

const idsMade = ({ changes }: Pick<OfferedRequest, "changes">) => [
  ...new Set(changes.filter(({ makes }) => makes).map(({ distinctId }) => distinctId)),
]

const namesTyped = ({ changes }: Pick<OfferedRequest, "changes">) => [
  ...new Set(
    changes.flatMap(({ actions }) => actions.filter((one) => "type" in one).map(({ name }) => name)),
  ),
]

/**
 * Makes the check of a request against the quotas of its workspace. Usage is looked at once a second, so what comes within
 * that second may go past a quota. A retry of a request that was accepted is never refused: it stores nothing.
 */
export const makeQuotaCheck = Effect.map(ProfileStore, (store) => {
  const usages = new Map<string, Effect.Effect<Usage>>()

  const usageOf = Effect.fnUntraced(function* (at: Place) {
    const key = `${at.version} ${at.workspace}`
    const known = usages.get(key)
    if (known !== undefined) return yield* known
    if (usages.size >= mostPlaces) usages.clear()
    const read = Effect.flatMap(Clock.currentTimeMillis, (now) => store.usage(at, firstDayOfMonth(now)))
    const made = yield* Effect.cachedWithTTL(read, "1 second")
    usages.set(key, made)
    return yield* made
  })

  /** The bytes that a request would add to what is stored now. */
  const countAdded = Effect.fnUntraced(function* (request: Omit<OfferedRequest, "requestId">) {
    const { changes } = request
    const found = yield* store.profiles(request, [...new Set(changes.map(({ distinctId }) => distinctId))])
    // Ids that lead to one profile share its properties.
    const opened = new Map(
      Array.from(found.values(), ({ distinctId, properties }) => [
        distinctId,
        new Map(Object.entries(properties)),
      ]),
    )
    const known = new Map<string, Properties>()
    for (const [id, { distinctId }] of found) {
      const properties = opened.get(distinctId)
      if (properties !== undefined) known.set(id, properties)
    }
    return bytesAdded(known, changes)
  })

  const findExceeded = Effect.fnUntraced(function* (
    limits: WorkspaceLimits,
    request: Omit<OfferedRequest, "requestId">,
    now: EpochMillis,
  ) {
    const { bytes, profiles, properties, requests } = quotasOf(limits, yield* usageOf(request), now)
    const isOver = (use: QuotaUse | undefined, more: number) =>
      use !== undefined && more > 0 && use.used + more > use.limit
    const exceeded = (quota: Quota, use: QuotaUse | undefined) =>
      new QuotaExceeded({ quota, limit: use?.limit ?? 0 })
    if (isOver(requests, 1)) return exceeded("requests", requests)
    const ids = idsMade(request)
    const names = namesTyped(request)
    if (isOver(profiles, ids.length) || isOver(properties, names.length)) {
      const unknown = yield* store.countUnknown(request, ids, names)
      if (isOver(profiles, unknown.profiles)) return exceeded("profiles", profiles)
      if (isOver(properties, unknown.properties)) return exceeded("properties", properties)
    }
    if (bytes === undefined || !isOver(bytes, mostBytesAdded(request.changes))) return undefined
    return isOver(bytes, yield* countAdded(request)) ? exceeded("bytes", bytes) : undefined
  })

  return (
    limits: WorkspaceLimits,
    request: Omit<OfferedRequest, "requestId">,
  ): Effect.Effect<void, QuotaExceeded> =>
    hasQuota(limits)
      ? Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const exceeded = yield* findExceeded(limits, request, now)
          if (exceeded === undefined) return
          const { idempotency } = request
          if (idempotency !== undefined && (yield* store.isRetry(request, idempotency.key, now))) return
          return yield* exceeded
        })
      : Effect.void
})
