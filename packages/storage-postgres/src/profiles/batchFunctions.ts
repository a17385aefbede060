/** Statements that a shard adds to the functions. */
export interface BatchAdditions {
  /** First of all. */
  readonly beginning: string
  /** Before profiles change, and after that. */
  readonly before: string
  readonly after: string
}

const none: BatchAdditions = { beginning: "", before: "", after: "" }

// A plan made while a table was empty would read all of it for each row, or sort it, once it is large.
const byKey = `set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off`

/** Reads what every batch needs. */
const readText = `    return query
      select 'lead', u.p, u.id, u.root, null::text, null::float8, null::jsonb, null::timestamptz, null::timestamptz
      from unnest(id_places, ids, roots) as u (p, id, root) where u.id <> u.root
      union all
      select 'profile', u.p, u.root, null, null, null, p.properties, p.created_at, p.updated_at
      from unnest(id_places, roots) as u (p, root)
      join profiles as p
        on p.workspace = workspaces[u.p] and p.version = versions[u.p] and p.distinct_id = u.root
      union all
      select 'type', u.p, u.name, t.type, null, null, null, null, null
      from unnest(name_places, names) as u (p, name)
      join property_types as t on t.workspace = workspaces[u.p] and t.version = versions[u.p] and t.name = u.name
      union all
      select 'changing', u.p::int, c.name, c.to_type, null, null, null, null, null
      from unnest(workspaces, versions) with ordinality as u (w, v, p)
      join property_changes as c on c.workspace = u.w and c.version = u.v;
`

/** Reads what only some batches need. */
const rarelyReadText = `    if cardinality(keys) > 0 then
      return query
        select 'retry', u.p, u.key, r.body_hash, r.request_id::text, null::float8, null::jsonb, r.accepted_at,
          null::timestamptz
        from unnest(key_places, keys) as u (p, key)
        join profile_retries as r on r.workspace = workspaces[u.p] and r.version = versions[u.p] and r.key = u.key;
    end if;
    if true = any (merging) then
      return query
        select 'ids', u.p, u.root, null::text, null::text, count(*)::float8, null::jsonb, null::timestamptz,
          null::timestamptz
        from (
          select distinct m.p, m.root from unnest(id_places, roots, merging) as m (p, root, merges) where merges
        ) as u
        join profile_aliases as a
          on a.workspace = workspaces[u.p] and a.version = versions[u.p] and a.target = u.root
        group by u.p, u.root;
    end if;
    if true = any (limited) then
      return query
        select 'used', u.p::int, t.kind, null::text, null::text, sum(t.number)::float8, null::jsonb,
          null::timestamptz, null::timestamptz
        from unnest(workspaces, versions, limited) with ordinality as u (w, v, is_limited, p)
        join profile_totals as t on t.workspace = u.w and t.version = u.v
        where is_limited group by u.p, t.kind
        union all
        select 'used', u.p::int, 'requests', null, null, sum(c.requests)::float8, null, null, null
        from unnest(workspaces, versions, limited) with ordinality as u (w, v, is_limited, p)
        join profile_usage as c on c.workspace = u.w and c.version = u.v and c.day >= month
        where is_limited group by u.p;
    end if;
    if cardinality(again) > 0 then
      return query
        select 'stored', 0, u.id, null::text, u.id, null::float8, null::jsonb, null::timestamptz, null::timestamptz
        from unnest(again) as u (id)
        where exists (select from profile_outcomes as r where r.request_id = u.id::uuid);
    end if;
`

/**
 * The function that locks what a batch names and reads it. Rows of several kinds, each of a place by its number from 1.
 *
 * First it locks the places, together with others or alone, then profiles and idempotency keys, each by its hash and in
 * that order, so that two batches never wait for each other in a circle. Advisory locks cover profiles that do not
 * exist yet, and write no row. An id that leads elsewhere stands for the profile that it leads to. If that has changed
 * by the time of the lock the batch is to be rolled back and begun again: the one row is then of the kind "moved".
 */
