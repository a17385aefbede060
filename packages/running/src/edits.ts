import {
  type ByHand,
  type EditedItem,
  type EditFields,
  handFlag,
  handName,
  handNumber,
  handText,
  handTime,
  handWhole,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { runId } from "./lists.ts"
import { Run, tidyRun, unknownOfRun } from "./model.ts"
import { footMm, mileMm } from "./pace.ts"

/** The source of runs that were added manually. */
export const manualSource = "manual"

/** A run and the source that reports it. */
export const SourcedRun = Schema.Struct({ source: Schema.String, ...Run.fields })
export type SourcedRun = typeof SourcedRun.Type

/** The editable fields of a run. */
export const runEditFields = {
  type: "run",
  needed: {
    started_at: handTime,
    distance_mi: handNumber(0, 1_000).annotate({ description: "Miles" }),
    moving_s: handWhole(0, 10_000_000).annotate({ description: "Seconds without pauses" }),
  },
  optional: {
    name: handText(),
    elapsed_s: handWhole(0, 10_000_000).annotate({ description: "Seconds with pauses" }),
    elevation_ft: handNumber(0, 1_000_000).annotate({ description: "Feet climbed" }),
    heart_rate: handNumber(1, 999).annotate({ description: "Average, in beats a minute" }),
    cadence: handNumber(1, 999).annotate({ description: "Average, in steps a minute" }),
    race: handFlag,
    city: handName,
  },
  times: ["started_at"],
  example: {
    started_at: "2026-05-10T07:30:00Z",
    distance_mi: 6.2,
    moving_s: 3_120,
    name: "River loop",
    race: true,
  },
} satisfies ByHand

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0)

/** The field of a run that each edited field sets. */
const settings: Readonly<Record<string, (value: unknown) => Partial<Run>>> = {
  // The day at the place of the start is not reported with it: the owner's counts.
  started_at: (value) => ({ startedAt: Date.parse(String(value)), localDay: undefined }),
  distance_mi: (value) => ({ distanceMm: numberOf(value) * mileMm }),
  moving_s: (value) => ({ movingSeconds: numberOf(value) }),
  name: (value) => ({ name: String(value) }),
  elapsed_s: (value) => ({ elapsedSeconds: numberOf(value) }),
  elevation_ft: (value) => ({ climbMm: numberOf(value) * footMm }),
  heart_rate: (value) => ({ heartRate: numberOf(value) }),
  cadence: (value) => ({ cadence: numberOf(value) }),
  race: (value) => ({ isRace: value === true }),
  city: (value) => ({ city: String(value) }),
}

const correct = (run: SourcedRun, fields: EditFields): SourcedRun => {
  const set = Object.entries(fields).map(([name, value]) => settings[name]?.(value) ?? {})
  return set.length === 0
    ? run
    : { source: run.source, ...tidyRun(set.reduce<Run>((known, one) => ({ ...known, ...one }), run)) }
}

/** Runs as they are edited. The second of its start identifies a run that was added manually. */
export const editedRuns: EditedItem<SourcedRun> = {
  type: "run",
  schema: SourcedRun,
  idOf: ({ ref, source }) => runId(source, ref),
  make: (fields) =>
    correct(
      {
        source: manualSource,
        ...unknownOfRun,
        ref: `${String(fields["started_at"]).slice(0, 19)}Z`,
        startedAt: 0,
        localDay: undefined,
        distanceMm: 0,
        climbMm: 0,
        movingSeconds: 0,
        isRace: false,
      },
      fields,
    ),
  correct,
  combine: (_known, told) => told,
}
