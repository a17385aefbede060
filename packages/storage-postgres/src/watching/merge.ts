import { foldName } from "@daybook/kernel"
import { dayOfWatch, mergeWatches, monthOf, watchFingerprint, type WatchTime } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints, texts } from "../sql/parameters.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"

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
  const gone = Rows.watches.read(
    yield* sql`with gone as (
        delete from watches as watch using ${wanted}
        where (watch.title_id, watch.season, watch.episode) = (item.title_id, item.season, item.episode)
        returning watch.*
      ) select ${Rows.watches.columns} from gone`,
  )
  const shownBefore = new Set(gone.map((watch) => `${keyOf(watch)} ${watchFingerprint(watch)}`))
  let changed = 0
  const watches: Array<Rows.StoredWatch> = []
  for (const [key, [first, ...others]] of Map.groupBy(records, keyOf)) {
    if (first === undefined) continue
    const { episode, kind, season, titleId } = first
    let earlier: Pick<Rows.StoredWatch, "before" | "beforeDay"> = { before: undefined, beforeDay: undefined }
    for (const watch of mergeWatches([first, ...others], zone)) {
      if (!shownBefore.has(`${key} ${watchFingerprint(watch)}`)) changed += 1
      const day = dayOfWatch(watch, zone)
      watches.push({
        ...watch,
        titleId,
        kind,
        season,
        episode,
        day,
        month: monthBit(watch, zone),
        ...earlier,
      })
      earlier = { before: watch.at, beforeDay: day }
    }
  }
  if (watches.length > 0) yield* sql`${Rows.watches.insert(watches)}`
  return changed
})

const monthBit = (watch: WatchTime, zone: DateTime.TimeZone): number => {
  const month = monthOf(watch, zone)
  return month === undefined ? 0 : 1 << month
}

/** Folds the names of all titles. */
const foldNames = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const names = Rows.readNames(yield* sql`select id, name from titles`)
  yield* sql`update titles set name_key = folded.key
    from unnest(${ints(names.map(({ id }) => id))}, ${texts(names.map(({ name }) => foldName(name)))})
      as folded (id, key) where titles.id = folded.id`
})

/** Makes all that follows from records and titles again: in another time zone, or of tables that are new. */
export const rebuildWatches = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
) {
  const all = yield* sql`select distinct ${Rows.items.names} from watch_records`
  yield* mergeItems(sql, zone, Rows.items.read(all))
  yield* sumTitles(sql)
  yield* foldNames(sql)
})
