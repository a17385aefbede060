import type { EpochMillis, LocalDate } from "@daybook/kernel"
import {
  type Gear,
  type Run,
  type RunDetails,
  runId,
  type RunItem,
  runPartsOf,
  runsOfTellings,
  type Telling,
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
  /** The starts of activities of other sports, by their ids. */
  readonly others: Map<string, EpochMillis>
  readonly sources: Map<string, Map<string, StoredRun>>
  readonly details: Map<string, StoredDetails>
  readonly gear: Map<string, Gear>
}

/** True unless the run was removed by hand. */
export const isShown = ({ isRemoved }: StoredRun): boolean => isRemoved !== true

export const idOf = ({ ref, source }: StoredRun): string => runId(source, ref)

const tellingOf =
  ({ details }: Memory) =>
  (run: StoredRun): Telling & { readonly run: StoredRun } => ({
    source: run.source,
    ref: run.ref,
    startedAt: run.startedAt,
    isRun: true,
    isRemoved: !isShown(run),
    hasDetails: details.get(idOf(run))?.details.wereFound === true,
    run,
  })

/** Everything that is told, activities of other sports too. */
const tellings = (memory: Memory): ReadonlyArray<Telling & { readonly run?: StoredRun }> => [
  ...[...memory.sources.values()].flatMap((runs) => [...runs.values()].map(tellingOf(memory))),
  ...[...memory.others].map(([id, startedAt]) => {
    const [source, ref] = runPartsOf(id)
    return { source, ref, startedAt, isRun: false, isRemoved: false, hasDetails: false }
  }),
]

/** The runs that count, each with the recording that it has its details of, where it has none. */
const runsWithLenders = (memory: Memory) =>
  [...runsOfTellings(tellings(memory))].flatMap(([{ run }, lender]) =>
    run === undefined ? [] : [{ run, lender: lender?.run }],
  )

/** The runs that count, as they are shown. */
export const countedRuns = (memory: Memory): ReadonlyArray<StoredRun> =>
  runsWithLenders(memory).map(({ lender, run }) => withLent(run, lender))

/** The recordings that lend details, by the ids of the runs that have them of these. */
export const lendersIn = (memory: Memory): ReadonlyMap<string, StoredRun> =>
  new Map(
    runsWithLenders(memory).flatMap(({ lender, run }) =>
      lender === undefined ? [] : [[idOf(run), lender] as const],
    ),
  )

/** The run with the fields that it lacks and its recording has. */
export const withLent = (run: StoredRun, lender: StoredRun | undefined): StoredRun =>
  lender === undefined
    ? run
    : {
        ...run,
        heartRate: run.heartRate ?? lender.heartRate,
        cadence: run.cadence ?? lender.cadence,
        polyline: run.polyline === "" ? lender.polyline : run.polyline,
      }

export const gearIdOf = ({ gearRef, source }: StoredRun): string =>
  gearRef === "" ? "" : runId(source, gearRef)

/** A run as lists show it. */
export const itemOf = ({ gear }: Memory, run: StoredRun): RunItem => {
  const { isRemoved: _isRemoved, localDay: _localDay, ref: _ref, source: _source, ...shown } = run
  return { id: idOf(run), ...shown, gearName: gear.get(gearIdOf(run))?.name ?? "" }
}
