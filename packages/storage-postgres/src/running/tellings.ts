import type { EpochMillis } from "@daybook/kernel"
import { fileSources, givingWay, handSource, Run, sameStartMillis, servicesOfIds } from "@daybook/running"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { instant, instants, texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"

const readStarts = valuesOf(Run.fields.startedAt)

/** The part of an activity of another sport by which a recording of it is known. */
type OtherSport = Pick<Run, "ref" | "startedAt">

// One telling hides another, which then has no recording to lend.
const farthest = 3 * sameStartMillis

/** Which runs count, and which recordings lend them details, in SQL: `runsOfTellings` of the domain. */
export const tellingsIn = (sql: SqlClient.SqlClient) => {
  const reach = sql.literal(`interval '${sameStartMillis} milliseconds'`)
  const near = (one: string, other: string) =>
    sql`${sql.literal(one)}.started_at between ${sql.literal(other)}.started_at - ${reach}
      and ${sql.literal(other)}.started_at + ${reach}`
  const rank = (of: string) =>
    sql`coalesce(array_position(${texts(givingWay)}, ${sql.literal(of)}.source), 0)`
  const serviceOf = (of: string) => {
    const services = Object.entries(servicesOfIds)
    return sql`(${texts(services.map(([, service]) => service))})[array_position(
      ${texts(services.map(([source]) => source))}, ${sql.literal(of)}.source)]`
  }
  // An activity of another id at the same service is another one.
  const mayBeSame = sql`(${serviceOf("other")} = ${serviceOf("runs")} and other.ref <> runs.ref) is not true`
  const apart = sql`abs(extract(epoch from runs.started_at - near.started_at))`
  const hasDetails = (of: string) =>
    sql`exists (select 1 from run_details where run_details.source = ${sql.literal(of)}.source
      and run_details.ref = ${sql.literal(of)}.ref and were_found)`

  const standsAside = sql`runs.is_removed or case
    when ${rank("runs")} = 0 then false
    when runs.source = ${handSource} then exists (select 1 from runs as other
      where other.source <> ${handSource} and not other.is_removed and ${near("other", "runs")})
    else exists (select 1 from runs as other where ${near("other", "runs")} and ${mayBeSame} and (${rank("other")} < ${rank("runs")}
        or (other.source = runs.source and (other.started_at, other.ref collate "C") < (runs.started_at, runs.ref collate "C"))))
      or exists (select 1 from other_sports as other where ${near("other", "runs")} and ${mayBeSame} and ${rank("other")} < ${rank("runs")})
      or (runs.source = 'strava-export' and exists (
        select 1 from runs as other where other.source = 'strava' and other.ref = runs.ref))
    end`

  /**
   * Notes which runs count and which recordings lend details, after these starts have come or gone; after any change where
   * there are none. To be run in the transaction of the change.
   */
  const mark = Effect.fnUntraced(function* (starts: ReadonlyArray<EpochMillis> = []) {
    const [first, last] = starts.reduce(
      ([from, until], at) => [Math.min(from, at), Math.max(until, at)],
      [Infinity, -Infinity],
    )
    const within =
      starts.length === 0
        ? sql`true`
        : sql`runs.started_at between ${instant(first - farthest)} and ${instant(last + farthest)}`
    yield* sql`update runs set is_duplicate = not is_duplicate
      where ${within} and (is_duplicate or is_removed or source = any(${texts(givingWay)}))
      and is_duplicate <> (${standsAside})`
    const lenders = sql`select distinct on (to_source, to_ref) runs.source, runs.ref, to_source, to_ref
      from runs cross join lateral (
        select near.source as to_source, near.ref as to_ref, ${hasDetails("near")} as has_details, ${apart} as apart
        from runs as near where not near.is_duplicate and ${near("near", "runs")}
        order by ${apart}, near.source collate "C", near.ref collate "C" limit 1
      ) as served
      where ${within} and runs.is_duplicate and not runs.is_removed and runs.source = any(${texts(fileSources)})
      and not has_details and ${hasDetails("runs")}
      order by to_source, to_ref, ${rank("runs")}, apart, runs.started_at, runs.ref collate "C"`
    // Two statements, since each run has one recording at every moment.
    yield* sql`with lenders as (${lenders}) update runs set lends_source = null, lends_ref = null
      where ${within} and lends_source is not null
      and (source, ref, lends_source, lends_ref) not in (select source, ref, to_source, to_ref from lenders)`
    yield* sql`with lenders as (${lenders}) update runs set lends_source = to_source, lends_ref = to_ref from lenders
      where runs.source = lenders.source and runs.ref = lenders.ref and lends_source is null`
  })

  return {
    mark,
    /** The stored starts of tellings of these refs, and of those that have the same id at Strava. */
    startsOf: Effect.fnUntraced(function* (source: string, refs: ReadonlyArray<string>) {
      const sources = texts(source === "strava" ? ["strava", "strava-export"] : [source])
      return readStarts(
        yield* sql`select started_at from runs where source = any(${sources}) and ref = any(${texts(refs)})
          union select started_at from other_sports where source = ${source} and ref = any(${texts(refs)})`,
      )
    }),
    /** Notes activities of other sports, and that these runs are none. Gives how many were not known. */
    noteOthers: Effect.fnUntraced(function* (
      source: string,
      runs: ReadonlyArray<OtherSport>,
      others: ReadonlyArray<OtherSport>,
    ) {
      const gone = yield* sql`delete from other_sports
        where source = ${source} and ref = any(${texts(runs.map(({ ref }) => ref))}) returning 1`
      if (others.length === 0) return gone.length
      const noted = yield* sql`insert into other_sports (source, ref, started_at)
        select distinct on (ref) ${source}, ref, started_at
        from unnest(${texts(others.map(({ ref }) => ref))}, ${instants(others.map(({ startedAt }) => startedAt))})
          with ordinality as told (ref, started_at, place)
        order by ref, place desc
        on conflict (source, ref) do update set started_at = excluded.started_at
        where other_sports.started_at <> excluded.started_at returning 1`
      return gone.length + noted.length
    }),
  }
}
