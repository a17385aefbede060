import type { EpochMillis, LocalDate } from "@daybook/kernel"
import type { WorkspaceLimits } from "../limits.ts"
import { Quota } from "../model.ts"
import { dayInUtc, type Usage } from "./usage.ts"

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

/** The numbers that quotas bound. */
export type Used = Readonly<Record<Quota, number>>

/** A quota that a request goes past. */
export interface QuotaPassed {
  readonly quota: Quota
  readonly limit: number
}

/** The numbers that quotas bound, of a usage that has the days of this month. */
export const usedOf = (usage: Usage, now: EpochMillis): Used => {
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

/** The quotas that limits set, with the used part of each, from a usage that includes the days of this month. */
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

/** True where limits bound anything but the rate. */
export const hasQuota = (limits: WorkspaceLimits | undefined): boolean =>
  limits !== undefined && Quota.literals.some((quota) => limitOf(limits, quota) !== undefined)

// The order in which a refusal names them.
const quotasInOrder = ["requests", "profiles", "properties", "bytes"] as const satisfies ReadonlyArray<Quota>

/** The first quota that more use would exceed. An exceeded quota refuses only requests that add to it. */
export const quotaPassed = (
  limits: WorkspaceLimits | undefined,
  used: Used,
  more: Used,
): QuotaPassed | undefined => {
  if (limits === undefined) return undefined
  for (const quota of quotasInOrder) {
    const limit = limitOf(limits, quota)
    if (limit !== undefined && more[quota] > 0 && used[quota] + more[quota] > limit) return { quota, limit }
  }
  return undefined
}
