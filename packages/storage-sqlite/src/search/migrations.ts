import { migrate } from "../sql/migrator.ts"
import { numbersOfList, startLength } from "./titleLists.ts"

const signs = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at))
  .filter((sign) => !/[a-z0-9]/i.test(sign))
  .join("")

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

// Folded words have spaces between them. "ascii" takes all characters beyond ASCII for parts of words, in any script.
const tokenizer = `ascii tokenchars ${quoted(signs)}`

/**
 * The folded titles of all items that a search finds, and the folded texts of passages, with their words. Triggers of the domains' tables note the
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
  "2_title_index": [
    // The stores of each domain fold its titles again when they open.
    `insert into touched_titles select domain, type, id from search_titles where true on conflict do nothing`,
    `drop table search_titles`,
    `create table search_lists (
      number integer primary key,
      domain text not null,
      type text not null,
      unique (domain, type)
    ) strict`,
    // `length` is that of the title without the names beside it, in UTF-16 units.
    `create table search_titles (
      number integer primary key,
      id text not null,
      folded text not null,
      length int not null,
      list int generated always as (number / ${numbersOfList}) virtual,
      start text generated always as (substr(folded, 2, ${startLength})) virtual
    ) strict`,
    `create unique index search_titles_by_id on search_titles (list, id)`,
    `create index search_titles_by_start on search_titles (list, start, length)`,
    // The words of titles, and the characters of scripts without spaces. It has no copy of the texts.
    `create virtual table title_index using fts5(words, content = '', contentless_delete = 1,
      tokenize = ${quoted(tokenizer)})`,
    // The words of titles that a mistyped word may mean. Passages add none.
    `create table title_words (word text primary key, reversed text not null) strict, without rowid`,
    `create index title_words_by_end on title_words (reversed)`,
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
