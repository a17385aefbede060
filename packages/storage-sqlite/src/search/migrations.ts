import { migrate } from "../sql/migrator.ts"

/**
 * The folded titles of all items that a search finds, and the folded texts of passages. Triggers of the domains' tables note the
 * items that a transaction touches, and the transaction folds their titles again before it ends.
 */
export const migrateSearch = migrate("search", {
  "1_titles": [
    `create table search_titles (
      domain text not null,
      type text not null,
      id text not null,
      folded text not null,
      primary key (domain, type, id)
    ) strict, without rowid`,
    `create table touched_titles (
      domain text not null,
      type text not null,
      id text not null,
      primary key (domain, type, id)
    ) strict, without rowid`,
  ],
})

/** Names the items whose titles a table's rows are part of. */
export interface TitleRows {
  readonly table: string
  readonly domain: string
  readonly type: string
  /** A select of the ids of the items of a row: `select new.id`. */
  readonly ids: (row: "new" | "old") => string
  /** The columns that the title follows from; an update of others touches no title. */
  readonly of: ReadonlyArray<string>
}

/** Statements of a domain's migration: changes of this table change the titles of a type of item. */
export const touchTitles = ({ domain, ids, of, table, type }: TitleRows): ReadonlyArray<string> => {
  // The conflict rule of the statement that fires a trigger would replace an `or ignore` here.
  const touch = (row: "new" | "old") =>
    `insert into touched_titles select '${domain}', '${type}', id from (${ids(row)}) where true on conflict do nothing;`
  const trigger = (name: string, event: string, ...statements: ReadonlyArray<string>) =>
    `create trigger ${table}_touches_${type}_${name} after ${event} on ${table} begin ${statements.join(" ")} end`
  return [
    trigger("insert", "insert", touch("new")),
    trigger("update", `update of ${of.join(", ")}`, touch("old"), touch("new")),
    trigger("delete", "delete", touch("old")),
  ]
}
