import { alreadySet } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { bigints, instant, ints } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { type LanesToApply, together } from "./applied.ts"
import { setOnce } from "./applySetOnce.ts"
import { readApplied } from "./rows.ts"
import type { Sites } from "./sites.ts"

const readTruth = valuesOf(Schema.Boolean)

/**
 * The body of the function that applies set-once to shards of the node on which it runs. It names their own tables, which
 * Citus does not look at, and keeps the statement of each prepared: planning it takes longer than running it.
 */
const bodyOf = (sql: SqlClient.SqlClient) => {
  const tables = {
    inbox: sql.literal("%1$s"),
    outcomes: sql.literal("%2$s"),
    profiles: sql.literal("%3$s"),
  }
  const [statement] = setOnce(sql, tables, {
    passed: sql.literal("$1"),
    upTo: sql.literal("$2"),
    held: sql.literal("$3"),
    limit: sql.literal("$4"),
    now: sql.literal("$5"),
    reason: sql.literal("$6"),
  }).compile()
  const version = createHash("sha256").update(statement).digest("hex").slice(0, 8)
  return `
    declare
      known text[] := array(select name from pg_prepared_statements);
      kinds text[] := array['profile_inbox', 'profile_outcomes', 'profiles'];
      shard bigint;
      named text;
      tables text[];
    begin
      foreach shard in array shards loop
        named := 'set_once_${version}_' || shard;
        if named <> all (known) then
          tables := array(
            select format('%I.%I', current_schema(), kind || '_' || beside.shardid)
            from unnest(kinds) with ordinality as k (kind, place)
            join pg_dist_shard as beside on beside.logicalrelid = kind::regclass
            join pg_dist_shard as one using (shardminvalue)
            where one.shardid = shard order by place
          );
          execute format('prepare %I (float8, float8, int[], int, timestamptz, text) as ', named)
            || format($statement$${statement}$statement$, variadic tables);
        end if;
        return query execute format('execute %I (%L, %L, %L, %L, %L, %L)', named, passed, up_to, held, most, now, reason);
      end loop;
    end `
}

/** Makes that function on all nodes, where it is not what it should be. */
export const makeNear = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const body = bodyOf(sql)
  const [isMade] = readTruth(
    yield* sql`select exists (
      select 1 from pg_proc where pronamespace = current_schema()::regnamespace and proname = 'apply_set_once'
        and prosrc = ${body})`,
  )
  if (isMade === true) return
  // It takes one connection to each node, where the transaction has perhaps changed tables.
  yield* sql`set local citus.multi_shard_modify_mode = 'sequential'`
  yield* sql.unsafe(`create or replace function apply_set_once(
      lane smallint, shards bigint[], passed float8, up_to float8, held int[], most int, now timestamptz, reason text
    ) returns table (taken int, last float8, requests jsonb, totals jsonb) language plpgsql
    set search_path from current set plan_cache_mode = force_generic_plan set jit = off
    set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off
    as $function$${body}$function$`)
  yield* sql`select create_distributed_function('jsonb_merge(jsonb)'::regprocedure)`
  yield* sql`select create_distributed_function(
    'apply_set_once(smallint, bigint[], float8, float8, int[], int, timestamptz, text)'::regprocedure,
    'lane', colocate_with := 'profile_inbox', force_delegation := true)`
})

/**
 * Makes the function that applies set-once beside its data on Citus, by one call for each node: a quarter of the cost of
 * applying in order (docs/scale.md). It gives undefined where that cannot be: for a single shard, and while shards move.
 */
export const makeApplyNear = (sql: SqlClient.SqlClient, sites: Sites) =>
  Effect.fnUntraced(function* (
    { held, limit, passed, upTo }: LanesToApply,
    numbers: ReadonlyArray<number>,
    now: EpochMillis,
  ) {
    if ((yield* sites.nodesOf(held)).flatMap(({ shards }) => shards).length < 2) return undefined
    // It deletes nothing. A statement over several shards holds them where they are, and makes Citus commit in two phases on
    // their nodes. By itself Citus would not: it does not see what a call writes there, nor that counters are written here.
    yield* sql`delete from profile_inbox where lane = any (${ints(held)}::smallint[]) and number < 0`
    const nodes = yield* sites.nodesOf(held)
    if (nodes.length === 0) return undefined
    const bound = numbers.length > limit ? (numbers.toSorted((a, b) => a - b)[limit - 1] ?? upTo) : upTo
    const applied = yield* Effect.forEach(nodes, ({ lanes, shards }) =>
      Effect.map(
        // The lane is no parameter: Citus sends a call on by what its text says.
        sql`select * from apply_set_once(${sql.literal(String(lanes[0]))}::smallint, ${bigints(shards)},
          ${passed}::float8, ${bound}::float8, ${ints(lanes)}, ${limit}::int, ${instant(now)}, ${alreadySet}::text)`
          .unprepared,
        readApplied,
      ),
    )
    return together(
      applied.flat().map(({ last = bound, requests = [], taken, totals = [] }) => ({
        taken,
        reached: taken < limit ? bound : last,
        requests,
        totals,
      })),
    )
  })
