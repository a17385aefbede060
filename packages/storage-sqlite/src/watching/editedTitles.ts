import { foldName } from "@daybook/kernel"
import { Title, type TitleEdits, type TitleId, WatchEdits } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import * as Rows from "./rows.ts"

// Films and shows have their ids from one sequence.
const toldType = "title"

const decodeTitle = Schema.decodeUnknownSync(Title)

/** A kept title: JSON has left out what is undefined. */
const readKept = (json: object): Title => decodeTitle({ checkedAt: undefined, ...json })

/** The edits of watches, films and shows. */
export const editsOf = (database: Database["Service"]) =>
  Effect.map(editLogIn(database, "watching").edits, (edits) => new WatchEdits(edits))

/** Stored titles as sources report them: those that edits touch are stored apart. */
export const sourceTitles = <Stored extends Title>(
  database: Database["Service"],
  titles: ReadonlyArray<Stored>,
) =>
  Effect.map(
    editLogIn(database, "watching").told(
      toldType,
      titles.map(({ id }) => String(id)),
    ),
    (kept) =>
      titles.map((title): Stored => {
        const told = kept.get(String(title.id))
        return told === undefined ? title : { ...title, ...readKept(told) }
      }),
  )

/** Stores what sources report titles that edits touch, and drops what was stored of gone ones. */
export const keepTold = Effect.fnUntraced(function* (
  database: Database["Service"],
  edits: TitleEdits,
  told: ReadonlyArray<Title>,
  gone: ReadonlyArray<TitleId> = [],
) {
  const log = editLogIn(database, "watching")
  const touched = told.filter(({ id }) => edits.touches(id))
  const untouched = told.filter(({ id }) => !edits.touches(id))
  yield* log.keep(toldType, new Map(touched.map((title) => [String(title.id), title])))
  yield* log.drop(toldType, [...untouched.map(({ id }) => id), ...gone].map(String))
})

/** Writes titles, and those that count as one with them, as the edits have them now. */
export const writeShown = Effect.fnUntraced(function* (
  database: Database["Service"],
  edits: TitleEdits,
  ids: ReadonlyArray<TitleId>,
) {
  const { all, many, sql } = database
  const together = jsonList(edits.together(ids))
  const told = yield* sourceTitles(
    database,
    Rows.readStored(all(sql`select * from titles where id in (select value from json_each(${together}))`)),
  )
  yield* keepTold(database, edits, told)
  const shown = edits.shown(told)
  const rows = told.map((title) => shown.get(title.id) ?? title)
  many(
    Rows.titles.update(
      rows.map((title) => ({ ...title, nameKey: foldName(title.name) })),
      "id",
    ),
  )
})

/** Removes the copies that titles have of the ratings and episodes of others. */
export const dropCopies = ({ all, sql }: Database["Service"], ids: ReadonlyArray<TitleId>): void => {
  for (const table of ["title_ratings", "episodes"])
    all(sql`delete from ${sql(table)} where part_id <> 0
      and title_id in (select value from json_each(${jsonList(ids)}))`)
}

/**
 * Copies the ratings and episodes of titles that were merged manually to those that they count as, so that reads need
 * not look for them. `ids` has all that count as one with any of them.
 */
export const copyParts = (
  database: Database["Service"],
  edits: TitleEdits,
  ids: ReadonlyArray<TitleId>,
): void => {
  dropCopies(database, ids)
  const parts = ids.filter((id) => edits.homeOf(id) !== id).sort((one, other) => one - other)
  const rows = parts.map((id) => [edits.homeOf(id), id])
  database.many({
    text: `insert into title_ratings (title_id, season, episode, source, at, half_stars, part_id)
      select ?1, season, episode, source, at, half_stars, ?2 from title_ratings where title_id = ?2 and part_id = 0`,
    rows,
  })
  database.many({
    text: `insert into episodes (title_id, season, episode, name, air_date, runtime_minutes, part_id)
      select ?1, season, episode, name, air_date, runtime_minutes, ?2 from episodes where title_id = ?2 and part_id = 0
      on conflict do nothing`,
    rows,
  })
}

/** The films and episodes of the records of some titles, each under every one of these. */
export const itemsOfTitles = (
  { all, sql }: Database["Service"],
  ids: ReadonlyArray<TitleId>,
): ReadonlyArray<Rows.Item> =>
  Rows.readItems(
    all(sql`select distinct one.value as title_id, season, episode
      from watch_records, json_each(${jsonList(ids)}) as one
      where title_id in (select value from json_each(${jsonList(ids)}))`),
  )