const lockText = ({ beginning }: BatchAdditions): string => `
  create function lock_profiles(
    workspaces text[], versions text[], alone boolean[], limited boolean[], id_places int[], ids text[],
    merging boolean[], key_places int[], keys text[], name_places int[], names text[], again text[], month date
  ) returns table (kind text, place int, name text, value text, request_id text, number float8, properties jsonb,
    created_at timestamptz, updated_at timestamptz)
  language plpgsql ${byKey} set lock_timeout = '2s' as $$
  #variable_conflict use_column
  declare
    seeds bigint[];
    key_seeds bigint[];
    roots text[];
    led text[];
    held record;
  begin${beginning}
    -- A 202 means stored on disk, whatever the database does by default.
    if current_setting('synchronous_commit') = 'off' then
      perform set_config('synchronous_commit', 'local', true);
    end if;
    select array_agg(hashtextextended(s.place, 0) order by n), array_agg(hashtextextended(s.place, 1) order by n)
      into seeds, key_seeds
    from (
      select n, current_schema() || '/' || v || '/' || w as place
      from unnest(workspaces, versions) with ordinality as u (w, v, n)
    ) as s;
    for held in select seed, is_alone from unnest(seeds, alone) as u (seed, is_alone) order by seed loop
      if held.is_alone then
        perform pg_advisory_xact_lock(held.seed);
      else
        perform pg_advisory_xact_lock_shared(held.seed);
      end if;
    end loop;

    select array_agg(coalesce(a.target, u.id) order by u.n) into roots
    from unnest(id_places, ids) with ordinality as u (p, id, n)
    left join profile_aliases as a
      on a.workspace = workspaces[u.p] and a.version = versions[u.p] and a.distinct_id = u.id;
    perform pg_advisory_xact_lock(h) from (
      select hashtextextended(u.id, seeds[u.p]) as h from unnest(id_places, roots) as u (p, id)
      union
      select hashtextextended(u.key, key_seeds[u.p]) from unnest(key_places, keys) as u (p, key)
      order by h offset 0
    ) as hashes;
    -- Each statement sees what is committed as it begins: this one and those after it what is locked.
    select array_agg(coalesce(a.target, u.id) order by u.n) into led
    from unnest(id_places, ids) with ordinality as u (p, id, n)
    left join profile_aliases as a
      on a.workspace = workspaces[u.p] and a.version = versions[u.p] and a.distinct_id = u.id;
    if led is distinct from roots then
      return query select 'moved', 0, '', null::text, null::text, null::float8, null::jsonb, null::timestamptz,
        null::timestamptz;
      return;
    end if;

${readText}${rarelyReadText}  end $$`

/** Counts a batch. */
const countText = `    -- Batches that run at once count in rows of their own, so that none waits for the commit of another one.
    while not pg_try_advisory_xact_lock(hashtext(current_schema() || ' profiles slots'), own_slot) loop
      own_slot := own_slot + 1;
    end loop;
    if cardinality(kinds) > 0 then
      insert into profile_totals as t (workspace, version, kind, slot, number)
      select workspaces[u.p], versions[u.p], u.kind, own_slot, u.number
      from unnest(total_places, kinds, numbers) as u (p, kind, number) order by 1, 2, 3
      on conflict (workspace, version, kind, slot) do update set number = t.number + excluded.number;
    end if;
    if cardinality(counted) > 0 then
      insert into profile_usage as c (workspace, version, day, operation, slot, requests)
      select workspaces[u.p], versions[u.p], today, u.operation, own_slot, u.requests
      from unnest(usage_places, counted, counts) as u (p, operation, requests) order by 1, 2, 4
      on conflict (workspace, version, day, operation, slot) do update set requests = c.requests + excluded.requests;
    end if;
    if cardinality(used) > 0 then
      insert into property_counts as c (workspace, version, name, slot, profiles, first_set_at, last_set_at)
      select workspaces[u.p], versions[u.p], u.name, own_slot, u.profiles, u.at, u.at
      from (
        select n.p, n.name, n.profiles, case when n.is_set then accepted end as at
        from unnest(use_places, used, used_by, sets) as n (p, name, profiles, is_set)
      ) as u order by 1, 2, 3
      on conflict (workspace, version, name, slot) do update set profiles = c.profiles + excluded.profiles,
        first_set_at = least(c.first_set_at, excluded.first_set_at),
        last_set_at = greatest(c.last_set_at, excluded.last_set_at);
    end if;
`

