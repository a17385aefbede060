/** The tables and columns of plays. */
export const playedTables = {
  artist: { names: "artists", totals: "artist_totals", months: "artist_months", id: "artist_id" },
  album: { names: "albums", totals: "album_totals", months: "album_months", id: "album_id" },
  track: { names: "tracks", totals: "track_totals", months: "track_months", id: "track_id" },
} as const
