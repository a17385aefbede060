import type { Place } from "@daybook/profiles"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { quoted } from "@daybook/storage-sql"
import type { DatabaseUnusable } from "../../errors.ts"
import { forLongWork } from "../../sql/longWork.ts"
import { LatestMigrations, migrate, readSchema } from "../../sql/migrator.ts"
import { rowsOf, valuesOf } from "../../sql/table.ts"
import { batchFunctions } from "../batchFunctions.ts"
import { migrateProfiles } from "../migrations.ts"
import { indexAdditions } from "../valueIndexFunctions.ts"

/** The number of shards of a new database. An existing one keeps its own. */
export const ShardCount = Context.Reference<number>("daybook/storage-postgres/ShardCount", {
  defaultValue: () => 12,
})

const readIds = valuesOf(Schema.Int)
const readNames = valuesOf(Schema.String)
const readPlaces = rowsOf(
  Schema.Struct({ workspace: Schema.String, version: Schema.Literals(["live", "test"]) }),
)

/** The schema of a shard: a tenant of Citus, with all tables of profiles. Citus keeps them together on one node. */
export const schemaOf = (schema: string, shard: number) => `${schema}_profiles_${shard}`

/** The shard of a place: FNV-1a of its name. */
export const shardOf = ({ version, workspace }: Place, count: number): number => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${version}/${workspace}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  }
  return hash % count
}

/** The SQLSTATE of a batch that came to a node which no longer holds its shard. */
export const movedState = "57PDM"

// The numbers of a shard begin here, so that those of different shards differ: there is space for 128 shards.
const numbersOfShard = (shard: number) => `${shard}::bigint << 46`

/**
 * The functions that each transaction of a shard begins with. They keep the shard on this node until the transaction ends: a move
 * of it waits for that. A sequence belongs to a node. One that a shard comes to draws greater numbers than the last did.
 */
const homeFunctions = (shard: number) => [
  `create table profile_home (one boolean primary key, node int not null, base bigint not null)`,
  `insert into profile_home values (true, -1, ${numbersOfShard(shard)})`,
  `create function come_home() returns void language plpgsql set lock_timeout = '2s' as $$
  declare
    home regclass := 'profile_home'::regclass;
    here int := (select groupid from pg_dist_local_group);
    shard bigint := (select shardid from pg_dist_shard where logicalrelid = home);
  begin
    perform lock_shard_metadata(5, array[shard]);
    if not exists (select from pg_dist_placement where shardid = shard and groupid = here) then
      raise exception 'these profiles are on another node' using errcode = '${movedState}';
    end if;
    if (select node from profile_home) = here then
      return;
    end if;
    perform pg_advisory_xact_lock(hashtext(current_schema() || ' profiles home'), 0);
    if (select node from profile_home) = here then
      return;
    end if;
    perform set_config('citus.enable_ddl_propagation', 'off', true);
    create sequence if not exists profile_numbers;
    update profile_home set node = here, base = base + (1::bigint << 32) * (1 + (greatest(0, - base + greatest(
      (select coalesce(max(number), 0) from profile_outcomes), (select coalesce(max(number), 0) from profile_erasures))) >> 32));
    perform setval('profile_numbers', (select base from profile_home));
  end $$`,
  `create function next_profile_number() returns bigint language plpgsql as $$
  begin
    return nextval('profile_numbers');
  end $$`,
]

const statements = (shard: number): ReadonlyArray<string> => [
  ...homeFunctions(shard),
  ...["insert", "update", "delete"].map((event) => `drop trigger profile_values_${event} on profiles`),
  // Citus refuses to delete by others. They are: dates name their zone.
  ...["number", "text"].map((kind) => `alter function indexed_${kind}(text, jsonb) immutable`),
  // Citus draws such numbers from a range of each node. One that is taken already makes no index, until the next query wants it.
  `alter table property_indexes alter id drop identity`,
  `alter table property_indexes alter id set default floor(random() * 2147483647)::int`,
  `alter table profile_erasures alter number drop identity`,
  `alter table profile_erasures alter number set default next_profile_number()`,
  `drop sequence profile_numbers`,
  `drop function lock_profiles`,
  `drop function write_profiles`,
  ...batchFunctions({ beginning: "\n    perform come_home();", ...indexAdditions }),
  `alter function settled_number(int) rename to settled_here`,
  `create function settled_number(register int) returns bigint language plpgsql as $$
  begin
    perform come_home();
    return settled_here(register);
  end $$`,
]

