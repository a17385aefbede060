import { type ListeningSql, playedTables, spanColumns } from "@daybook/storage-sql/listening"
import type { Database } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"

/** SQLite to the parts of listening that PostgreSQL has in the same words. */
export const listeningSql = (connection: Database["Service"]): ListeningSql => {
  const database = sqlOf(connection)
  const { amongNumbers, given, sql } = database
  return {
    ...database,
    toldName: (table) => `${table}.told_name`,
    toldArtistId: (table) => `${table}.told_artist_id`,
    toldImageUrl: (table) => `${table}.told_image_url`,
    toldBy: (table, artists) => amongNumbers(`${table}.told_artist_id`, artists),
    isPlayed: (
      kind,
      id,
    ) => `(exists (select 1 from ${playedTables[kind].totals} as totals where totals.id = ${id})
      or ${id} in (select recounts.id from recounts where kind = '${kind}'))`,
    noTexts: "'[]'",
    playedWithin: (spans, table, alias) =>
      sql`${given("span", spanColumns(spans))} cross join ${sql(table)} as ${sql(alias)}
        on ${sql(alias)}.played_at between span.start and span.until`,
    isPlayId: (id) => `${id} glob '[0-9]*:*[0-9]' and not ${id} glob '*[^0-9:-]*'`,
    partsOfPlayId: (id) => ({
      playedAt: `cast(substr(${id}, instr(${id}, ':') + 1) as int)`,
      trackId: `cast(${id} as int)`,
    }),
  }
}
