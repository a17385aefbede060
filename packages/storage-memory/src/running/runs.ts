import type { LocalDate } from "@daybook/kernel"
import {
  fileSource,
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

export const idOf = ({ ref, source }: StoredRun): string => runId(source, ref)

/** True where a service has the run of a file, too. */
const isKnownElsewhere = (run: StoredRun, all: ReadonlyArray<StoredRun>): boolean =>
  run.source === fileSource &&
  all.some(
    ({ source, startedAt }) =>
      source !== fileSource && Math.abs(startedAt - run.startedAt) <= sameStartMillis,
  )

/** The runs that count. */
export const countedRuns = ({ sources }: Memory): ReadonlyArray<StoredRun> => {
  const all = [...sources.values()].flatMap((runs) => [...runs.values()])
  return all.filter((run) => !isKnownElsewhere(run, all))
}

export const gearIdOf = ({ gearRef, source }: StoredRun): string =>
  gearRef === "" ? "" : runId(source, gearRef)

/** A run as lists show it. */
export const itemOf = ({ gear }: Memory, run: StoredRun): RunItem => {
  const { localDay: _localDay, ref: _ref, source: _source, ...shown } = run
  return { id: idOf(run), ...shown, gearName: gear.get(gearIdOf(run))?.name ?? "" }
}
