import type { Listen } from "@daybook/listening"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"

/** A select of the artist, the album and the track that a listen, as it is told, counts as: at most one row of ids. */
export const ledNames = (sql: Database["Service"]["sql"], { album, artist, track }: Listen): Fragment =>
  sql`select coalesce(told.leads_to, told.id) as artist_id, (
      select coalesce(leads_to, id) from albums where told_artist_id = told.id and told_name = ${album}
    ) as album_id, (
      select coalesce(leads_to, id) from tracks where told_artist_id = told.id and told_name = ${track}
    ) as track_id
    from artists as told where told.told_name = ${artist}`
