import type { EpochMillis } from "@daybook/kernel"
import { givingWay, Run, runId, runsOfTellings, sameStartMillis } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import type { Sql } from "../sql.ts"
import { rowsOf, valuesOf } from "../table.ts"

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
    isOther: Schema.Boolean,
    lends: Schema.UndefinedOr(Schema.String),
  }),
)
const readStarts = valuesOf(startedAt)

// One report hides another, which then has no recording to lend.
const farthest = 3 * sameStartMillis

// A report gives way to one that gives way to another, and so on.
const giveWayWithin = givingWay.length * sameStartMillis

/** Which runs count, and which recordings lend them details: `runsOfTellings` of the domain. */
export const tellingsOf = ({ amongTexts, given, instant, read, sql }: Sql) => {
  /** The reports that match, and the twins at Strava of exports among them. */
  const tellingsWithin = Effect.fnUntraced(function* (within: Fragment) {
    return readTellings(
      yield* sql`select source, ref, started_at, sport = '' as is_run, is_removed, is_duplicate, is_other,
          lends_source || ':' || lends_ref as lends, exists (select 1 from run_details as known
            where known.source = runs.source and known.ref = runs.ref and were_found) as has_details
        from runs where ${within} or (source = 'strava' and ref in (
          select ref from runs where source = 'strava-export' and ${within}))
        -- An earlier version only noted the starts of activities of other sports.
        union all select source, ref, started_at, false, true, true, false, null, false from other_sports where ${within}`,
    )
  })

  /** Stores which runs count and which recordings lend details, after these starts have come or gone; after any change without them. */
  const mark = Effect.fnUntraced(function* (starts?: ReadonlyArray<EpochMillis>) {
    if (starts?.length === 0) return
    const [first, last] = (starts ?? []).reduce(
      ([from, until], at) => [Math.min(from, at), Math.max(until, at)],
      [Infinity, -Infinity],
    )
    const found = yield* tellingsWithin(
      starts === undefined
        ? sql`true`
        : sql`started_at between ${instant(first - 2 * farthest)} and ${instant(last + 2 * farthest)}`,
    )
    const shown = runsOfTellings(found)
    const servedBy = new Map(
      [...shown].flatMap(([run, lender]) => (lender === undefined ? [] : [[lender, run] as const])),
    )
    const isNear = ({ startedAt: at }: Pick<Run, "startedAt">) =>
      starts === undefined || (at >= first - farthest && at <= last + farthest)
    const changed = found
      .filter(isNear)
      .map((one) => ({
        ...one,
        counts: one.isRun && shown.has(one),
        countsApart: !one.isRun && shown.has(one),
        serves: servedBy.get(one),
      }))
      .filter(
        ({ counts, countsApart, isDuplicate, isOther, lends, serves }) =>
          counts === isDuplicate ||
          countsApart !== isOther ||
          (serves && runId(serves.source, serves.ref)) !== lends,
      )
    // In two steps, since a run has at most one recording at every moment.
    for (const { counts, countsApart, ref: own, source } of changed)
      yield* sql`update runs set is_duplicate = ${!counts}, is_other = ${countsApart}, lends_source = null, lends_ref = null
        where source = ${source} and ref = ${own}`
    for (const { ref: own, serves, source } of changed)
      if (serves !== undefined)
        yield* sql`update runs set lends_source = ${serves.source}, lends_ref = ${serves.ref}
          where source = ${source} and ref = ${own}`
  })

  return {
    mark,
    reportsNear: Effect.fn("RunStore.reportsNear")(function* (ids: ReadonlyArray<string>) {
      const starts = readStarts(
        yield* sql`select started_at from runs where ${amongTexts("id", ids)}
          union select twin.started_at from runs join runs as twin on twin.ref = runs.ref
            and twin.source in ('strava', 'strava-export') where ${amongTexts("runs.id", ids)}`,
      )
      const around = given("around", {
        first: ["instant", starts.map((at) => at - giveWayWithin)],
        last: ["instant", starts.map((at) => at + giveWayWithin)],
      })
      return yield* tellingsWithin(
        sql`started_at in (select near.started_at
          from ${around} join runs as near on near.started_at between first and last)`,
      )
    }, read),
    /** The stored starts of reports of these refs, and of reports with the same id at Strava. */
    startsOf: Effect.fnUntraced(function* (source: string, refs: ReadonlyArray<string>) {
      const sources = source === "strava" ? ["strava", "strava-export"] : [source]
      return readStarts(
        yield* sql`select started_at from runs where ${amongTexts("source", sources)} and ${amongTexts("ref", refs)}
          union select started_at from other_sports where source = ${source} and ${amongTexts("ref", refs)}`,
      )
    }),
    /** Removes what an earlier version noted of activities that are now stored. */
    forgetNoted: (source: string, refs: ReadonlyArray<string>) =>
      sql`delete from other_sports where source = ${source} and ${amongTexts("ref", refs)}`,
  }
}
