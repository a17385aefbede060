import { foldName } from "@daybook/kernel"
import { Title, type TitleEdits, type TitleId, WatchEdits } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { editLogOf } from "../kernel/edits.ts"
import type { Sql } from "../sql.ts"
import * as Rows from "./rows.ts"

// Films and shows have their ids from one sequence.
const toldType = "title"

const decodeTitle = Schema.decodeUnknownSync(Title)

/** A kept title: JSON has left out what is undefined. */
const readKept = (json: object): Title => decodeTitle({ checkedAt: undefined, ...json })

/** The edits of watches, films and shows. */
export const editsOf = (database: Sql) =>
  Effect.map(editLogOf(database, "watching").edits, (edits) => new WatchEdits(edits))

/** Stored titles as sources report them: those that edits touch are stored apart. */
export const sourceTitles = Effect.fnUntraced(function* <Stored extends Title>(
  database: Sql,
  titles: ReadonlyArray<Stored>,
) {
  const kept = yield* editLogOf(database, "watching").told(
    toldType,
    titles.map(({ id }) => String(id)),
  )
  return titles.map((title): Stored => {
    const told = kept.get(String(title.id))
    return told === undefined ? title : { ...title, ...readKept(told) }
  })
})

/** Keeps the source versions of titles that edits touch, and drops those of removed ones. */
export const keepTold = Effect.fnUntraced(function* (
  database: Sql,
  edits: TitleEdits,
  told: ReadonlyArray<Title>,
  gone: ReadonlyArray<TitleId> = [],
) {
  const log = editLogOf(database, "watching")
  const [touched, untouched] = [
    told.filter(({ id }) => edits.touches(id)),
    told.filter(({ id }) => !edits.touches(id)),
  ]
  yield* log.keep(toldType, new Map(touched.map((title) => [String(title.id), title])))
  yield* log.drop(toldType, [...untouched.map(({ id }) => id), ...gone].map(String))
})

/** Writes titles, and those that count as one with them, as the edits have them now. */
export const writeShown = Effect.fnUntraced(function* (
  database: Sql,
  edits: TitleEdits,
  ids: ReadonlyArray<TitleId>,
) {
  const { sql } = database
  const stored = Rows.readStored(
    yield* sql`select * from titles where ${database.amongNumbers("id", edits.together(ids))}`,
  )
  if (stored.length === 0) return
  const told = yield* sourceTitles(database, stored)
  yield* keepTold(database, edits, told)
  const shown = edits.shown(told)
  const rows = told.map((title) => shown.get(title.id) ?? title)
  yield* database.tableOf(Rows.titles).update(
    rows.map((title) => ({ ...title, nameKey: foldName(title.name) })),
    "id",
  )
})

/** Removes the copies that titles have of the ratings and episodes of others. */
export const dropCopies = Effect.fnUntraced(function* (database: Sql, ids: ReadonlyArray<TitleId>) {
  const { sql } = database
  yield* sql`delete from title_ratings where part_id <> 0 and ${database.amongNumbers("title_id", ids)}`
  yield* sql`delete from episodes where part_id <> 0 and ${database.amongNumbers("title_id", ids)}`
})

/**
 * Copies the ratings and episodes of titles that were merged manually to those that they count as, so that reads need
 * not look for them. `ids` has all that count as one with any of them.
 */
export const copyParts = Effect.fnUntraced(function* (
  database: Sql,
  edits: TitleEdits,
  ids: ReadonlyArray<TitleId>,
) {
  const { sql } = database
  yield* dropCopies(database, ids)
  const parts = ids.filter((id) => edits.homeOf(id) !== id)
  if (parts.length === 0) return
  const moves = database.given("moved", {
    part: ["int", parts],
    home: ["int", parts.map((id) => edits.homeOf(id))],
  })
  yield* sql`insert into title_ratings (title_id, season, episode, source, at, half_stars, part_id)
    select home, season, episode, source, at, half_stars, part
    from title_ratings join ${moves} on title_id = part where part_id = 0`
  yield* sql`insert into episodes (title_id, ${sql.literal(Rows.ofEpisode)}, part_id)
    select home, ${sql.literal(Rows.ofEpisode)}, part
    from episodes join ${moves} on title_id = part where part_id = 0
    order by part on conflict do nothing`
})

/** The films and episodes of the records of some titles, each under every one of these. */
export const itemsOfTitles = ({ amongNumbers, given, sql }: Sql, ids: ReadonlyArray<TitleId>) =>
  Effect.map(
    sql`select distinct one.id as title_id, season, episode
      from watch_records cross join ${given("one", { id: ["int", ids] })} where ${amongNumbers("title_id", ids)}`,
    Rows.readItems,
  )
