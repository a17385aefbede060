import { foldName, metresBetween } from "@daybook/kernel"
import type { CheckIn } from "./model.ts"

/**
 * The prefixes of ids of check-ins that a phone recorded automatically, the best first: a region has a name from the
 * owner, a stay is only points. Everything else was entered by the owner.
 */
export const devicePrefixes = ["owntracks ", "google ", "overland ", "stay "] as const

/** How the ids of stays begin: then come the phone and the second. */
export const stayPrefix = "stay "

const rankOf = (id: string): number => devicePrefixes.findIndex((prefix) => id.startsWith(prefix))

/** The phone of a stay; each phone is its own source. */
const phoneOf = (id: string): string => (id.startsWith(stayPrefix) ? id.slice(0, id.lastIndexOf(" ")) : "")

/** The longest time between two reports of one visit: people check in while they are there. */
export const sameVisitMillis = 3_600_000

const nearMetres = 100

// A name says more than a position: a park is large, and so is an airport.
const nearMetresByName = 1_000

/** A check-in as one source reports it. */
export type VisitReport = Pick<CheckIn, "checkedInAt" | "id" | "position" | "venueName">

const isOneVisit = (one: VisitReport, other: VisitReport): boolean => {
  if (Math.abs(one.checkedInAt - other.checkedInAt) > sameVisitMillis) return false
  const metres =
    one.position === undefined || other.position === undefined
      ? undefined
      : metresBetween(one.position, other.position)
  if (metres !== undefined && metres <= nearMetres) return true
  const isNear = metres === undefined || metres <= nearMetresByName
  return isNear && one.venueName !== "" && foldName(one.venueName) === foldName(other.venueName)
}

/** True if one of two sources that report a visit gives way. */
const givesWay = (one: VisitReport, other: VisitReport): boolean => {
  const [rank, otherRank] = [rankOf(one.id), rankOf(other.id)]
  return rank === otherRank ? phoneOf(other.id) < phoneOf(one.id) : rank > otherRank
}

/**
 * The ids of the reports that do not count, since better sources report the same visit: within an hour, and within
 * 100 metres, or under the same name. Each with the ids of those better reports. The owner's word always counts. It
 * follows from the reports within an hour of each, in whatever order they came.
 */
export const duplicateVisits = (
  tellings: ReadonlyArray<VisitReport>,
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const sorted = tellings.toSorted((one, other) => one.checkedInAt - other.checkedInAt)
  let from = 0
  const repeated = new Map<string, ReadonlyArray<string>>()
  for (const one of sorted) {
    while ((sorted[from]?.checkedInAt ?? Infinity) < one.checkedInAt - sameVisitMillis) from++
    if (rankOf(one.id) < 0) continue
    const better: Array<string> = []
    for (let at = from; at < sorted.length; at++) {
      const other = sorted[at]
      if (other === undefined || other.checkedInAt > one.checkedInAt + sameVisitMillis) break
      if (givesWay(one, other) && isOneVisit(one, other)) better.push(other.id)
    }
    if (better.length > 0) repeated.set(one.id, better)
  }
  return repeated
}
