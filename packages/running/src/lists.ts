import {
  type DateRange,
  EpochMillis,
  LocalDate,
  type Page,
  type PageRequest,
  type Sorting,
  type Sorts,
  optionalField,
} from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { RunDetails } from "./details.ts"
import { BestEffort } from "./track/efforts.ts"
import { Run, type SportTotals } from "./model.ts"

/** A stored run as lists show it. */
export const RunItem = Schema.Struct({
  /** The source and its id of the run, with a colon between them. */
  id: Schema.String,
  day: LocalDate,
  ...Struct.omit(Run.fields, ["ref", "localDay"]),
  /** The name of its shoes; "" while it is unknown. */
  gearName: Schema.String,
})
export type RunItem = typeof RunItem.Type

/** The id of a run in lists, and of the run's entry in the journal. */
export const runId = (source: string, ref: string): string => `${source}:${ref}`

/** A run's source and its id there, from the id of `runId`; "" for the source if it is invalid. */
export const runPartsOf = (id: string): readonly [source: string, ref: string] => {
  const at = id.indexOf(":")
  return [id.slice(0, Math.max(0, at)), id.slice(at + 1)]
}

/** A run with everything known of it. */
export const DetailedRun = Schema.Struct({
  ...RunItem.fields,
  details: optionalField(RunDetails),
})
export type DetailedRun = typeof DetailedRun.Type

/** The sorts of runs. A lower pace is better. */
export const runSorts = {
  started: "desc",
  distance: "desc",
  duration: "desc",
  pace: "asc",
  elevation: "desc",
} as const satisfies Sorts
export type RunSort = keyof typeof runSorts

/** Some runs. Ties are in the order of their starts, newest first, then of their ids backwards. */
export interface RunsQuery extends Sorting<RunSort> {
  /** By the days of the runs. */
  readonly range: DateRange
  readonly isRace?: boolean | undefined
  /** Activities of this other sport instead of runs; of all of them if "". */
  readonly sport?: string | undefined
  /** The id of the shoes. */
  readonly gear?: string | undefined
  readonly atLeastMm?: number | undefined
  readonly atMostMm?: number | undefined
  /** The city's exact name. */
  readonly city?: string | undefined
  /** A part of the name, or of the names of the shoes and the city. */
  readonly q?: string | undefined
}

/** Shoes with their runs. */
export const GearItem = Schema.Struct({
  /** The source and its id of the shoes, with a colon between them. */
  id: Schema.String,
  /** "" while it is unknown. */
  name: Schema.String,
  isRetired: Schema.Boolean,
  runs: Schema.Int,
  distanceMm: Schema.Int,
  movingSeconds: Schema.Int,
  firstUsedAt: EpochMillis,
  lastUsedAt: EpochMillis,
})
export type GearItem = typeof GearItem.Type

/** The run with the best time over a distance. */
export const EffortRecord = Schema.Struct({ ...BestEffort.fields, run: RunItem })
export type EffortRecord = typeof EffortRecord.Type

/** The line of a run, as an encoded polyline of few points. */
export const RunLine = Schema.Struct({
  ...Struct.pick(RunItem.fields, ["id", "name", "startedAt", "distanceMm", "movingSeconds", "isRace"]),
  outline: Schema.String,
})
export type RunLine = typeof RunLine.Type

/** The lists of runs as the store returns them. A run that does not count is in none. */
export interface RunningLists {
  readonly runs: (query: RunsQuery, page: PageRequest) => Effect.Effect<Page<RunItem>>
  readonly run: (id: string) => Effect.Effect<Option.Option<DetailedRun>>
  /** The best time of each distance, the earliest of equal ones. In the order of distances. */
  readonly efforts: Effect.Effect<ReadonlyArray<EffortRecord>>
  /** The shoes, those with the most miles first, then by name and id. */
  readonly gear: (page: PageRequest) => Effect.Effect<Page<GearItem>>
  /** The totals of each other sport over a range of days, the most frequent sport first, then by name. */
  readonly sports: (range: DateRange) => Effect.Effect<ReadonlyArray<SportTotals>>
  /** The lines of the newest runs of a range of days, newest first. */
  readonly lines: (range: DateRange, most: number) => Effect.Effect<ReadonlyArray<RunLine>>
}
