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
import { editLogOf } from "../kernel/edits.ts"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { editsOf, keepTold, sourceTitles, writeShown } from "./editedTitles.ts"
import * as Rows from "./rows.ts"

// Ids above all stored ones: new titles get theirs when they are written.
const firstNew = 2 ** 40

/** The titles that these namings may find, as sources report them, with all their keys. */
export const loadTitles = Effect.fnUntraced(function* (
  database: Sql,
  edits: WatchEdits,
  namings: ReadonlyArray<Naming>,
  alsoOf: ReadonlyArray<TitleId> = [],
) {
  const { sql } = database
  const keys = [...new Set(namings.flatMap(keysOf))]
  const stored = Rows.readTitles(
    yield* sql`select titles.*,
        ${sql.literal(database.listOf("key", "select key from title_keys where title_id = titles.id"))} as keys
      from titles where ${database.amongNumbers("id", alsoOf)}
        or id in (select title_id from title_keys where ${database.amongTexts("key", keys)}) order by id`,
  )
  const rows = edits.titles.isNone ? stored : yield* sourceTitles(database, stored)
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
  database: Sql,
  edits: WatchEdits,
  told: ReadonlyArray<Title>,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
) {
  if (edits.titles.isNone) return edits
  yield* moveTitleEdits(editLogOf(database, "watching"), gone)
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
export const saveTitles = Effect.fnUntraced(function* (database: Sql, loaded: Loaded) {
  const { sql } = database
  const { known, titles } = loaded
  const { merged, changed } = titles.takeChanges()
  const all = changed.map(({ title }) => ({ ...title, nameKey: foldName(title.name) }))
  const made = all.filter(({ id }) => id >= firstNew)
  const stored = all.filter(({ id }) => id < firstNew)
  const table = database.tableOf(Rows.titles)
  const ids = yield* table.add(made)
  const numbers = new Map(
    made.map(({ id, name }, at) => [id, TitleId.make(mustFind(ids[at], "number of a title", name))]),
  )
  yield* table.update(stored, "id")
  const numberOf = (id: TitleId): TitleId => {
    const current = titles.get(id)?.id ?? id
    return numbers.get(current) ?? current
  }
  const gone = merged
    .filter(([from]) => from < firstNew)
    .map(([from, into]) => [from, numberOf(into)] as const)
  if (gone.length > 0)
    yield* sql`delete from title_keys where ${database.amongNumbers(
      "title_id",
      gone.map(([from]) => from),
    )}`
  const keys = changed.flatMap(({ keys, title }) =>
    keys
      .filter((key) => known.get(title.id)?.has(key) !== true)
      .map((key) => [key, numberOf(title.id)] as const),
  )
  const given = database.given("given", {
    key: ["text", keys.map(([key]) => key)],
    title_id: ["int", keys.map(([, id]) => id)],
  })
  if (keys.length > 0)
    yield* sql`insert into title_keys (key, title_id) select key, title_id from ${given} where true
      on conflict do nothing`
  const told = changed.map(({ title }) => title).filter(({ id }) => id < firstNew)
  return { numberOf, gone, edits: yield* showChanged(database, loaded.edits, told, gone) }
})

/** Deletes merged titles once no watch refers to them. */
export const deleteTitles = Effect.fnUntraced(function* (database: Sql, ids: ReadonlyArray<TitleId>) {
  const { sql } = database
  if (ids.length === 0) return
  yield* sql`delete from seen_titles where ${database.amongNumbers("title_id", ids)}`
  yield* sql`delete from episodes where ${database.amongNumbers("title_id", ids)}`
  yield* sql`delete from titles where ${database.amongNumbers("id", ids)}`
})
