import type { EpochMillis, WebUrl } from "@daybook/kernel"
import { type Episode, namingByDatabase, type TitleDetails, type TitleId } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"
import { editsOf } from "./editedTitles.ts"
import { mergeItems } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles, timeWatches } from "./seenTitles.ts"
import { deleteTitles, loadTitles, saveTitles } from "./titles.ts"
import { moveItems } from "./writer.ts"

/** Replaces the seasons of a show whose episodes are reported. */
const writeEpisodes = Effect.fnUntraced(function* (
  database: Sql,
  titleId: TitleId,
  episodes: ReadonlyArray<Episode>,
) {
  const { sql } = database
  if (episodes.length === 0) return
  const seasons = [...new Set(episodes.map(({ season }) => season))]
  yield* sql`delete from episodes where title_id = ${titleId} and ${database.amongNumbers("season", seasons)}`
  yield* database.tableOf(Rows.episodes).insert(episodes.map((episode) => ({ ...episode, titleId })))
  yield* timeWatches(database, [titleId])
})

/** Stores the film database's details of a title in a transaction of the domain's writer. */
export const writeDetails = Effect.fnUntraced(function* (
  database: Sql,
  zone: DateTime.TimeZone,
  id: TitleId,
  checkedAt: EpochMillis,
  details: TitleDetails | undefined,
) {
  // Namings of both kinds: a key that finds nothing does no harm.
  const namings =
    details === undefined ? [] : [namingByDatabase("film", details), namingByDatabase("show", details)]
  const loaded = yield* loadTitles(database, yield* editsOf(database), namings, [id])
  loaded.titles.describe(id, checkedAt, details)
  const { edits, gone, numberOf } = yield* saveTitles(database, loaded)
  if (details !== undefined && loaded.titles.get(id) !== undefined) {
    yield* writeEpisodes(database, numberOf(id), details.episodes)
  }
  if (!edits.titles.isNone) yield* sumTitles(database, edits.titles, [numberOf(id)])
  if (gone.length === 0) return
  yield* mergeItems(database, zone, edits, yield* moveItems(database, edits, gone))
  yield* sumTitles(
    database,
    edits.titles,
    gone.map(([, into]) => into),
  )
  yield* deleteTitles(
    database,
    gone.map(([from]) => from),
  )
})

/** Adds images to titles that have none, in a transaction of the domain's writer. */
export const writeImages = Effect.fnUntraced(function* (database: Sql, images: ReadonlyMap<TitleId, WebUrl>) {
  const loaded = yield* loadTitles(database, yield* editsOf(database), [], [...images.keys()])
  for (const [id, url] of images) loaded.titles.addImage(id, url)
  yield* saveTitles(database, loaded)
})
