/** The tables of what is played, and its column in plays. */
export const playedTables = {
  artist: { names: "artists", totals: "artist_totals", id: "artist_id" },
  album: { names: "albums", totals: "album_totals", id: "album_id" },
  track: { names: "tracks", totals: "track_totals", id: "track_id" },
} as const
