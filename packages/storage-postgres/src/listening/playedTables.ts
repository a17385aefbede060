/** The tables of what is played, and its column in plays and in sums of years and periods. */
export const playedTables = {
  artist: {
    names: "artists",
    totals: "artist_totals",
    years: "artist_years",
    periods: "artist_periods",
    id: "artist_id",
  },
  album: {
    names: "albums",
    totals: "album_totals",
    years: "album_years",
    periods: "album_periods",
    id: "album_id",
  },
  track: {
    names: "tracks",
    totals: "track_totals",
    years: "track_years",
    periods: "track_periods",
    id: "track_id",
  },
} as const
