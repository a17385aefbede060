import { foldName } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import {
  keysOf,
  moveTitleEdits,
  type Naming,
  type Title,
  TitleId,
  Titles,
  type WatchEdits,
} from "@daybook/watching"
import * as Effect from "effect/Effect"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { editsOf, keepTold, sourceTitles, writeShown } from "./editedTitles.ts"
import * as Rows from "./rows.ts"

// Ids above all stored ones: new titles get theirs when they are written.
const firstNew = 2 ** 40

/** The titles that these namings may find, as sources report them, with all their keys. */
export const loadTitles = Effect.fnUntraced(function* (
  database: Database["Service"],
  edits: WatchEdits,
  namings: ReadonlyArray<Naming>,
  alsoOf: ReadonlyArray<TitleId> = [],
) {
  const { all, sql } = database
  const keys = jsonList([...new Set(namings.flatMap(keysOf))])
  const stored = Rows.readTitles(
    all(sql`select titles.*, (select json_group_array(key) from title_keys where title_id = titles.id) as keys
      from titles where id in (select value from json_each(${jsonList(alsoOf)}))
        or id in (select title_id from title_keys where key in (select value from json_each(${keys}))) order by id`),
  )
  const rows = edits.titles.isNone ? stored : yield* sourceTitles(database, stored)
  let next = firstNew
  const titles = new Titles(() => TitleId.make(next++))
  const known = new Map<TitleId, ReadonlySet<string>>()
  for (const { keys: keysOfTitle, ...title } of rows) {
    titles.load(title, keysOfTitle)
    known.set(title.id, new Set(keysOfTitle))
  }
  return { titles, known, edits }
})

type Loaded = Effect.Success<ReturnType<typeof loadTitles>>

/** Shows changed titles by their edits, which go over to the titles that others turned out to be. Returns the edits as they are now. */
const showChanged = Effect.fnUntraced(function* (
  database: Database["Service"],
  edits: WatchEdits,
  told: ReadonlyArray<Title>,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
) {
  if (edits.titles.isNone) return edits
  yield* moveTitleEdits(editLogIn(database, "watching"), gone)
  const now = gone.length === 0 ? edits : yield* editsOf(database)
  yield* keepTold(
    database,
    now.titles,
    told,
    gone.map(([from]) => from),
  )
  const touched = told.filter(({ id }) => now.titles.touches(id))
  yield* writeShown(
    database,
    now.titles,
    touched.map(({ id }) => id),
  )
  return now
})

/** Writes the changes of loaded titles. Returns the stored id of each resolved id, the merged titles and the edits. */
export const saveTitles = Effect.fnUntraced(function* (database: Database["Service"], loaded: Loaded) {
  const { all, many, sql } = database
  const { known, titles } = loaded
  const { changed, merged } = titles.takeChanges()
  const rows = changed.map(({ title }) => ({ ...title, nameKey: foldName(title.name) }))
  const made = rows.filter(({ id }) => id >= firstNew)
  many(
    Rows.titles.update(
      rows.filter(({ id }) => id < firstNew),
      "id",
    ),
  )
  const ids = Rows.readTitleIds(many(Rows.newTitles.insert(made, "returning id")))
  const numbers = new Map(made.map(({ id, name }, at) => [id, mustFind(ids[at], "number of a title", name)]))
  const numberOf = (id: TitleId): TitleId => {
    const current = titles.get(id)?.id ?? id
    return numbers.get(current) ?? current
  }
  const gone = merged
    .filter(([from]) => from < firstNew)
    .map(([from, into]) => [from, numberOf(into)] as const)
  all(sql`delete from title_keys
    where title_id in (select value from json_each(${jsonList(gone.map(([from]) => from))}))`)
  many({
    text: "insert into title_keys (key, title_id) values (?, ?) on conflict do nothing",
    rows: changed.flatMap(({ keys, title }) =>
      keys.filter((key) => known.get(title.id)?.has(key) !== true).map((key) => [key, numberOf(title.id)]),
    ),
  })
  const told = changed.map(({ title }) => title).filter(({ id }) => id < firstNew)
  return { numberOf, gone, edits: yield* showChanged(database, loaded.edits, told, gone) }
})

/** Deletes merged titles once no watch refers to them. */
export const deleteTitles = ({ all, sql }: Database["Service"], ids: ReadonlyArray<TitleId>): void => {
  const these = sql`(select value from json_each(${jsonList(ids)}))`
  all(sql`delete from seen_titles where title_id in ${these}`)
  all(sql`delete from episodes where title_id in ${these}`)
  all(sql`delete from titles where id in ${these}`)
}
