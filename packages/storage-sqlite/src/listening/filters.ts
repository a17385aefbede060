import { type FilterKind, FilterStore, Patterns } from "@daybook/listening"
import { dieOfSql } from "@daybook/storage-sql"
import { filterStore, isHiddenByName, playedTables } from "@daybook/storage-sql/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { readNames } from "./rows.ts"
import { listeningSql } from "./sql.ts"
import { sumsIn } from "./sums.ts"

/** The filters of listening in SQLite. */
export const layer = Layer.effect(
  FilterStore,
  Effect.gen(function* () {
    const connection = yield* Database
    const { all, many, sql } = connection
    const { compile } = yield* Patterns
    const sums = sumsIn(connection)
    const write = yield* writerOf("listening", [sums.settle])
    const database = listeningSql(connection)

    /**
     * Hides those names of a kind that pass the test, or shows them again, and the plays of these names with them. The
     * triggers of plays note the totals that change, and each is counted once as the transaction ends.
     */
    const setHidden = (kind: FilterKind, hidden: boolean, test: (name: string) => boolean): void => {
      const table = playedTables[kind].names
      const names = readNames(
        all(sql`select id, name, hidden from ${sql(table)} where hidden <> ${hidden ? 1 : 0}`),
      )
      const changed = names.filter(({ name }) => test(name)).map(({ id }) => id)
      if (changed.length === 0) return
      many({
        text: `update ${table} set hidden = ? where id = ?`,
        rows: changed.map((id) => [hidden ? 1 : 0, id]),
      })
      const these = sql`(select value from json_each(${jsonList(changed)}))`
      // The plays of an artist are found by its tracks.
      const of = {
        artist: sql`track_id in (select id from tracks where artist_id in ${these})`,
        album: sql`album_id in ${these}`,
        track: sql`track_id in ${these}`,
      }[kind]
      all(sql`update scrobbles set hidden = not hidden where (played_at, track_id) in (
        select plays.played_at, plays.track_id from (select * from scrobbles where ${of}) as plays
        left join tracks on tracks.id = plays.track_id left join albums on albums.id = plays.album_id
        left join artists on artists.id = plays.artist_id
        where plays.hidden <> (${sql.literal(isHiddenByName)}))`)
    }

    return filterStore(database, compile, (change) =>
      write(dieOfSql(change({ database, setHidden: (...names) => Effect.sync(() => setHidden(...names)) }))),
    )
  }),
)
