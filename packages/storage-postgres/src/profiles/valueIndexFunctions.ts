/** The rows of the index that some rows of profiles have, in the properties whose index is kept up to date. */
const valuesIn = (rows: string) => `
  select i.id as property, indexed_number(i.type, r.properties -> i.name) as number,
    indexed_text(i.type, r.properties -> i.name) as value, r.distinct_id
  from ${rows} as r
  join property_indexes as i on i.workspace = r.workspace and i.version = r.version
  where i.state in ('filling', 'ready') and jsonb_exists(r.properties, i.name)`

const insert = (values: string) =>
  `insert into profile_values (property, number, value, distinct_id) ${values} on conflict do nothing`

const removeClosing = (rows: string) => `
  delete from profile_values as v using ${rows} as r, property_indexes as i
  where i.workspace = r.workspace and i.version = r.version and i.state = 'closing' and v.property = i.id
    and v.distinct_id = r.distinct_id`

const remove = (values: string) => `
  delete from profile_values as v using (${values}) as gone
  where v.property = gone.property and v.number = gone.number and v.value = gone.value
    and v.distinct_id = gone.distinct_id`

// The name that a trigger gives to the rows before and after its statement.
const rowsOf = {
  insert: "new table as new_rows",
  update: "old table as old_rows new table as new_rows",
  delete: "old table as old_rows",
} as const

const triggers = Object.entries(rowsOf).map(
  ([event, rows]) => `
  create trigger profile_values_${event} after ${event} on profiles referencing ${rows}
    for each statement execute function index_profiles()`,
)

/**
 * The statements that make the functions and triggers of the index on values. Whatever writes a profile, the index follows in the
 * same transaction. Values that can be compared are ordered by a number and, among equal ones, by a text by code point: see
 * `valueRows`. An index that closes is no longer kept: erased profiles alone leave it at once.
 */
export const valueIndexFunctions: ReadonlyArray<string> = [
  `create function indexed_number(type text, value jsonb) returns float8 language sql stable return case type
    when 'number' then value::float8
    when 'boolean' then value::boolean::int::float8
    when 'date' then extract(epoch from (regexp_replace(value #>> '{}', '[.][0-9]+', '') ||
      case length(value #>> '{}') when 10 then 'T00:00:00Z' else '' end)::timestamptz)::float8
    else 0 end`,
  `create function indexed_text(type text, value jsonb) returns text language sql stable return case type
    when 'string' then value #>> '{}'
    when 'date' then rtrim(coalesce(substring(value #>> '{}' from '[.]([0-9]+)'), ''), '0') || ' ' || (value #>> '{}')
    else '' end`,
  // A plan made while a table was empty would read all of it for each row once it is large.
  `create function index_profiles() returns trigger language plpgsql set enable_seqscan = off
    set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  begin
    if not exists (select from property_indexes) then
      return null;
    end if;
    if tg_op = 'INSERT' then
      ${insert(valuesIn("new_rows"))};
    elsif tg_op = 'UPDATE' then
      ${remove(`${valuesIn("old_rows")} except ${valuesIn("new_rows")}`)};
      ${insert(`${valuesIn("new_rows")} except ${valuesIn("old_rows")}`)};
    else
      ${remove(valuesIn("old_rows"))};
      ${removeClosing("old_rows")};
    end if;
    return null;
  end $$`,
  ...triggers,
  // A batch sees this as soon as it sees the change: both are committed while no batch of the place runs.
  `create function close_property_index() returns trigger language plpgsql as $$
  begin
    update property_indexes set state = 'closing'
    where workspace = new.workspace and version = new.version and name = new.name;
    return null;
  end $$`,
  `create trigger property_indexes_close after insert on property_changes
    for each row execute function close_property_index()`,
]

const ifIndexed = (...statements: ReadonlyArray<string>) => `
    if exists (select from property_indexes) then
      ${statements.join(";\n")};
    end if;`

const named = (places: string, ids: string) => `(
  select p.workspace, p.version, p.distinct_id, p.properties from unnest(${places}, ${ids}) as u (place, id)
  join profiles as p on p.workspace = workspaces[u.place] and p.version = versions[u.place] and p.distinct_id = u.id)`

/** The same as statements of the function that writes profiles: on Citus, triggers cannot read the rows of their statement. */
export const indexAdditions = {
  before: ifIndexed(
    remove(valuesIn(named("profile_places || gone_places", "profile_ids || gone"))),
    removeClosing(named("gone_places", "gone")),
  ),
  after: ifIndexed(insert(valuesIn(named("profile_places", "profile_ids")))),
}
