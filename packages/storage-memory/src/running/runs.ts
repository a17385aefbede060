import type { LocalDate } from "@daybook/kernel"
import {
  fileSource,
  handSource,
  type Gear,
  type Run,
  type RunDetails,
  runId,
  type RunItem,
  sameStartMillis,
} from "@daybook/running"

/** A run as it is stored. */
export interface StoredRun extends Run {
  readonly source: string
  readonly day: LocalDate
  /** True where it was removed by hand: it stays with its details, and does not count. */
  readonly isRemoved?: boolean
}

/** Details as they are stored, with the distance and time that their run had when they came. */
export interface StoredDetails {
  readonly details: RunDetails
  readonly of: Pick<Run, "distanceMm" | "movingSeconds">
}

/** Everything that is stored of running: runs by source and ref, the rest by their ids. */
export interface Memory {
  readonly sources: Map<string, Map<string, StoredRun>>
  readonly details: Map<string, StoredDetails>
  readonly gear: Map<string, Gear>
}

/** True unless the run was removed by hand. */
export const isShown = ({ isRemoved }: StoredRun): boolean => isRemoved !== true

export const idOf = ({ ref, source }: StoredRun): string => runId(source, ref)

/** True where a service has the run of a file, too, or any source one that was added by hand. */
const isKnownElsewhere = (run: StoredRun, all: ReadonlyArray<StoredRun>): boolean =>
  (run.source === fileSource || run.source === handSource) &&
  all.some(
    ({ source, startedAt }) =>
      source !== handSource &&
      source !== run.source &&
      Math.abs(startedAt - run.startedAt) <= sameStartMillis,
  )

/** The runs that count. */
export const countedRuns = ({ sources }: Memory): ReadonlyArray<StoredRun> => {
  const all = [...sources.values()].flatMap((runs) => [...runs.values()]).filter(isShown)
  return all.filter((run) => !isKnownElsewhere(run, all))
}

export const gearIdOf = ({ gearRef, source }: StoredRun): string =>
  gearRef === "" ? "" : runId(source, gearRef)

/** A run as lists show it. */
export const itemOf = ({ gear }: Memory, run: StoredRun): RunItem => {
  const { isRemoved: _isRemoved, localDay: _localDay, ref: _ref, source: _source, ...shown } = run
  return { id: idOf(run), ...shown, gearName: gear.get(gearIdOf(run))?.name ?? "" }
}
