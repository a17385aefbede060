import {
  dayOf,
  dedupeByKey,
  editStoreOf,
  type EpochMillis,
  LocalDate,
  type SourceCursor,
} from "@daybook/kernel"
import { outlineOf, Run, type RunChanges, runEntry, runId, RunStore, type SourcedRun } from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { cursorsOf } from "../cursors.ts"
import type { EntrySelect, ItemSelect, StoreParts } from "../parts.ts"
import type { Sql } from "../sql.ts"
import { described, valuesOf } from "../table.ts"
import { detailsOf } from "./details.ts"
import { tellingsOf } from "./duplicateRuns.ts"
import { editedRunsOf } from "./edits.ts"
import { listsOf } from "./lists.ts"
import { statsOf } from "./stats.ts"

// The day is the run's own, else the owner's.
const storedRun = Schema.Struct({
  source: Schema.String,
  ...Struct.omit(Run.fields, ["localDay"]),
  day: LocalDate,
  dayIsLocal: Schema.Boolean,
  outline: Schema.String,
})

const storedRuns = described("runs", storedRun)

/** A row as a run. A day that is not its own is the owner's. */
const runOf = ({ day, dayIsLocal, outline: _outline, ...run }: typeof storedRun.Type): SourcedRun => ({
  ...run,
  localDay: dayIsLocal ? day : undefined,
})

const readStarts = valuesOf(Run.fields.startedAt)
const readRefs = valuesOf(Run.fields.ref)

/** Runs as entries. */
export const entries = ({ sql, tableOf }: Sql): EntrySelect => {
  const table = tableOf(storedRuns)
  return {
    select: sql`select runs.*, started_at as at, false as day_only, 1 as count from runs where not is_duplicate`,
    ownDays: true,
    columns: table.columns,
    read: (rows) => table.read(rows).map(runEntry),
  }
}

/** Runs as items that a search finds. */
export const items = ({ sql }: Sql): Readonly<Record<string, ItemSelect>> => ({
  run: {
    id: "text",
    select: sql`select id, runs.name as title, coalesce(run_gear.name, '')
        || case when coalesce(run_gear.name, '') <> '' and city <> '' then ', ' else '' end || city as subtitle,
        started_at as at, '' as url, '' as image_url, '' as text
      from runs left join run_gear on run_gear.source = runs.source and run_gear.ref = gear_ref
      where not is_duplicate and runs.name <> ''`,
  },
})

/** Stores the days again of runs without their own. */
export const findDays = Effect.fnUntraced(function* ({ given, sql }: Sql, zone: DateTime.TimeZone) {
  const starts = readStarts(yield* sql`select distinct started_at from runs where not day_is_local`)
  const found = given("found", {
    started_at: ["instant", starts],
    day: ["day", starts.map((at) => dayOf(at, zone))],
  })
  yield* sql`update runs set day = found.day from ${found}
    where runs.started_at = found.started_at and not day_is_local`
})

/** The store of running. */
export const storeOf = (parts: StoreParts) => {
  const { database, journal, searchable, write, zone } = parts
  const { amongTexts, byCodeUnits, instant, read, sql, tableOf } = database
  const table = tableOf(storedRuns)
  const cursors = cursorsOf(database, "run_cursors")
  const details = detailsOf(database, sql.literal(`ref ${byCodeUnits}`))
  const tellings = tellingsOf(database)

  const put = (runs: ReadonlyArray<SourcedRun>) =>
    table.replace(
      runs.map(({ localDay, ...run }) => ({
        ...run,
        day: localDay ?? dayOf(run.startedAt, zone),
        dayIsLocal: localDay !== undefined,
        outline: outlineOf(run.polyline),
      })),
      "source",
      "ref",
    )

  const byHand = editedRunsOf(database, {
    columns: table.columns,
    read: (rows) => table.read(rows).map(runOf),
    put,
    mark: tellings.mark(),
    reportsNear: tellings.reportsNear,
  })

  const storeRuns = Effect.fn("RunStore.storeRuns")((
    source: string,
    { details: told = [], gone, runs }: RunChanges,
    cursor?: SourceCursor,
  ) => {
    const latest = dedupeByKey(runs, ({ ref }) => ref)
    const refs = [...gone, ...latest.map(({ ref }) => ref), ...told.map(({ ref }) => ref)]
    return write(
      Effect.gen(function* () {
        const before = yield* tellings.startsOf(source, refs)
        const forgotten = yield* byHand.forget(gone.map((ref) => runId(source, ref)))
        const known = yield* byHand.tell(latest.map((run) => ({ source, ...run })))
        const removed =
          yield* sql`delete from runs where ${amongTexts("id", forgotten.untouched)} returning ref`
        const changed = yield* put(known.untouched)
        yield* tellings.forgetNoted(source, refs)
        yield* details.store(source, told)
        const seen = forgotten.changed + known.changed + removed.length + changed
        if (seen + told.length > 0)
          yield* tellings.mark([...before, ...latest.map(({ startedAt }) => startedAt)])
        yield* cursors.save(cursor)
        return seen
      }),
    )
  })

  const refsSince = Effect.fn("RunStore.refsSince")(function* (source: string, from: EpochMillis) {
    return readRefs(
      yield* sql`select ref from runs where source = ${source} and started_at >= ${instant(from)} order by ref`,
    )
  }, read)

  return RunStore.of({
    storeRuns,
    cursor: cursors.read,
    refsSince,
    dueDetails: details.due,
    detailsAskedSince: details.askedSince,
    reportsNear: tellings.reportsNear,
    lists: listsOf(parts, details, byHand.leadsTo),
    edits: editStoreOf([byHand], (change) => write(change)),
    ...statsOf(database, zone),
    journal,
    searchable,
  })
}
