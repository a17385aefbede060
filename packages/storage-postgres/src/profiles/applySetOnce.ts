import { alreadySet } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { instant, ints } from "../sql/parameters.ts"
import { type AppliedChanges, type LanesToApply, nothing } from "./applied.ts"
import { readApplied } from "./rows.ts"

/** The names of tables, and the values of a statement. */
type Parts<Name extends string> = Readonly<Record<Name, Fragment>>

/**
 * Applies the earliest changes of held lanes in which nothing but set-once waits, in one statement: the values stored, and
 * before them those of earlier changes, go over those of later ones.
 *
 * Whole objects are merged, of values (`properties`) and of the numbers that they came with (`own`), the earliest
 * last: taking them apart into properties costs three times as much.
 */
export const setOnce = (
  sql: SqlClient.SqlClient,
  tables: Parts<"inbox" | "outcomes" | "profiles">,
  given: Parts<"passed" | "upTo" | "held" | "limit" | "now" | "reason">,
) =>
  sql`with taken as materialized (
      select i.*, names, jsonb_object(names, array_fill(i.number::text, array[cardinality(names)])) as own
      from (
          select ctid as place, * from ${tables.inbox}
          where number > ${given.passed}::float8::bigint and number <= ${given.upTo}::float8::bigint
            and lane = any (${given.held}::smallint[]) and failure is null
          order by number limit ${given.limit}
        ) as i,
        lateral (
          select array(select jsonb_object_keys(i.properties) as name order by name) as names offset 0
        ) as named
    ),
    merged as (
      select lane, workspace, version, distinct_id, min(accepted_at) as created_at,
        jsonb_merge(properties order by number desc) as properties, jsonb_merge(own order by number desc) as own
      from taken group by lane, workspace, version, distinct_id
    ),
    -- The limit keeps this a look-up by key: joined, all profiles would be read where statistics mislead.
    settled as materialized (
      select m.lane, m.workspace, m.version, m.distinct_id, m.created_at, p.properties as before,
        m.properties || coalesce(p.properties, '{}') as properties,
        case when p.properties is null then m.own else (
          select coalesce(jsonb_object_agg(name, number), '{}') from jsonb_each(m.own) as own (name, number)
          where not jsonb_exists(p.properties, name)
        ) end as won
      from merged as m left join lateral (
        select properties from ${tables.profiles} as p where p.workspace = m.workspace
          and p.version = m.version and p.distinct_id = m.distinct_id
          and p.lane = m.lane limit 1
      ) as p on true
    ),
    written as (
      insert into ${tables.profiles} (lane, workspace, version, distinct_id, properties, created_at, updated_at)
      select lane, workspace, version, distinct_id, properties, created_at, ${given.now}
      from settled where before is null or won <> '{}'
      on conflict (workspace, version, distinct_id, lane) do update
        set properties = excluded.properties, updated_at = excluded.updated_at
    ),
    noted as (
      insert into ${tables.outcomes} (lane, request_id, change, operation, number, workspace, version, applied, ignored)
      select lane, request_id, change, operation, number, workspace, version, applied,
        case when cardinality(applied) = cardinality(names) then ignored
          else ignored || (
            select jsonb_agg(jsonb_build_object('name', name, 'reason', ${given.reason}::text) order by name)
            from unnest(names) as name where name <> all (applied)
          ) end
      from taken join settled using (lane, workspace, version, distinct_id), lateral (
        select case when won @> own then names
          else array(select name from unnest(names) as name where won -> name = own -> name) end as applied
        offset 0
      ) as winning
    ),
    gone as (
      delete from ${tables.inbox} where ctid = any (array(select place from taken))
    )
    select (select count(*)::int from taken) as taken, (select max(number)::float8 from taken) as last, (
      select jsonb_agg(counted) from (
        select workspace, version, (accepted_at at time zone 'UTC')::date as day, operation, count(*) as requests
        from taken where change = 0 group by 1, 2, 3, 4
      ) as counted
    ) as requests, (
      select jsonb_agg(made) from (
        select workspace, version, 'profile' as kind, count(*) as number
        from settled where before is null group by 1, 2
        union all
        select workspace, version, 'bytes',
          sum(octet_length(properties::text) - coalesce(octet_length(before::text), 0))
        from settled where before is null or won <> '{}' group by 1, 2
      ) as made
    ) as totals`

/** Applies the earliest changes of held lanes in which nothing but set-once waits. */
export const makeApplySetOnce = (sql: SqlClient.SqlClient) => {
  const tables = {
    inbox: sql.literal("profile_inbox"),
    outcomes: sql.literal("profile_outcomes"),
    profiles: sql.literal("profiles"),
  }
  return Effect.fnUntraced(function* ({ held, limit, passed, upTo }: LanesToApply, now: EpochMillis) {
    const given = {
      passed: sql`${passed}`,
      upTo: sql`${upTo}`,
      held: sql`${ints(held)}`,
      limit: sql`${limit}`,
      now: sql`${instant(now)}`,
      reason: sql`${alreadySet}`,
    }
    const [row] = readApplied(yield* setOnce(sql, tables, given))
    if (row === undefined) return nothing
    const { last = upTo, requests = [], taken, totals = [] } = row
    return { taken, reached: taken < limit ? upTo : last, requests, totals } satisfies AppliedChanges
  })
}
