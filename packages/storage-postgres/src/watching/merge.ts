import { dayOfWatch, mergeWatches, monthOf, watchFingerprint, type WatchTime } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Rows from "./rows.ts"

const keyOf = ({ episode, season, titleId }: Rows.Item) => `${titleId} ${season} ${episode}`

/** Merges the records of items into watches again. Gives the number of changed watches. */
export const mergeItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  items: ReadonlyArray<Rows.Item>,
) {
  if (items.length === 0) return 0
  const wanted = sql`${Rows.items.unnest(items)} as item (${Rows.items.names})`
  const records = Rows.readEvidence(
    yield* sql`select watch_records.*, kind from watch_records
      join ${wanted} using (${Rows.items.names}) join titles on titles.id = title_id`,
  )
  const filmsBefore = Rows.filmWatches.read(
    yield* sql`with gone as (
        delete from film_watches as watch using ${wanted}
        where watch.title_id = item.title_id and item.season = 0 and item.episode = 0 returning watch.*
      ) select ${Rows.filmWatches.columns} from gone`,
  )
  const episodesBefore = Rows.episodeWatches.read(
    yield* sql`with gone as (
        delete from episode_watches as watch using ${wanted}
        where (watch.title_id, watch.season, watch.episode) = (item.title_id, item.season, item.episode)
        returning watch.*
      ) select ${Rows.episodeWatches.columns} from gone`,
  )
  const shownBefore = new Set([
    ...filmsBefore.map((watch) => `${watch.titleId} 0 0 ${watchFingerprint("film", watch)}`),
    ...episodesBefore.map((watch) => `${keyOf(watch)} ${watchFingerprint("show", watch)}`),
  ])
  let changed = 0
  const films: Array<Rows.FilmWatch> = []
  const episodes: Array<Rows.EpisodeWatch> = []
  for (const [key, [first, ...others]] of Map.groupBy(records, keyOf)) {
    if (first === undefined) continue
    const { episode, kind, season, titleId } = first
    let before: Rows.EpisodeWatch["before"]
    for (const watch of mergeWatches([first, ...others], zone)) {
      if (!shownBefore.has(`${key} ${watchFingerprint(kind, watch)}`)) changed += 1
      const day = dayOfWatch(watch, zone)
      if (kind === "film") films.push({ ...watch, titleId, day })
      else episodes.push({ ...watch, titleId, season, episode, day, month: monthBit(watch, zone), before })
      before = watch.at
    }
  }
  if (films.length > 0) yield* sql`${Rows.filmWatches.insert(films)}`
  if (episodes.length > 0) yield* sql`${Rows.episodeWatches.insert(episodes)}`
  return changed
})

const monthBit = (watch: WatchTime, zone: DateTime.TimeZone): number => {
  const month = monthOf(watch, zone)
  return month === undefined ? 0 : 1 << month
}

/** Merges all records into watches again, in another time zone. */
export const rebuildWatches = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
) {
  const all = yield* sql`select distinct ${Rows.items.names} from watch_records`
  yield* mergeItems(sql, zone, Rows.items.read(all))
})
