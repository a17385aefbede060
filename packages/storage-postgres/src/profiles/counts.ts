import { type Place, PropertyType, type Usage } from "@daybook/profiles"
import type { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { date } from "../sql/parameters.ts"
import * as Rows from "./rows.ts"

/** The numbers that a transaction adds to the counters. */
export interface Counts {
  readonly requests: ReadonlyArray<Rows.PlacedRequestCount>
  readonly totals: ReadonlyArray<Rows.Total>
}

export const noCounts: Counts = { requests: [], totals: [] }

/**
 * Makes the functions that count. Requests are counted when they leave the inbox; those that wait there are counted when
 * usage is read.
 */
export const makeCounts = (sql: SqlClient.SqlClient) => {
  /**
   * Adds to the counters: the last statement of its transaction that takes locks, always in one order, so that those who
   * count at once wait for each other's commit alone, and never in a circle.
   */
  const add = Effect.fnUntraced(function* ({ requests, totals }: Counts) {
    if (requests.length > 0) {
      yield* sql`insert into profile_usage (${Rows.usage.names})
        select workspace, version, day, operation, sum(requests)
        from ${Rows.usage.unnest(requests)} as given (${Rows.usage.names})
        group by workspace, version, day, operation order by workspace, version, day, operation
        on conflict (workspace, version, day, operation) do update
          set requests = profile_usage.requests + excluded.requests`
    }
    if (totals.length > 0) {
      yield* sql`insert into profile_totals (${Rows.totals.names})
        select workspace, version, kind, sum(number) from ${Rows.totals.unnest(totals)} as given (${Rows.totals.names})
        group by workspace, version, kind having sum(number) <> 0 order by workspace, version, kind
        on conflict (workspace, version, kind) do update set number = profile_totals.number + excluded.number`
    }
  })

  const usage = Effect.fn("ProfileStore.usage")(function* ({ workspace, version }: Place, since: LocalDate) {
    const here = sql`workspace = ${workspace} and version = ${version}`
    const first = date(since)
    const requests = Rows.readRequestCounts(
      yield* sql`select day::text, operation, sum(requests)::float8 as requests from (
          select day, operation, requests from profile_usage where ${here} and day >= ${first}
          union all
          select (accepted_at at time zone 'UTC')::date, operation, 1 from profile_inbox
          where ${here} and change = 0 and accepted_at >= (${first}::timestamp at time zone 'UTC')
        ) as counted group by day, operation order by day, operation collate "C"`,
    )
    // By one statement, so that no change is counted both as waiting and as applied. An action's row is longer than what it adds.
    const totals = Rows.readTotals(
      yield* sql`select kind, number::float8 from profile_totals where ${here}
        union all
        select 'waiting profile', count(*)::float8 from (
          select distinct lane, distinct_id from profile_inbox as i where ${here} and makes and failure is null
            and not exists (select 1 from profiles as p where p.workspace = i.workspace and p.version = i.version
              and p.distinct_id = i.distinct_id and p.lane = i.lane)
        ) as made
        union all
        select 'waiting bytes', coalesce(sum(octet_length(properties::text) + octet_length(coalesce(actions::text, ''))), 0)::float8
        from profile_inbox where ${here} and failure is null`,
    )
    const numbers = new Map(totals.map(({ kind, number }) => [kind, number]))
    const properties = PropertyType.literals.map((type) => [type, numbers.get(type) ?? 0] as const)
    return {
      profiles: numbers.get("profile") ?? 0,
      bytes: numbers.get("bytes") ?? 0,
      waiting: {
        profiles: numbers.get("waiting profile") ?? 0,
        bytes: numbers.get("waiting bytes") ?? 0,
      },
      properties: Object.fromEntries(properties) as Usage["properties"],
      requests,
    } satisfies Usage
  })

  return { add, usage }
}

/** The bytes of rows that were written, or with a factor of -1 of those that were there before, to be added to the totals. */
export const totalsOfBytes = (
  rows: ReadonlyArray<Place & { readonly bytes: number }>,
  factor: 1 | -1,
): ReadonlyArray<Rows.Total> =>
  rows.map(({ bytes, version, workspace }) => ({ workspace, version, kind: "bytes", number: factor * bytes }))

/** The number of new properties of each type, to be added to the totals. */
export const totalsOfTypes = (made: ReadonlyArray<Rows.TypedProperty>): ReadonlyArray<Rows.Total> =>
  made.map(({ workspace, version, type }) => ({ workspace, version, kind: type, number: 1 }))
