import { type EpochMillis, lastOfEach } from "@daybook/kernel"
import { BestEffort, byDistance, type DueDetails, Gear, Run, RunDetails } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { json } from "../sql/columnTypes.ts"
import type { Database } from "../sql/database.ts"
import { countRows } from "../sql/paging.ts"
import { jsonList, rowsOf, tableOf, valuesOf } from "../sql/table.ts"

const ofSource = { source: Schema.String }
const asStored = Struct.pick(Run.fields, ["ref", "distanceMm", "movingSeconds"])

const detailsTable = tableOf(
  "run_details",
  Schema.Struct({ ...ofSource, ...asStored, ...Struct.omit(RunDetails.fields, ["ref", "efforts", "gear"]) }),
  { laps: { type: json }, mileSplits: { type: json }, kilometreSplits: { type: json }, track: { flat: {} } },
)
const effortsTable = tableOf(
  "run_efforts",
  Schema.Struct({ ...ofSource, ref: Schema.String, ...BestEffort.fields }),
)
const gearTable = tableOf("run_gear", Schema.Struct({ ...ofSource, ...Gear.fields }))

const readStored = rowsOf(Schema.Struct(asStored))
const readEfforts = rowsOf(BestEffort)
const readGear = rowsOf(Gear)
const readRefs = valuesOf(Schema.String)

/** The details of runs. */
export const detailsIn = (database: Database["Service"]) => {
  const { all, many, read, sql } = database

  /** Stores details of stored runs, in the transaction that stores the runs. */
  const store = (source: string, told: ReadonlyArray<RunDetails>): void => {
    const refs = jsonList(told.map(({ ref }) => ref))
    const among = sql`source = ${source} and ref in (select value from json_each(${refs}))`
    const runs = new Map(
      readStored(all(sql`select ref, distance_mm, moving_seconds from runs where ${among}`)).map((run) => [
        run.ref,
        run,
      ]),
    )
    const details = lastOfEach(told, ({ ref }) => ref).flatMap((one) => {
      const run = runs.get(one.ref)
      return run === undefined ? [] : [{ ...one, ...run, source }]
    })
    many(detailsTable.insert(details, detailsTable.replace("source", "ref")))
    all(sql`delete from run_efforts where ${among}`)
    many(
      effortsTable.insert(
        details.flatMap((one) => one.efforts.map((effort) => ({ source, ref: one.ref, ...effort }))),
      ),
    )
    const gear = details.flatMap((one) => (one.gear === undefined ? [] : [{ source, ...one.gear }]))
    many(
      gearTable.insert(
        lastOfEach(gear, ({ ref }) => ref),
        gearTable.overKnown("source", "ref"),
      ),
    )
  }

  return {
    store,
    /** The details of a run, else those of the recording that lends it its own; undefined where none are stored. */
    read: (source: string, ref: string): RunDetails | undefined => {
      const [found] = detailsTable.read(
        all(sql`select ${detailsTable.columns} from run_details
          where (source, ref) in (select source, ref from runs where lends_source = ${source} and lends_ref = ${ref})
            or (source = ${source} and ref = ${ref})
          order by source = ${source} and ref = ${ref} limit 1`),
      )
      if (found === undefined) return undefined
      const { distanceMm: _distance, movingSeconds: _seconds, source: of, ...told } = found
      const efforts = readEfforts(
        all(sql`select effort, seconds from run_efforts where source = ${of} and ref = ${told.ref}`),
      )
      const [gear] = readGear(
        all(sql`select ref, name, is_retired from run_gear where source = ${source} and ref =
          (select gear_ref from runs where source = ${source} and ref = ${ref})`),
      )
      return { ...told, ref, efforts: byDistance(efforts), gear }
    },
    due: Effect.fn("RunStore.dueDetails")((source: string, { again, limit }: DueDetails) =>
      read(() =>
        readRefs(
          all(sql`select runs.ref from runs left join run_details as known using (source, ref)
            where source = ${source} and not is_removed and (known.ref is null or
              (known.distance_mm, known.moving_seconds) <> (runs.distance_mm, runs.moving_seconds) or
              (not known.were_found and known.asked_at < ${again}))
            order by started_at desc, ref desc limit ${limit}`),
        ),
      ),
    ),
    askedSince: Effect.fn("RunStore.detailsAskedSince")((source: string, from: EpochMillis) =>
      read(() => countRows(database, sql`run_details where source = ${source} and asked_at >= ${from}`)),
    ),
  }
}
