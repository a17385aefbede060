import type { EpochMillis } from "@daybook/kernel"
import { Run, runId, runsOfTellings, sameStartMillis } from "@daybook/running"
import * as Schema from "effect/Schema"
import type { Database } from "../sql/database.ts"
import { jsonList, rowsOf, valuesOf } from "../sql/table.ts"

const { ref, startedAt } = Run.fields

const readTellings = rowsOf(
  Schema.Struct({
    source: Schema.String,
    ref,
    startedAt,
    isRun: Schema.Boolean,
    isRemoved: Schema.Boolean,
    hasDetails: Schema.Boolean,
    isDuplicate: Schema.Boolean,
    lends: Schema.UndefinedOr(Schema.String),
  }),
)
const readStarts = valuesOf(startedAt)

/** The part of an activity of another sport by which a recording of it is known. */
type OtherSport = Pick<Run, "ref" | "startedAt">

// One telling hides another, which then has no recording to lend.
const farthest = 3 * sameStartMillis

/** Which runs count, and which recordings lend them details: `runsOfTellings` of the domain. */
export const tellingsIn = ({ all, many, sql }: Database["Service"]) => {
  /** The tellings that began between two instants, and the twins at Strava of exports among them. */
  const tellingsWithin = (from: EpochMillis, until: EpochMillis) =>
    readTellings(
      all(sql`select source, ref, started_at, 1 as is_run, is_removed, is_duplicate,
          lends_source || ':' || lends_ref as lends, exists (select 1 from run_details as known
            where known.source = runs.source and known.ref = runs.ref and were_found) as has_details
        from runs where started_at between ${from} and ${until} or (source = 'strava' and ref in (
          select ref from runs where source = 'strava-export' and started_at between ${from} and ${until}))
        union all select source, ref, started_at, 0, 0, 0, null, 0
        from other_sports where started_at between ${from} and ${until}`),
    )

  /** Stores which runs count and which recordings lend details, after these starts have come or gone; after any change without them. */
  const mark = (starts?: ReadonlyArray<EpochMillis>): void => {
    const [first, last] =
      starts === undefined
        ? [Number.MIN_SAFE_INTEGER / 2, Number.MAX_SAFE_INTEGER / 2]
        : starts.reduce(
            ([from, until], at) => [Math.min(from, at), Math.max(until, at)],
            [Infinity, -Infinity],
          )
    if (first > last) return
    const found = tellingsWithin(first - 2 * farthest, last + 2 * farthest)
    const shown = runsOfTellings(found)
    const servedBy = new Map(
      [...shown].flatMap(([run, lender]) =>
        lender === undefined ? [] : [[lender, runId(run.source, run.ref)] as const],
      ),
    )
    const changed = found
      .filter((one) => one.isRun && one.startedAt >= first - farthest && one.startedAt <= last + farthest)
      .map((one) => ({ ...one, counts: shown.has(one), serves: servedBy.get(one) }))
      .filter((one) => one.counts === one.isDuplicate || one.serves !== one.lends)
    // In two steps, since a run has at most one recording at every moment.
    many({
      text: "update runs set is_duplicate = ?, lends_source = null, lends_ref = null where source = ? and ref = ?",
      rows: changed.map((one) => [one.counts ? 0 : 1, one.source, one.ref]),
    })
    many({
      text: "update runs set (lends_source, lends_ref) = (select source, ref from runs where id = ?) where source = ? and ref = ?",
      rows: changed.flatMap((one) => (one.serves === undefined ? [] : [[one.serves, one.source, one.ref]])),
    })
  }

  return {
    mark,
    /** The stored starts of tellings of these refs, and of those that have the same id at Strava. */
    startsOf: (source: string, refs: ReadonlyArray<string>) => {
      const sources = jsonList(source === "strava" ? ["strava", "strava-export"] : [source])
      const these = sql`ref in (select value from json_each(${jsonList(refs)}))`
      return readStarts(
        all(sql`select started_at from runs where source in (select value from json_each(${sources})) and ${these}
          union select started_at from other_sports where source = ${source} and ${these}`),
      )
    },
    /** Stores activities of other sports, and that these runs are none. Returns how many were not known. */
    noteOthers: (
      source: string,
      runs: ReadonlyArray<OtherSport>,
      others: ReadonlyArray<OtherSport>,
    ): number => {
      const gone = all(sql`delete from other_sports where source = ${source}
        and ref in (select value from json_each(${jsonList(runs.map((run) => run.ref))})) returning ref`)
      const noted = many({
        text: `insert into other_sports (source, ref, started_at) values (?, ?, ?)
          on conflict (source, ref) do update set started_at = excluded.started_at
          where other_sports.started_at <> excluded.started_at returning ref`,
        rows: others.map((one) => [source, one.ref, one.startedAt]),
      })
      return gone.length + noted.length
    },
  }
}
