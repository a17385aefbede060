import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
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

/** A request before it has an id. */
type Asking = Omit<OfferedRequest, "requestId">

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

/** The time for which a look at usage holds. */
const lookMillis = 1_000

/**
 * The quotas of workspaces. Usage is looked at once a second, so what comes within that second may go past a quota. A retry of a
 * request that was accepted is never refused: it stores nothing.
 */
export class WorkspaceQuotas extends Context.Service<
  WorkspaceQuotas,
  {
    /** True where memory alone tells that a request goes past no quota, whatever it makes new. */
    readonly hasRoom: (limits: WorkspaceLimits, request: Asking, now: EpochMillis) => boolean
    /** Fails where a request would go past a quota. */
    readonly check: (limits: WorkspaceLimits, request: Asking) => Effect.Effect<void, QuotaExceeded>
  }
>()("daybook/profiles/WorkspaceQuotas") {
  static readonly layer = Layer.effect(
    WorkspaceQuotas,
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const looks = new Map<string, Effect.Effect<Used>>()
      const seen = new Map<string, { readonly used: Used; readonly until: EpochMillis }>()

      const keyOf = ({ version, workspace }: Place) => `${version} ${workspace}`

      const look = (at: Place) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const used = usedOf(yield* store.usage(at, firstDayOfMonth(now)), now)
          seen.set(keyOf(at), { used, until: now + lookMillis })
          return used
        })

      const usedIn = Effect.fnUntraced(function* (at: Place) {
        const known = looks.get(keyOf(at))
        if (known !== undefined) return yield* known
        if (looks.size >= mostPlaces) {
          looks.clear()
          seen.clear()
        }
        const made = yield* Effect.cachedWithTTL(look(at), lookMillis)
        looks.set(keyOf(at), made)
        return yield* made
      })

      /** The bytes that a request would add to what is stored now. */
      const countAdded = Effect.fnUntraced(function* (request: Asking) {
        const { changes } = request
        const found = yield* store.profiles(request, [
          ...new Set(changes.map(({ distinctId }) => distinctId)),
        ])
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

      const isOver = (limits: WorkspaceLimits, used: Used, quota: Quota, more: number) =>
        more > 0 && used[quota] + more > (limitOf(limits, quota) ?? Infinity)

      const hasRoom: WorkspaceQuotas["Service"]["hasRoom"] = (limits, request, now) => {
        if (!hasQuota(limits)) return true
        const known = seen.get(keyOf(request))
        if (known === undefined || now >= known.until) return false
        const { changes } = request
        const actions = changes.reduce((sum, change) => sum + change.actions.length, 0)
        return !(
          isOver(limits, known.used, "requests", 1) ||
          isOver(limits, known.used, "profiles", changes.length) ||
          isOver(limits, known.used, "properties", actions) ||
          (limits.bytes !== undefined && isOver(limits, known.used, "bytes", mostBytesAdded(changes)))
        )
      }

      const findExceeded = Effect.fnUntraced(function* (limits: WorkspaceLimits, request: Asking) {
        const used = yield* usedIn(request)
        const goesPast = (quota: Quota, more: number) => isOver(limits, used, quota, more)
        if (goesPast("requests", 1)) return "requests"
        const ids = idsMade(request)
        const names = namesTyped(request)
        if (goesPast("profiles", ids.length) || goesPast("properties", names.length)) {
          const unknown = yield* store.countUnknown(request, ids, names)
          if (goesPast("profiles", unknown.profiles)) return "profiles"
          if (goesPast("properties", unknown.properties)) return "properties"
        }
        if (limits.bytes === undefined || !goesPast("bytes", mostBytesAdded(request.changes)))
          return undefined
        return goesPast("bytes", yield* countAdded(request)) ? "bytes" : undefined
      })

      const check: WorkspaceQuotas["Service"]["check"] = Effect.fnUntraced(function* (limits, request) {
        if (!hasQuota(limits)) return
        const quota = yield* findExceeded(limits, request)
        if (quota === undefined) return
        const { idempotency } = request
        const now = yield* Clock.currentTimeMillis
        if (idempotency !== undefined && (yield* store.isRetry(request, idempotency.key, now))) return
        return yield* new QuotaExceeded({ quota, limit: limitOf(limits, quota) ?? 0 })
      })

      return WorkspaceQuotas.of({ hasRoom, check })
    }),
  )
}
