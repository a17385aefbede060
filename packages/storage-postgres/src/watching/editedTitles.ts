import { foldName } from "@daybook/kernel"
import { Title, type TitleEdits, type TitleId, WatchEdits } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { ints } from "../sql/parameters.ts"
import * as Rows from "./rows.ts"

// Films and shows have their ids from one sequence.
const toldType = "title"

const decodeTitle = Schema.decodeUnknownSync(Title)

/** A kept title: JSON has left out what is undefined. */
const readKept = (json: object): Title => decodeTitle({ checkedAt: undefined, ...json })

/** The edits of watches, films and shows. */
export const editsOf = (sql: SqlClient.SqlClient) =>
  Effect.map(editLogIn(sql, "watching").edits, (edits) => new WatchEdits(edits))

/** Stored titles as sources report them: those that edits touch are stored apart. */
export const sourceTitles = Effect.fnUntraced(function* <Stored extends Title>(
  sql: SqlClient.SqlClient,
  titles: ReadonlyArray<Stored>,
) {
  const kept = yield* editLogIn(sql, "watching").told(
    toldType,
    titles.map(({ id }) => String(id)),
  )
  return titles.map((title): Stored => {
    const told = kept.get(String(title.id))
    return told === undefined ? title : { ...title, ...readKept(told) }
  })
})

/** Keeps what sources report titles that edits touch, and drops what was stored of gone ones. */
export const keepTold = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  edits: TitleEdits,
  told: ReadonlyArray<Title>,
  gone: ReadonlyArray<TitleId> = [],
) {
  const log = editLogIn(sql, "watching")
  const [touched, untouched] = [
    told.filter(({ id }) => edits.touches(id)),
    told.filter(({ id }) => !edits.touches(id)),
  ]
  yield* log.keep(toldType, new Map(touched.map((title) => [String(title.id), title])))
  yield* log.drop(toldType, [...untouched.map(({ id }) => id), ...gone].map(String))
})

/** Writes titles, and those that count as one with them, as the edits have them now. */
export const writeShown = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  edits: TitleEdits,
  ids: ReadonlyArray<TitleId>,
) {
  const stored = Rows.readStored(
    yield* sql`select * from titles where id = any(${ints(edits.together(ids))})`,
  )
  if (stored.length === 0) return
  const told = yield* sourceTitles(sql, stored)
  yield* keepTold(sql, edits, told)
  const shown = edits.shown(told)
  const rows = told.map((title) => shown.get(title.id) ?? title)
  yield* sql`${Rows.titles.update(
    rows.map((title) => ({ ...title, nameKey: foldName(title.name) })),
    "id",
  )}`
})

/** Removes the copies that titles have of the ratings and episodes of others. */
export const dropCopies = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<TitleId>,
) {
  yield* sql`delete from title_ratings where part_id <> 0 and title_id = any(${ints(ids)})`
  yield* sql`delete from episodes where part_id <> 0 and title_id = any(${ints(ids)})`
})

/**
 * Copies the ratings and episodes of titles that were merged manually to those that they count as, so that reads need
 * not look for them. `ids` has all that count as one with any of them.
 */
export const copyParts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  edits: TitleEdits,
  ids: ReadonlyArray<TitleId>,
) {
  yield* dropCopies(sql, ids)
  const parts = ids.filter((id) => edits.homeOf(id) !== id)
  if (parts.length === 0) return
  const moves = sql`unnest(${ints(parts)}, ${ints(parts.map((id) => edits.homeOf(id)))}) as part (part, home)`
  yield* sql`insert into title_ratings (title_id, season, episode, source, at, half_stars, part_id)
    select home, season, episode, source, at, half_stars, part
    from title_ratings join ${moves} on title_id = part where part_id = 0`
  yield* sql`insert into episodes (title_id, season, episode, name, air_date, runtime_minutes, part_id)
    select distinct on (home, season, episode) home, season, episode, name, air_date, runtime_minutes, part
    from episodes join ${moves} on title_id = part where part_id = 0
    order by home, season, episode, part
    on conflict do nothing`
})

/** The films and episodes of the records of some titles, each under every one of these. */
export const itemsOfTitles = (sql: SqlClient.SqlClient, ids: ReadonlyArray<TitleId>) =>
  Effect.map(
    sql`select distinct one.id as title_id, season, episode
      from watch_records cross join unnest(${ints(ids)}) as one (id) where title_id = any(${ints(ids)})`,
    Rows.items.read,
  )
