import type { EpochMillis } from "@daybook/kernel"
import { type Episode, namingByDatabase, type TitleDetails, type TitleId } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints } from "../sql/parameters.ts"
import { editsOf } from "./editedTitles.ts"
import { mergeItems } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles, timeWatches } from "./seenTitles.ts"
import { deleteTitles, loadTitles, saveTitles } from "./titles.ts"
import { moveItems } from "./writer.ts"

/** Replaces the seasons of a show whose episodes are reported. */
const writeEpisodes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  titleId: TitleId,
  episodes: ReadonlyArray<Episode>,
) {
  if (episodes.length === 0) return
  const seasons = [...new Set(episodes.map(({ season }) => season))]
  yield* sql`delete from episodes where title_id = ${titleId} and season = any(${ints(seasons)})`
  yield* sql`${Rows.episodes.insert(episodes.map((episode) => ({ ...episode, titleId })))}`
  yield* timeWatches(sql, [titleId])
})

/** Stores the film database's details of a title inside a transaction that already holds the domain's lock. */
export const writeDetails = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  id: TitleId,
  checkedAt: EpochMillis,
  details: TitleDetails | undefined,
) {
  // Namings of both kinds: a key that finds nothing does no harm.
  const namings =
    details === undefined ? [] : [namingByDatabase("film", details), namingByDatabase("show", details)]
  const loaded = yield* loadTitles(sql, yield* editsOf(sql), namings, [id])
  loaded.titles.describe(id, checkedAt, details)
  const { edits, gone, numberOf } = yield* saveTitles(sql, loaded)
  if (details !== undefined && loaded.titles.get(id) !== undefined) {
    yield* writeEpisodes(sql, numberOf(id), details.episodes)
  }
  if (!edits.titles.isNone) yield* sumTitles(sql, edits.titles, [numberOf(id)])
  if (gone.length === 0) return
  yield* mergeItems(sql, zone, edits, yield* moveItems(sql, edits, gone))
  yield* sumTitles(
    sql,
    edits.titles,
    gone.map(([, into]) => into),
  )
  yield* deleteTitles(
    sql,
    gone.map(([from]) => from),
  )
})
