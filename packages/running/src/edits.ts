import {
  type ByHand,
  type EditedItem,
  type EditFields,
  type FieldSetters,
  handFlag,
  handName,
  handNumber,
  handText,
  handTime,
  handWhole,
  unknownItem,
  withFields,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { runId } from "./lists.ts"
import { Run, normalizeRun } from "./model.ts"
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

/** What edited fields set that a run has in another unit or under another name. */
const setters: FieldSetters<SourcedRun> = {
  // The day at the place of the start is not reported with it: the owner's counts.
  started_at: (value) => ({ startedAt: Date.parse(String(value)), localDay: undefined }),
  distance_mi: (value) => ({ distanceMm: numberOf(value) * mileMm }),
  moving_s: "movingSeconds",
  elapsed_s: "elapsedSeconds",
  elevation_ft: (value) => ({ climbMm: numberOf(value) * footMm }),
  race: "isRace",
}

const correct = (run: SourcedRun, fields: EditFields): SourcedRun =>
  Object.keys(fields).length === 0
    ? run
    : { source: run.source, ...normalizeRun(withFields(runEditFields, setters, run, fields)) }

/** Runs as they are edited. The second of its start identifies a run that was added manually. */
export const editedRuns: EditedItem<SourcedRun> = {
  type: "run",
  schema: SourcedRun,
  idOf: ({ ref, source }) => runId(source, ref),
  make: (fields) =>
    correct(
      unknownItem(SourcedRun, {
        source: manualSource,
        ref: `${String(fields["started_at"]).slice(0, 19)}Z`,
        startedAt: 0,
      }),
      fields,
    ),
  correct,
  combine: (_known, told) => told,
}
