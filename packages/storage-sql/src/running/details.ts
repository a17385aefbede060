import { type EpochMillis, dedupeByKey } from "@daybook/kernel"
import { BestEffort, byDistance, type DueDetails, Gear, Run, RunDetails } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Fragment } from "effect/sql/Statement"
import { countRows } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described, rowsOf, valuesOf } from "../table.ts"

const ofSource = { source: Schema.String }
const asStored = Struct.pick(Run.fields, ["ref", "distanceMm", "movingSeconds"])

const runDetails = described(
  "run_details",
  Schema.Struct({ ...ofSource, ...asStored, ...Struct.omit(RunDetails.fields, ["ref", "efforts", "gear"]) }),
  {
    laps: { type: "json" },
    mileSplits: { type: "json" },
    kilometreSplits: { type: "json" },
    track: { flat: {} },
  },
)
const runEfforts = described(
  "run_efforts",
  Schema.Struct({ ...ofSource, ref: Schema.String, ...BestEffort.fields }),
)
const runGear = described("run_gear", Schema.Struct({ ...ofSource, ...Gear.fields }))

const readStored = rowsOf(Schema.Struct(asStored))
const readEfforts = rowsOf(BestEffort)
const readGear = rowsOf(Gear)
const readRefs = valuesOf(Schema.String)

/** The details of runs. `refOrder` orders refs by their code units. */
export const detailsOf = ({ amongTexts, instant, read, sql, tableOf }: Sql, refOrder: Fragment) => {
  const [detailsTable, effortsTable, gearTable] = [tableOf(runDetails), tableOf(runEfforts), tableOf(runGear)]

  /** Stores details of stored runs; to be run in the transaction that stores the runs. */
  const store = Effect.fnUntraced(function* (source: string, told: ReadonlyArray<RunDetails>) {
    if (told.length === 0) return
    const these = sql`source = ${source} and ${amongTexts(
      "ref",
      told.map(({ ref }) => ref),
    )}`
    const runs = new Map(
      readStored(yield* sql`select ${sql.literal(readStored.selected)} from runs where ${these}`).map(
        (run) => [run.ref, run],
      ),
    )
    const details = dedupeByKey(told, ({ ref }) => ref).flatMap((one) => {
      const run = runs.get(one.ref)
      return run === undefined ? [] : [{ ...one, ...run, source }]
    })
    if (details.length === 0) return
    yield* detailsTable.replace(details, "source", "ref")
    yield* sql`delete from run_efforts where ${these}`
    const efforts = details.flatMap((one) =>
      one.efforts.map((effort) => ({ source, ref: one.ref, ...effort })),
    )
    yield* effortsTable.insert(efforts)
    const gear = dedupeByKey(
      details.flatMap((one) => (one.gear === undefined ? [] : [{ source, ...one.gear }])),
      ({ ref }) => ref,
    )
    yield* gearTable.mergeKnown(gear, "source", "ref")
  })

  return {
    store,
    /** The details of a run, else of the recording that lends it its own; undefined if none are stored. */
    read: Effect.fnUntraced(function* (source: string, ref: string) {
      const [found] = detailsTable.read(
        yield* sql`select ${detailsTable.columns} from run_details
          where (source, ref) in (select source, ref from runs where lends_source = ${source} and lends_ref = ${ref})
          or (source = ${source} and ref = ${ref})
          order by source = ${source} and ref = ${ref} limit 1`,
      )
      if (found === undefined) return undefined
      const { distanceMm: _distance, movingSeconds: _seconds, source: of, ...told } = found
      const efforts = readEfforts(
        yield* sql`select ${sql.literal(readEfforts.selected)} from run_efforts where source = ${of} and ref = ${told.ref}`,
      )
      const [gear] = readGear(
        yield* sql`select ${sql.literal(readGear.selected)} from run_gear where source = ${source} and ref =
          (select gear_ref from runs where source = ${source} and ref = ${ref})`,
      )
      return { ...told, ref, efforts: byDistance(efforts), gear }
    }),
    due: Effect.fn("RunStore.dueDetails")(function* (source: string, { again, limit }: DueDetails) {
      return readRefs(
        yield* sql`select runs.ref from runs left join run_details as known using (source, ref)
          where source = ${source} and sport = '' and not is_removed and (known.ref is null or
            (known.distance_mm, known.moving_seconds) is distinct from (runs.distance_mm, runs.moving_seconds) or
            (not known.were_found and known.asked_at < ${instant(again)}))
          order by started_at desc, ${refOrder} desc limit ${limit}`,
      )
    }, read),
    askedSince: Effect.fn("RunStore.detailsAskedSince")(function* (source: string, from: EpochMillis) {
      return yield* countRows(sql, sql`run_details where source = ${source} and asked_at >= ${instant(from)}`)
    }, read),
  }
}
