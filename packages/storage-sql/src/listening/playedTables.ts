import type { PlayedKind } from "@daybook/listening"
import type { Constructor, Fragment } from "effect/sql/Statement"

/** The tables and columns of plays. */
export const playedTables = {
  artist: { names: "artists", totals: "artist_totals", months: "artist_months", id: "artist_id" },
  album: { names: "albums", totals: "album_totals", months: "album_months", id: "album_id" },
  track: { names: "tracks", totals: "track_totals", months: "track_months", id: "track_id" },
} as const

/** The id of the one that a name counts as. */
export const leadOf = (sql: Constructor, kind: PlayedKind, id: number): Fragment =>
  sql`coalesce((select leads_to from ${sql(playedTables[kind].names)} where id = ${id}), cast(${id} as int))`