/** Brings the tables of a shard up to date, and spreads them: Citus gives each shard a node. */
const migrateShard = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, schema: string, shard: number) {
  const run = (statement: string) => sql`${sql.literal(statement)}`.unprepared
  yield* run(`create schema if not exists ${quoted(schema)}`)
  yield* run(`set local search_path = ${quoted(schema)}, public`)
  yield* Effect.andThen(
    migrateProfiles,
    migrate("profile_shard", {
      "1_shard": () => [
        ...statements(shard).map(run),
        run(`select citus_schema_distribute('${schema.replaceAll("'", "''")}')`),
      ],
    }),
  ).pipe(Effect.provideService(LatestMigrations, new Map()), Effect.provideService(SqlClient.SqlClient, sql))
})

// The tables whose rows a place has, and those of the rows that name one of its snapshots.
const placed = [
  "profiles",
  "profile_aliases",
  "property_types",
  "property_counts",
  "property_changes",
  "profile_outcomes",
  "profile_retries",
  "profile_usage",
  "profile_totals",
  "profile_warnings",
  "profile_erasures",
  "profile_cohorts",
  "profile_snapshots",
]
/** The tables whose rows are in shards. */
export const inShards: ReadonlySet<string> = new Set([...placed, "profile_snapshot_members"])

const inPlace = "workspace = $1 and version = $2"
const ofSnapshots = `snapshot in (select id from profile_snapshots where ${inPlace})`

/** Moves what is stored on the coordinator to the shards: by an earlier version, or by a restore. */
const spread = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, schema: string, count: number) {
  const places = readPlaces(
    yield* sql`${sql.literal(
      placed.map((table) => `select workspace, version from ${table}`).join(" union "),
    )}`,
  )
  for (const { version, workspace } of places) {
    const to = schemaOf(schema, shardOf({ workspace: workspace as Place["workspace"], version }, count))
    const move = Effect.fnUntraced(function* (table: string, where: string) {
      const columns = readNames(
        yield* sql`select quote_ident(attname) from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`,
      ).join(", ")
      yield* sql.unsafe(
        `insert into ${quoted(to)}.${table} (${columns}) select ${columns} from ${table} where ${where}`,
        [workspace, version],
      )
    })
    yield* move("profile_snapshot_members", ofSnapshots)
    for (const table of placed) yield* move(table, inPlace)
    yield* sql.unsafe(`delete from profile_snapshot_members where ${ofSnapshots}`, [workspace, version])
    for (const table of placed)
      yield* sql.unsafe(`delete from ${table} where ${inPlace}`, [workspace, version])
  }
})

const hasShards = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`select 1 as one from pg_class where oid = to_regclass('profile_shards')`,
    (found) => found.length > 0,
  )

/** The newest step of the tables of a shard that this version knows. */
const newest = "15.1"

/**
 * Prepares the shards of a database on Citus with nodes; undefined for other ones. Only the coordinator is read if
 * all is up to date.
 */
export const prepareShards: Effect.Effect<
  { readonly schema: string; readonly count: number } | undefined,
  SqlError | DatabaseUnusable,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = forLongWork(yield* SqlClient.SqlClient)
  if ((yield* sql`select 1 as one from pg_extension where extname = 'citus'`).length === 0) return undefined
  const nodes = yield* sql`select 1 as one from pg_dist_node where groupid <> 0 and shouldhaveshards`
  if (nodes.length === 0 && !(yield* hasShards(sql))) return undefined
  yield* migrateProfiles
  const schema = yield* readSchema(sql)
  const wanted = yield* ShardCount
  yield* migrate("profile_shards", {
    "1_shards": () => [
      sql`create table profile_shards (id int primary key, step text not null)`,
      sql`insert into profile_shards select id, '' from generate_series(0, ${wanted - 1}::int) as id`,
    ],
  })
  const shards = readIds(yield* sql`select id from profile_shards where step <> ${newest} order by id`)
  for (const shard of shards) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`update profile_shards set step = ${newest} where id = ${shard}`
        yield* migrateShard(sql, schemaOf(schema, shard), shard)
      }),
    )
  }
  const [count = 0] = readIds(yield* sql`select count(*)::int from profile_shards`)
  yield* sql.withTransaction(spread(sql, schema, count))
  return { schema, count }
})

/** The schemas of the shards of a store; none if it is not on Citus. */
export const findShards = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if (!(yield* hasShards(sql))) return []
  const schema = yield* readSchema(sql)
  return readIds(yield* sql`select id from profile_shards order by id`).map((id) => schemaOf(schema, id))
})
