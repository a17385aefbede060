import { type EpochMillis, dedupeByKey } from "@daybook/kernel"
import { Run, runId, runsOfTellings, sameStartMillis } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
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
    lends: Schema.UndefinedOr(Schema.String),
  }),
)
const readStarts = valuesOf(startedAt)

/** The part of an activity of another sport that identifies a recording of it. */
type OtherSport = Pick<Run, "ref" | "startedAt">

// One report hides another, which then has no recording to lend.
const farthest = 3 * sameStartMillis

/** Which runs count, and which recordings lend them details: `runsOfTellings` of the domain. */
export const tellingsOf = ({ amongTexts, instant, sql }: Sql) => {
  /** The reports that began between two instants, or all, and the twins at Strava of exports among them. */
  const tellingsWithin = Effect.fnUntraced(function* (
    span?: readonly [from: EpochMillis, until: EpochMillis],
  ) {
    const within =
      span === undefined ? sql`true` : sql`started_at between ${instant(span[0])} and ${instant(span[1])}`
    return readTellings(
      yield* sql`select source, ref, started_at, ${true} as is_run, is_removed, is_duplicate,
          lends_source || ':' || lends_ref as lends, exists (select 1 from run_details as known
            where known.source = runs.source and known.ref = runs.ref and were_found) as has_details
        from runs where ${within} or (source = 'strava' and ref in (
          select ref from runs where source = 'strava-export' and ${within}))
        union all select source, ref, started_at, false, false, false, null, false from other_sports where ${within}`,
    )
  })

  /** Stores which runs count and which recordings lend details, after these starts have come or gone; after any change without them. */
  const mark = Effect.fnUntraced(function* (starts?: ReadonlyArray<EpochMillis>) {
    if (starts?.length === 0) return
    const [first, last] = (starts ?? []).reduce(
      ([from, until], at) => [Math.min(from, at), Math.max(until, at)],
      [Infinity, -Infinity],
    )
    const found = yield* tellingsWithin(starts && [first - 2 * farthest, last + 2 * farthest])
    const shown = runsOfTellings(found)
    const servedBy = new Map(
      [...shown].flatMap(([run, lender]) => (lender === undefined ? [] : [[lender, run] as const])),
    )
    const isNear = ({ startedAt: at }: OtherSport) =>
      starts === undefined || (at >= first - farthest && at <= last + farthest)
    const changed = found
      .filter((one) => one.isRun && isNear(one))
      .map((one) => ({ ...one, counts: shown.has(one), serves: servedBy.get(one) }))
      .filter(
        ({ counts, isDuplicate, lends, serves }) =>
          counts === isDuplicate || (serves && runId(serves.source, serves.ref)) !== lends,
      )
    // In two steps, since a run has at most one recording at every moment.
    for (const { counts, ref: own, source } of changed)
      yield* sql`update runs set is_duplicate = ${!counts}, lends_source = null, lends_ref = null
        where source = ${source} and ref = ${own}`
    for (const { ref: own, serves, source } of changed)
      if (serves !== undefined)
        yield* sql`update runs set lends_source = ${serves.source}, lends_ref = ${serves.ref}
          where source = ${source} and ref = ${own}`
  })

  return {
    mark,
    /** The stored starts of reports of these refs, and of the ones that have the same id at Strava. */
    startsOf: Effect.fnUntraced(function* (source: string, refs: ReadonlyArray<string>) {
      const sources = source === "strava" ? ["strava", "strava-export"] : [source]
      return readStarts(
        yield* sql`select started_at from runs where ${amongTexts("source", sources)} and ${amongTexts("ref", refs)}
          union select started_at from other_sports where source = ${source} and ${amongTexts("ref", refs)}`,
      )
    }),
    /** Stores activities of other sports, and removes these runs. Returns how many were new. */
    noteOthers: Effect.fnUntraced(function* (
      source: string,
      runs: ReadonlyArray<OtherSport>,
      others: ReadonlyArray<OtherSport>,
    ) {
      const refs = runs.map((run) => run.ref)
      const gone =
        yield* sql`delete from other_sports where source = ${source} and ${amongTexts("ref", refs)} returning ref`
      let noted = 0
      for (const { ref: own, startedAt: at } of dedupeByKey(others, (one) => one.ref)) {
        const stored = yield* sql`insert into other_sports (source, ref, started_at)
          values (${source}, ${own}, ${instant(at)})
          on conflict (source, ref) do update set started_at = excluded.started_at
          where other_sports.started_at <> excluded.started_at returning ref`
        noted += stored.length
      }
      return gone.length + noted
    }),
  }
}
