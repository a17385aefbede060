import type { migrate } from "../sql/migrator.ts"

/** The steps of the time when requests waited in an inbox to be applied. */
export const earlierSteps = {
  "1_profiles": (sql) => [
    sql`create table property_types (
      workspace text collate "C" not null,
      version text collate "C" not null,
      name text collate "C" not null,
      type text not null,
      primary key (workspace, version, name)
    )`,
    sql`create table set_once_inbox (
      number bigint generated always as identity,
      lane smallint not null,
      request_id uuid not null unique,
      workspace text collate "C" not null,
      version text collate "C" not null,
      distinct_id text collate "C" not null,
      properties jsonb not null,
      ignored jsonb not null,
      accepted_at timestamptz not null,
      failure text,
      primary key (lane, number)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`,
    sql`create table set_once_outcomes (
      request_id uuid primary key,
      number bigint not null,
      workspace text collate "C" not null,
      version text collate "C" not null,
      applied text[] not null,
      ignored jsonb not null
    )`,
    // Outcomes are stored nearly in the order of their numbers, so the smallest kind of index serves.
    sql`create index set_once_outcomes_number on set_once_outcomes using brin (number)`,
    sql`create table set_once_retries (
      workspace text collate "C" not null,
      version text collate "C" not null,
      key text collate "C" not null,
      body_hash text not null,
      request_id uuid not null,
      accepted_at timestamptz not null,
      primary key (workspace, version, key)
    )`,
    sql`create index set_once_retries_age on set_once_retries (accepted_at)`,
    sql`create table profiles (
      workspace text collate "C" not null,
      version text collate "C" not null,
      distinct_id text collate "C" not null,
      properties jsonb not null,
      accepted jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (workspace, version, distinct_id)
    )`,
    sql`create index profiles_properties on profiles using gin (properties jsonb_path_ops)`,
  ],
  "2_merging": (sql) => [
    sql`create aggregate jsonb_merge (jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}')`,
  ],
  "3_every_verb": (sql) => [
    sql`alter table set_once_inbox rename to profile_inbox`,
    // Changes of set-once alone have `properties`, and are applied by one statement; others have \`actions\`.
    sql`alter table profile_inbox
      add column operation text not null default 'set-once',
      add column change smallint not null default 0,
      add column actions jsonb,
      add column makes boolean not null default true,
      drop constraint set_once_inbox_request_id_key,
      add unique (request_id, change)`,
    sql`create index profile_inbox_actions on profile_inbox (lane, number) where actions is not null`,
    sql`alter sequence set_once_inbox_number_seq rename to profile_numbers`,
    sql`drop index set_once_outcomes_number`,
    sql`alter table set_once_outcomes rename to profile_outcomes`,
    sql`alter table profile_outcomes
      add column operation text not null default 'set-once',
      add column change smallint not null default 0,
      drop constraint set_once_outcomes_pkey,
      add primary key (request_id, change)`,
    sql`alter table set_once_retries rename to profile_retries`,
    sql`alter table profiles drop column accepted`,
    sql`create function last_profile_number() returns bigint language sql volatile as $$
        select case when is_called then last_value else last_value - 1 end from profile_numbers
      $$`,
    // The lock comes before the first number is drawn. A function's statements see what is committed as each begins.
    sql`create function accept_changes(
        register int, accepted timestamptz, ids text[], changes int[], operations text[], workspaces text[],
        versions text[], distinct_ids text[], properties text[], actions text[], ignored text[], makes boolean[]
      ) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(register, (last_profile_number() & 4294967295)::bit(32)::int);
        insert into profile_inbox (lane, request_id, change, operation, workspace, version, distinct_id, properties,
          actions, ignored, makes, accepted_at)
        select (hashtextextended(g.distinct_id, 0) & 15)::smallint, g.id::uuid, g.change, g.operation, g.workspace,
          g.version, g.distinct_id, g.properties::jsonb, g.actions::jsonb, g.ignored::jsonb, g.makes, accepted
        from unnest(ids, changes, operations, workspaces, versions, distinct_ids, properties, actions, ignored, makes)
          with ordinality as g (id, change, operation, workspace, version, distinct_id, properties, actions, ignored,
            makes, place)
        order by g.place;
      end $$`,
    // Locks are read after the last number: one that is missed belongs to a transaction that draws greater ones.
    sql`create function settled_profile_number(register int) returns bigint language plpgsql as $$
      declare
        last bigint := last_profile_number();
        behind bigint;
      begin
        select max(case when distance < 2147483648 then distance else 0 end) into behind
        from pg_locks, lateral (select (last - objid::bigint) & 4294967295 as distance) as d
        where locktype = 'advisory' and objsubid = 2 and classid::bigint = register::bigint & 4294967295
          and database = (select oid from pg_database where datname = current_database());
        return last - coalesce(behind, 0);
      end $$`,
  ],
  "4_lists_and_usage": (sql) => [
    // The number of a request is that of its first change: requests are listed by it.
    sql`alter table profile_inbox add column request_number bigint`,
    sql`update profile_inbox as i set request_number = coalesce(
      (select number from profile_inbox as first where first.request_id = i.request_id and first.change = 0),
      (select number from profile_outcomes as first where first.request_id = i.request_id and first.change = 0),
      number)`,
    sql`alter table profile_inbox alter column request_number set not null`,
    sql`create index profile_inbox_listed on profile_inbox (workspace, version, request_number)`,
    sql`create index profile_inbox_failed on profile_inbox (workspace, version, request_number)
      where failure is not null`,
    sql`create index profile_outcomes_listed on profile_outcomes (workspace, version, number) where change = 0`,
    sql`drop function accept_changes(int, timestamptz, text[], int[], text[], text[], text[], text[], text[], text[],
      text[], boolean[])`,
    sql`create function accept_changes(
        register int, accepted timestamptz, ids text[], changes int[], operations text[], workspaces text[],
        versions text[], distinct_ids text[], properties text[], actions text[], ignored text[], makes boolean[]
      ) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(register, (last_profile_number() & 4294967295)::bit(32)::int);
        insert into profile_inbox (lane, number, request_number, request_id, change, operation, workspace, version,
          distinct_id, properties, actions, ignored, makes, accepted_at)
        overriding system value
        select (hashtextextended(d.distinct_id, 0) & 15)::smallint, d.number,
          min(d.number) over (partition by d.id), d.id::uuid, d.change, d.operation, d.workspace,
          d.version, d.distinct_id, d.properties::jsonb, d.actions::jsonb, d.ignored::jsonb, d.makes, accepted
        from (
          select nextval('profile_numbers') as number, g.* from (
            select * from unnest(ids, changes, operations, workspaces, versions, distinct_ids, properties, actions,
              ignored, makes) with ordinality as u (id, change, operation, workspace, version, distinct_id, properties,
              actions, ignored, makes, place)
            order by place
          ) as g offset 0
        ) as d;
      end $$`,
    // Requests that have left the inbox, by the day of their acceptance in UTC.
    sql`create table profile_usage (
      workspace text collate "C" not null,
      version text collate "C" not null,
      day date not null,
      operation text collate "C" not null,
      requests bigint not null,
      primary key (workspace, version, day, operation)
    ) with (fillfactor = 50)`,
    sql`create table profile_totals (
      workspace text collate "C" not null,
      version text collate "C" not null,
      kind text collate "C" not null,
      number bigint not null,
      primary key (workspace, version, kind)
    ) with (fillfactor = 50)`,
    // Counting begins with the outcomes that are kept. Their ids begin with the milliseconds of their acceptance.
    sql`insert into profile_usage
      select workspace, version, (to_timestamp(
          ('x' || left(replace(request_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0
        ) at time zone 'UTC')::date, operation, count(*)
      from profile_outcomes where change = 0 group by 1, 2, 3, 4`,
    sql`insert into profile_totals select workspace, version, 'profile', count(*) from profiles group by 1, 2`,
    sql`insert into profile_totals select workspace, version, type, count(*) from property_types group by 1, 2, 3`,
  ],
  "5_merges": (sql) => [
    // An id that leads to another one. That one leads nowhere else: a merge of it leads all its ids on.
    sql`create table profile_aliases (
      workspace text collate "C" not null,
      version text collate "C" not null,
      distinct_id text collate "C" not null,
      target text collate "C" not null,
      primary key (workspace, version, distinct_id)
    )`,
    sql`create index profile_aliases_target on profile_aliases (workspace, version, target)`,
    sql`drop function accept_changes(int, timestamptz, text[], int[], text[], text[], text[], text[], text[], text[],
      text[], boolean[])`,
    // The gate comes before all: a merge closes it, so every other acceptance is wholly before it or wholly after.
    sql`create function accept_changes(
        gate int, register int, accepted timestamptz, ids text[], changes int[], operations text[], workspaces text[],
        versions text[], distinct_ids text[], properties text[], actions text[], ignored text[], makes boolean[]
      ) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(gate, 0);
        perform pg_advisory_xact_lock_shared(register, (last_profile_number() & 4294967295)::bit(32)::int);
        insert into profile_inbox (lane, number, request_number, request_id, change, operation, workspace, version,
          distinct_id, properties, actions, ignored, makes, accepted_at)
        overriding system value
        select (hashtextextended(d.led, 0) & 15)::smallint, d.number,
          min(d.number) over (partition by d.id), d.id::uuid, d.change, d.operation, d.workspace,
          d.version, d.led, d.properties::jsonb, d.actions::jsonb, d.ignored::jsonb, d.makes, accepted
        from (
          select nextval('profile_numbers') as number, g.* from (
            select u.*, coalesce((
              select target from profile_aliases as a
              where a.workspace = u.workspace and a.version = u.version and a.distinct_id = u.distinct_id
            ), u.distinct_id) as led
            from unnest(ids, changes, operations, workspaces, versions, distinct_ids, properties, actions,
              ignored, makes) with ordinality as u (id, change, operation, workspace, version, distinct_id, properties,
              actions, ignored, makes, place)
            order by place
          ) as g offset 0
        ) as d;
      end $$`,
  ],
  "6_lanes": (sql) => [
    // Any program can compute the lane of an id, and no version of PostgreSQL can change it.
    sql`create function lane_of(id text) returns smallint language sql immutable strict parallel safe
      return get_byte(sha256(convert_to(id, 'UTF8')), 0)::smallint`,
    // Requests are taken in the order of their numbers, so the key begins with it: new rows stand on one page.
    sql`create sequence drawn_numbers`,
    sql`select setval('drawn_numbers', last_value, is_called) from profile_numbers`,
    sql`alter table profile_inbox alter column number drop identity`,
    sql`alter sequence drawn_numbers rename to profile_numbers`,
    sql`drop index profile_inbox_actions`,
    sql`alter table profile_inbox alter column lane type smallint using lane_of(distinct_id),
      drop constraint set_once_inbox_pkey, add primary key (number, lane),
      drop constraint profile_inbox_request_id_change_key`,
    sql`create index profile_inbox_request on profile_inbox (request_id)`,
    sql`alter table profiles add column lane smallint`,
    sql`alter table profiles alter column lane type smallint using lane_of(distinct_id), alter column lane set not null,
      drop constraint profiles_pkey, add primary key (workspace, version, distinct_id, lane)`,
    // The lane of an older outcome is unknown: it has the one that its id seems to name, where it is looked for first.
    sql`alter table profile_outcomes add column lane smallint`,
    sql`alter table profile_outcomes alter column lane type smallint using get_byte(uuid_send(request_id), 15),
      alter column lane set not null, drop constraint profile_outcomes_pkey, add primary key (request_id, change, lane)`,
    // A server of before, which knows 16 lanes, fails here and applies nothing.
    sql`alter function settled_profile_number(int) rename to settled_number`,
    sql`drop function accept_changes(int, int, timestamptz, text[], int[], text[], text[], text[], text[], text[], text[],
      text[], boolean[])`,
    sql`create function accept_changes(
        gate int, register int, accepted timestamptz, ids text[], changes int[], operations text[], workspaces text[],
        versions text[], distinct_ids text[], properties text[], actions text[], ignored text[], makes boolean[]
      ) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(gate, 0);
        perform pg_advisory_xact_lock_shared(register, (last_profile_number() & 4294967295)::bit(32)::int);
        insert into profile_inbox (lane, number, request_number, request_id, change, operation, workspace, version,
          distinct_id, properties, actions, ignored, makes, accepted_at)
        select get_byte(sha256(convert_to(d.led, 'UTF8')), 0), d.number,
          min(d.number) over (partition by d.id), d.id::uuid, d.change, d.operation, d.workspace,
          d.version, d.led, d.properties::jsonb, d.actions::jsonb, d.ignored::jsonb, d.makes, accepted
        from (
          select nextval('profile_numbers') as number, g.* from (
            select u.*, coalesce((
              select target from profile_aliases as a
              where a.workspace = u.workspace and a.version = u.version and a.distinct_id = u.distinct_id
            ), u.distinct_id) as led
            from unnest(ids, changes, operations, workspaces, versions, distinct_ids, properties, actions,
              ignored, makes) with ordinality as u (id, change, operation, workspace, version, distinct_id, properties,
              actions, ignored, makes, place)
            order by place
          ) as g offset 0
        ) as d;
      end $$`,
  ],
  "7_erasures": (sql) => [
    // The hash of each id that led to the profile; of no id its text.
    sql`create table profile_erasures (
      number bigint generated always as identity primary key,
      workspace text collate "C" not null,
      version text collate "C" not null,
      request_id uuid not null,
      erased_at timestamptz not null,
      id_hash text not null,
      hashes text[] not null,
      key int not null,
      key_name text not null
    )`,
    sql`create index profile_erasures_listed on profile_erasures (workspace, version, number)`,
    sql`create index profile_erasures_hashes on profile_erasures using gin (hashes)`,
    sql`create index profile_erasures_erased on profile_erasures (erased_at)`,
  ],
  "8_bytes": (sql) => [
    sql`insert into profile_totals select workspace, version, 'bytes', sum(octet_length(properties::text))
      from profiles group by 1, 2`,
  ],
} satisfies Parameters<typeof migrate>[1]