/**
 * The function that writes what a batch has changed. The lock that it registers is named by the last number drawn before its own:
 * while it is held no list of requests goes past that number. See \`settled_number\`. Returns the number of the rows in which the
 * batch counts.
 */
const writeText = ({ after, before }: BatchAdditions): string => `
  create function write_profiles(
    accepted timestamptz, today date, workspaces text[], versions text[],
    profile_places int[], profile_ids text[], properties text[], created timestamptz[], updated timestamptz[],
    gone_places int[], gone text[], led_places int[], led text[], targets text[],
    type_places int[], type_names text[], new_types text[],
    outcome_places int[], request_ids text[], changes int[], operations text[], applied text[], ignored text[],
    key_places int[], keys text[], hashes text[], key_requests text[],
    total_places int[], kinds text[], numbers bigint[], usage_places int[], counted text[], counts int[],
    use_places int[], used text[], used_by bigint[], sets boolean[]
  ) returns smallint language plpgsql ${byKey} as $$
  declare
    own_slot smallint := 0;
  begin
    perform pg_advisory_xact_lock_shared(hashtext(current_schema() || ' profiles acceptance'),
      (last_profile_number() & 4294967295)::bit(32)::int);${before}
    if cardinality(gone) > 0 then
      delete from profiles as p using unnest(gone_places, gone) as u (p, id)
      where p.workspace = workspaces[u.p] and p.version = versions[u.p] and p.distinct_id = u.id;
    end if;
    if cardinality(profile_ids) > 0 then
      insert into profiles (workspace, version, distinct_id, properties, created_at, updated_at)
      select workspaces[u.p], versions[u.p], u.id, u.properties::jsonb, u.created, u.updated
      from unnest(profile_places, profile_ids, properties, created, updated) as u (p, id, properties, created, updated)
      on conflict (workspace, version, distinct_id) do update
        set properties = excluded.properties, created_at = excluded.created_at, updated_at = excluded.updated_at;
    end if;${after}
    if cardinality(led) > 0 then
      update profile_aliases as a set target = u.target
      from unnest(led_places, led, targets) as u (p, id, target)
      where a.workspace = workspaces[u.p] and a.version = versions[u.p] and a.target = u.id;
      insert into profile_aliases (workspace, version, distinct_id, target)
      select workspaces[u.p], versions[u.p], u.id, u.target
      from unnest(led_places, led, targets) as u (p, id, target);
    end if;
    if cardinality(type_names) > 0 then
      insert into property_types (workspace, version, name, type)
      select workspaces[u.p], versions[u.p], u.name, u.type
      from unnest(type_places, type_names, new_types) as u (p, name, type);
    end if;
    insert into profile_outcomes (request_id, change, number, workspace, version, operation, applied, ignored)
    select u.id::uuid, u.change, nextval('profile_numbers'), workspaces[u.p], versions[u.p], u.operation,
      u.applied::text[], u.ignored::jsonb
    from (
      select * from unnest(outcome_places, request_ids, changes, operations, applied, ignored)
        with ordinality as u (p, id, change, operation, applied, ignored, n) order by n
    ) as u;
    if cardinality(keys) > 0 then
      insert into profile_retries (workspace, version, key, body_hash, request_id, accepted_at)
      select workspaces[u.p], versions[u.p], u.key, u.hash, u.id::uuid, accepted
      from unnest(key_places, keys, hashes, key_requests) as u (p, key, hash, id)
      on conflict (workspace, version, key) do update
        set body_hash = excluded.body_hash, request_id = excluded.request_id, accepted_at = excluded.accepted_at;
    end if;
${countText}    return own_slot;
  end $$`

/** The statements that make both functions. */
export const batchFunctions = (additions = none): ReadonlyArray<string> => [
  lockText(additions),
  writeText(additions),
]
