import type * as SqlClient from "effect/sql/SqlClient"
import { migrate } from "../sql/migrator.ts"

/**
 * The items whose titles have changed, of all domains. Triggers of the domains' tables note the items that a statement
 * touches, in its transaction, and each server reads the titles of those that it has not seen yet.
 */
export const migrateSearch = migrate("search", {
  "1_title_changes": (sql) => [
    // The id "" stands for all items of the type. Writers of a domain take turns, so its numbers rise as they commit.
    sql`create table title_changes (
      domain text not null,
      type text not null,
      id text not null,
      number bigint not null,
      primary key (domain, type, id)
    )`,
    sql`create index title_changes_by_number on title_changes (domain, number)`,
    sql`create sequence title_change_numbers`,
    // Arguments: the domain, the type, and expressions of a row's item and of what the row gives its title. Many changes of a
    // type become one of all its items: the table stays small, and an import writes one row for each of its statements.
    sql`create function note_titles() returns trigger language plpgsql as $$
      declare
        turn bigint := nextval('title_change_numbers');
        item text := format('select (%s)::text as id, %s as title', tg_argv[2], tg_argv[3]);
        changed text;
        many boolean;
      begin
        changed := case tg_op
          when 'INSERT' then item || ' from new_rows'
          when 'DELETE' then item || ' from old_rows'
          else format('(%1$s from new_rows except %1$s from old_rows) union all
            (%1$s from old_rows except %1$s from new_rows)', item)
        end;
        execute format('select count(*) > 100 from (select from (%s) as changed limit 101) as beginning', changed) into many;
        if not many then
          execute format('insert into title_changes select distinct %L, %L, id, %s::bigint from (%s) as changed
            on conflict (domain, type, id) do update set number = excluded.number',
            tg_argv[0], tg_argv[1], turn, changed);
          select count(*) > 100 into many from title_changes where domain = tg_argv[0] and type = tg_argv[1];
        end if;
        if many then
          delete from title_changes where domain = tg_argv[0] and type = tg_argv[1];
          insert into title_changes values (tg_argv[0], tg_argv[1], '', turn);
        end if;
        return null;
      end $$`,
  ],
  // The change of all items of a type covers all that its transaction changes later. Rows that a transaction has itself
  // written and deleted stay in its way to its end: without this, each further statement took longer than the one before.
  "2_all_noted_once": (sql) => [
    sql`create or replace function note_titles() returns trigger language plpgsql as $$
      declare
        turn bigint;
        noted text := 'daybook.noted_' || md5(tg_argv[0] || ' ' || tg_argv[1]);
        item text;
        changed text;
        many boolean;
      begin
        -- The setting ends with the transaction, and with a savepoint that is rolled back.
        if current_setting(noted, true) = 'all' then return null; end if;
        turn := nextval('title_change_numbers');
        item := format('select (%s)::text as id, %s as title', tg_argv[2], tg_argv[3]);
        changed := case tg_op
          when 'INSERT' then item || ' from new_rows'
          when 'DELETE' then item || ' from old_rows'
          else format('(%1$s from new_rows except %1$s from old_rows) union all
            (%1$s from old_rows except %1$s from new_rows)', item)
        end;
        execute format('select count(*) > 100 from (select from (%s) as changed limit 101) as beginning', changed) into many;
        if not many then
          execute format('insert into title_changes select distinct %L, %L, id, %s::bigint from (%s) as changed
            on conflict (domain, type, id) do update set number = excluded.number',
            tg_argv[0], tg_argv[1], turn, changed);
          select count(*) > 100 into many from title_changes where domain = tg_argv[0] and type = tg_argv[1];
        end if;
        if many then
          delete from title_changes where domain = tg_argv[0] and type = tg_argv[1];
          insert into title_changes values (tg_argv[0], tg_argv[1], '', turn);
          perform set_config(noted, 'all', true);
        end if;
        return null;
      end $$`,
  ],
})

/** Names the items whose titles a table's rows are part of. */
export interface TitleRows {
  readonly table: string
  readonly domain: string
  readonly type: string
  /** An expression that gives the item of a row; without it a changed row changes the titles of all items of the type. */
  readonly id?: string
  /** An expression of what the row gives the title; where an update leaves it as it was, no title has changed. */
  readonly title: string
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Statements of a domain's migration: changes of this table change the titles of a type of item. */
export const noteTitles = (sql: SqlClient.SqlClient, { domain, id, table, title, type }: TitleRows) => {
  const note = sql.literal(
    `for each statement execute function note_titles(${[domain, type, id ?? "''", title].map(quoted).join(", ")})`,
  )
  const name = (event: string) => sql(`${table}_note_${type}_${event}`)
  const inserted = sql`create trigger ${name("insert")} after insert on ${sql(table)} referencing new table as new_rows ${note}`
  return [
    // A new row of names is beside no title yet.
    ...(id === undefined ? [] : [inserted]),
    sql`create trigger ${name("update")} after update on ${sql(table)}
      referencing old table as old_rows new table as new_rows ${note}`,
    sql`create trigger ${name("delete")} after delete on ${sql(table)} referencing old table as old_rows ${note}`,
  ]
}
