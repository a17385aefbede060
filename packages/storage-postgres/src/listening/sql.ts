import { type ListeningSql, playedTables, spanColumns } from "@daybook/storage-sql/listening"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints } from "../sql/parameters.ts"
import { sqlOf } from "../sql/sql.ts"

/** PostgreSQL to the parts of listening that SQLite has in the same words. */
export const listeningSql = (sql: SqlClient.SqlClient): ListeningSql => {
  const database = sqlOf(sql)
  return {
    ...database,
    toldName: (table) => `coalesce(${table}.told_name, ${table}.name)`,
    toldArtistId: (table) => `coalesce(${table}.told_artist_id, ${table}.artist_id)`,
    toldImageUrl: (table) => `coalesce(${table}.told_image_url, ${table}.image_url)`,
    toldBy: (name, artists) => {
      const table = sql(name)
      return sql`((${table}.told_name is null and ${table}.artist_id = any(${ints(artists)}))
        or (${table}.told_name is not null and ${table}.told_artist_id = any(${ints(artists)})))`
    },
    isPlayed: (kind, id) =>
      `exists (select from ${playedTables[kind].totals} as totals where totals.id = ${id})`,
    noTexts: "'{}'",
    playedWithin: (spans, table, alias) =>
      sql`${database.given("span", spanColumns(spans))} cross join lateral (
        select * from ${sql(table)} where played_at between span.start and span.until offset 0
      ) as ${sql(alias)}`,
    isPlayId: (id) => `${id} ~ '^[0-9]{1,9}:-?[0-9]{1,15}$'`,
    partsOfPlayId: (id) => ({
      playedAt: `to_timestamp(split_part(${id}, ':', 2)::bigint / 1000)`,
      trackId: `split_part(${id}, ':', 1)::int`,
    }),
  }
}
