import type { DateRange, Journal, PageRequest } from "@daybook/kernel"
import { type ListeningLists, playId } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { inRange, onPage } from "../sql/paging.ts"
import { readListedPlays } from "./rows.ts"

/** The lists of listening in SQL. */
export const listsIn = (sql: SqlClient.SqlClient, countsByDay: Journal["countsByDay"]): ListeningLists => ({
  plays: Effect.fn("ListeningLists.plays")(function* (range: DateRange, page: PageRequest) {
    const rows = readListedPlays(
      yield* sql`select play.played_at, play.track_id, tracks.name as track, tracks.catalog_url, tracks.preview_url,
          artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
          coalesce(albums.name, '') as album, coalesce(albums.image_url, '') as image_url
        from (
          select played_at, track_id, album_id from scrobbles where not hidden and ${inRange(sql, "played_at", range)}
          order by played_at desc, track_id desc ${onPage(sql, page)}
        ) as play
        join tracks on tracks.id = play.track_id join artists on artists.id = tracks.artist_id
        left join albums on albums.id = play.album_id
        order by play.played_at desc, play.track_id desc`,
    )
    const counts = yield* countsByDay(range)
    return {
      items: rows.map((row) => ({ id: playId(row), ...row })),
      total: counts.reduce((total, { count }) => total + count, 0),
    }
  }, Effect.orDie),
})
