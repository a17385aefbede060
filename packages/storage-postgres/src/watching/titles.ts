import { foldName } from "@daybook/kernel"
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
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { mustFind } from "@daybook/storage-sql"
import { ints, texts } from "../sql/parameters.ts"
import { editsOf, keepTold, sourceTitles, writeShown } from "./editedTitles.ts"
import * as Rows from "./rows.ts"

// Ids above all stored ones: new titles get theirs when they are written.
const firstNew = 2 ** 40

/** The titles that these namings may find, as sources report them, with all their keys. */
export const loadTitles = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  edits: WatchEdits,
  namings: ReadonlyArray<Naming>,
  alsoOf: ReadonlyArray<TitleId> = [],
) {
  const keys = [...new Set(namings.flatMap(keysOf))]
  const stored = Rows.readTitles(
    yield* sql`select titles.*, array(select key from title_keys where title_id = titles.id) as keys from titles
      where id = any(${ints(alsoOf)})
        or id in (select title_id from title_keys where key = any(${texts(keys)})) order by id`,
  )
  const rows = edits.titles.isNone ? stored : yield* sourceTitles(sql, stored)
  let next = firstNew
  const titles = new Titles(() => TitleId.make(next++))
  const known = new Map<TitleId, ReadonlySet<string>>()
  for (const { keys, ...title } of rows) {
    titles.load(title, keys)
    known.set(title.id, new Set(keys))
  }
  return { titles, known, edits }
})

type Loaded = Effect.Success<ReturnType<typeof loadTitles>>

/**
 * Shows changed titles with their edits, which move to the titles that others turned out to be. Returns the present
 * edits.
 */
const showChanged = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  edits: WatchEdits,
  told: ReadonlyArray<Title>,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
) {
  if (edits.titles.isNone) return edits
  yield* moveTitleEdits(editLogIn(sql, "watching"), gone)
  const now = gone.length === 0 ? edits : yield* editsOf(sql)
  yield* keepTold(
    sql,
    now.titles,
    told,
    gone.map(([from]) => from),
  )
  const touched = told.filter(({ id }) => now.titles.touches(id))
  yield* writeShown(
    sql,
    now.titles,
    touched.map(({ id }) => id),
  )
  return now
})

/** Writes the changes of loaded titles. Returns the stored id of each resolved id, the merged titles and the edits. */
export const saveTitles = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, loaded: Loaded) {
  const { known, titles } = loaded
  const { merged, changed } = titles.takeChanges()
  const all = changed.map(({ title }) => ({ ...title, nameKey: foldName(title.name) }))
  const made = all.filter(({ id }) => id >= firstNew)
  const stored = all.filter(({ id }) => id < firstNew)
  const numbers = new Map<TitleId, TitleId>()
  if (made.length > 0) {
    const { names, unnest, values } = Rows.titles
    const rows = yield* sql`insert into titles (${names})
      select ${values} from ${unnest(made)} with ordinality as made (${names}, place) order by place
      returning id`
    // Ids rise in the order of the rows.
    const ids = Rows.readTitleIds(rows).toSorted((one, other) => one - other)
    for (const [at, { id, name }] of made.entries())
      numbers.set(id, mustFind(ids[at], "number of a title", name))
  }
  if (stored.length > 0) yield* sql`${Rows.titles.update(stored, "id")}`
  const numberOf = (id: TitleId): TitleId => {
    const current = titles.get(id)?.id ?? id
    return numbers.get(current) ?? current
  }
  const gone = merged
    .filter(([from]) => from < firstNew)
    .map(([from, into]) => [from, numberOf(into)] as const)
  const goneIds = ints(gone.map(([from]) => from))
  if (gone.length > 0) yield* sql`delete from title_keys where title_id = any(${goneIds})`
  const keys = changed.flatMap(({ keys, title }) =>
    keys
      .filter((key) => known.get(title.id)?.has(key) !== true)
      .map((key) => [key, numberOf(title.id)] as const),
  )
  if (keys.length > 0) {
    yield* sql`insert into title_keys (key, title_id)
      select * from unnest(${texts(keys.map(([key]) => key))}, ${ints(keys.map(([, id]) => id))})
      on conflict do nothing`
  }
  const told = changed.map(({ title }) => title).filter(({ id }) => id < firstNew)
  return { numberOf, gone, edits: yield* showChanged(sql, loaded.edits, told, gone) }
})

/** Deletes merged titles once no watch refers to them. */
export const deleteTitles = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<TitleId>,
) {
  if (ids.length === 0) return
  yield* sql`delete from seen_titles where title_id = any(${ints(ids)})`
  yield* sql`delete from episodes where title_id = any(${ints(ids)})`
  yield* sql`delete from titles where id = any(${ints(ids)})`
})
