import type { Listen } from "@daybook/listening"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { nameTables } from "./filterRules.ts"

/** A select of the artist, the album and the track that a listen, as it is told, counts as: at most one row of ids. */
export const ledNames = (sql: SqlClient.SqlClient, { album, artist, track }: Listen): Fragment => {
  const led = (kind: keyof typeof nameTables, key: (prefix: string) => Fragment) =>
    sql`select coalesce(leads_to, id) as lead, id from ${sql(nameTables[kind])}
      where (told_name is null and ${key("")}) or (told_name is not null and ${key("told_")})`
  const titled = (name: string) => (prefix: string) =>
    sql`${sql(`${prefix}artist_id`)} = told.id and ${sql(`${prefix}name`)} = ${name}`
  return sql`select told.lead as artist_id, album.lead as album_id, track.lead as track_id
    from (${led("artist", (prefix) => sql`${sql(`${prefix}name`)} = ${artist}`)}) as told
    left join lateral (${led("album", titled(album))}) as album on true
    left join lateral (${led("track", titled(track))}) as track on true`
}
