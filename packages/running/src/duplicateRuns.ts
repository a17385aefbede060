import type { EpochMillis } from "@daybook/kernel"
import { manualSource } from "./edits.ts"
import { runId } from "./lists.ts"

/**
 * The kinds of files that report runs, each its own source, the best first: lists of services have names and races, and
 * know which activities are runs; recordings have tracks.
 */
export const fileSources = ["strava-export", "garmin-export", "apple-health", "fit", "tcx", "file"] as const
export type FileSource = (typeof fileSources)[number]

/** The source of runs in GPX files. */
export const gpxSource = "file" satisfies FileSource

/**
 * The largest distance between the starts of two reports of one run: two devices are not started in the same second. A
 * service that has two activities within it knows that they are two.
 */
export const sameStartMillis = 120_000

/** A run as one source reports it. */
export interface PlayReport {
  readonly source: string
  readonly ref: string
  readonly startedAt: EpochMillis
  /** False for an activity of another sport. */
  readonly isRun: boolean
  /** True if it was removed manually. */
  readonly isRemoved: boolean
  /** True if it has details: splits or a track. */
  readonly hasDetails: boolean
}

/**
 * The sources whose reports give way, in the order of their ranks: each gives way to all before it, and to services.
 */
export const givingWay: ReadonlyArray<string> = [...fileSources, manualSource]

/** The services whose ids are the refs of sources: an export and an API share their service's ids. */
export const servicesOfIds: Readonly<Record<string, string>> = {
  strava: "strava",
  "strava-export": "strava",
  "garmin-export": "garmin",
}

/** True for two activities that one service has under their own ids, such as a false start and the run after it. */
const areDistinct = (one: PlayReport, other: PlayReport): boolean => {
  const service = servicesOfIds[one.source]
  return service !== undefined && service === servicesOfIds[other.source] && one.ref !== other.ref
}

const rankOf = (source: string): number => givingWay.indexOf(source)

const isFile = (source: string): boolean => source !== manualSource && rankOf(source) >= 0

const distanceOf = (one: PlayReport, other: PlayReport): number => Math.abs(one.startedAt - other.startedAt)

const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0

const byStart = (one: PlayReport, other: PlayReport): number =>
  compare(one.startedAt, other.startedAt) || compare(one.ref, other.ref)

/** True if one of two close reports gives way: to a better source, or to an earlier file of the same kind. */
const givesWay = (run: PlayReport, other: PlayReport): boolean => {
  if (areDistinct(run, other)) return false
  // The owner may add a run that they have removed.
  if (run.source === manualSource) return other.source !== manualSource && other.isRun && !other.isRemoved
  return other.source === run.source
    ? other.isRun === run.isRun && byStart(other, run) < 0
    : rankOf(other.source) < rankOf(run.source)
}

/** The reports that began within two minutes of one, in logarithmic time. */
const nearbyIn = <A extends PlayReport>(all: ReadonlyArray<A>) => {
  const sorted = all.toSorted(byStart)
  return (telling: PlayReport): ReadonlyArray<A> => {
    let [from, until] = [0, sorted.length]
    while (from < until) {
      const middle = (from + until) >> 1
      if ((sorted[middle]?.startedAt ?? 0) < telling.startedAt - sameStartMillis) from = middle + 1
      else until = middle
    }
    const near: Array<A> = []
    for (let at = from; at < sorted.length; at++) {
      const one = sorted[at]
      if (one === undefined || one.startedAt > telling.startedAt + sameStartMillis) break
      near.push(one)
    }
    return near
  }
}

/** The reports that one gives way to. Those of services give way to none. */
const betterThanIn = (all: ReadonlyArray<PlayReport>, near = nearbyIn(all)) => {
  // The Activity ID of Strava's export is the id at its interface.
  const atStrava = new Map(all.flatMap((one) => (one.source === "strava" ? [[one.ref, one] as const] : [])))
  return (run: PlayReport): ReadonlyArray<PlayReport> => {
    if (rankOf(run.source) < 0) return []
    const twin = run.source === "strava-export" ? atStrava.get(run.ref) : undefined
    const others = near(run).filter((other) => other !== run && givesWay(run, other))
    return twin === undefined ? others : [twin, ...others]
  }
}

/** The ids of the runs that each of some reports gives way to. */
export const betterRuns = (all: ReadonlyArray<PlayReport>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const betterThan = betterThanIn(all)
  const idOf = ({ ref, source }: PlayReport) => runId(source, ref)
  return new Map(all.map((run) => [idOf(run), betterThan(run).map(idOf)]))
}

/**
 * The runs and activities of other sports that count, each run with the recording that lends it details, a line and rates
 * if it has no details.
 *
 * A report from a file or the owner does not count if another report close to it describes the same run. All runs of a
 * service count, since a service knows its own. A recording serves the run that started closest to it. All of it
 * follows only from the reports, in whatever order they came.
 */
export const runsOfTellings = <A extends PlayReport>(
  all: ReadonlyArray<A>,
): ReadonlyMap<A, A | undefined> => {
  const near = nearbyIn(all)
  const betterThan = betterThanIn(all, near)
  const counted = new Set(all.filter((run) => !run.isRemoved && betterThan(run).length === 0))
  const lenders = new Map<A, A | undefined>([...counted].map((run) => [run, undefined]))
  const lends = (one: A) =>
    isFile(one.source) && one.isRun && !one.isRemoved && one.hasDetails && !counted.has(one)
  const best = all
    .filter(lends)
    .flatMap((lender) => {
      const [run] = near(lender)
        .filter((one) => one.isRun && counted.has(one))
        .sort(
          (one, other) =>
            distanceOf(one, lender) - distanceOf(other, lender) ||
            compare(one.source, other.source) ||
            compare(one.ref, other.ref),
        )
      return run === undefined || run.hasDetails ? [] : [{ run, lender }]
    })
    .sort(
      (one, other) =>
        rankOf(one.lender.source) - rankOf(other.lender.source) ||
        distanceOf(one.lender, one.run) - distanceOf(other.lender, other.run) ||
        byStart(one.lender, other.lender),
    )
  for (const { lender, run } of best.toReversed()) lenders.set(run, lender)
  return lenders
}
