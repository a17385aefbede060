/** Files of services that log films and episodes, with the quirks of each. */
export const watchingFiles = {
  "IMDb's ratings": `Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors
tt0000101,9,2024-03-15,Salt Roads,Salt Roads,https://imdb.example/tt0000101/,Movie,8.7,136,1999,"Drama, Sea",20,1999-03-31,Ida Quarry
tt0000102,7,2024-03-16,Moths,Moths,https://imdb.example/tt0000102/,tvMovie,8.7,,,,,,
tt0000103,8,2024-03-16,Harbour,Harbour,https://imdb.example/tt0000103/,TV Series,8.7,,2001,,,,
tt0000104,8,2024-03-16,Harbour: Fog,Fog,https://imdb.example/tt0000104/,TV Episode,8.7,,2001,,,,
tt0000105,11,2024-03-16,Coast,Coast,,movie,,,2001,,,,
tt0000105,5,16.03.2024,Coast,Coast,,movie,,,2001,,,,
105,5,2024-03-16,Coast,Coast,,movie,,,2001,,,,
tt0000106,5
`,
  "IMDb's watchlist": `Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated
1,tt0000101,2023-01-01,2023-01-01,,Salt Roads,Salt Roads,https://imdb.example/tt0000101/,Movie,8.7,136,1999,Drama,20,1999-03-31,Ida Quarry,10,2024-03-15
2,tt0000107,2023-01-02,2023-01-02,,Dune,Dune,https://imdb.example/tt0000107/,Movie,8.7,136,1999,Drama,20,1999-03-31,Ida Quarry,,
`,
  "TMDB's ratings": `TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated
901,tt0000101,movie,Salt Roads,1999-05-04T00:00:00Z,,,7.229,7.5,2024-09-20T00:00:00Z
902,,movie,Moths,,,,7.2,8,2024-09-21
903,tt0000103,tv,Harbour,2001-03-30T00:00:00Z,,,7.6,6.0,2024-09-20T00:00:00Z
904,,movie,Dune,2001-01-01,,,7.6,,
0,,movie,Ember,2001-01-01,,,7.6,5,2024-09-20
905,,movie,Fjord,2001-01-01,,,7.6,50,2024-09-20
906,,movie,Gorse,2001-01-01,,,7.6,5,yesterday
907,tt0000107,tv_episode,Fog,2001-03-30,2,3,7.6,9,2024-09-22
908,,tv_episode,Tide,2001-03-30,2,4,7.6,9,2024-09-22
`,
  "Trakt's history": JSON.stringify([
    {
      id: 9001,
      watched_at: "2024-03-15T20:00:00.000Z",
      action: "watch",
      type: "movie",
      movie: { title: "Salt Roads", year: 1999, ids: { trakt: 1, slug: "s", imdb: "tt0000101", tmdb: 901 } },
    },
    {
      id: 9002,
      watched_at: "2024-03-16T20:00:00.000Z",
      action: "scrobble",
      type: "episode",
      episode: { season: 2, number: 3, title: "Fog", ids: { trakt: 2, tvdb: 7 } },
      show: { title: "Harbour", year: 2001, ids: { trakt: 3, tmdb: 903 } },
    },
    { id: 9003, watched_at: "1970-01-01T00:00:00.000Z", type: "movie", movie: { title: "Moths" } },
    { id: 9004, watched_at: "soon", type: "movie", movie: { title: "Dune" } },
  ]),
  "Trakt's ratings": JSON.stringify([
    {
      rated_at: "2024-03-15T20:00:00.000Z",
      rating: 9,
      type: "movie",
      movie: { title: "Salt Roads", year: 1999 },
    },
    { rated_at: "2024-03-15T20:00:00.000Z", rating: 8, type: "show", show: { title: "Harbour" } },
  ]),
  "Trakt's collection": JSON.stringify([
    { collected_at: "2024-03-15T20:00:00.000Z", show: { title: "Salt Roads", year: 1999 } },
    { listed_at: "2024-03-15T20:00:00.000Z", type: "movie", movie: { title: "Dune", year: 1999 } },
    { plays: 2, last_watched_at: "2024-03-15T20:00:00.000Z", movie: { title: "Moths" } },
  ]),
  "Simkl's backup": JSON.stringify({
    shows: [
      {
        last_watched_at: "2024-06-20T10:00:00Z",
        status: "watching",
        user_rating: 9,
        show: { title: "Harbour", year: 2001, ids: { simkl: 16, tmdb: "903", tvdb: "70" } },
        seasons: [
          { number: 1, episodes: [{ number: 1, watched_at: "2024-06-19T10:00:00Z" }, { number: 2 }] },
          { number: 2, episodes: [{ number: 1, watched_at: "whenever" }] },
        ],
      },
      { status: "completed", watched_episodes_count: 5, show: { title: "Lamps", ids: { simkl: 17 } } },
    ],
    anime: [
      {
        status: "watching",
        show: { title: "Moth Season", year: 2019, ids: { simkl_id: 18 } },
        seasons: [{ number: 1, episodes: [{ number: 4, watched_at: "2024-06-21T10:00:00Z" }] }],
      },
    ],
    movies: [
      {
        last_watched_at: "2024-03-15T20:00:00Z",
        status: "completed",
        user_rating: 7,
        movie: { title: "Salt Roads", year: 1999, ids: { simkl: 5, imdb: "tt0000101", tmdb: "901" } },
      },
      { last_watched_at: null, status: "completed", movie: { title: "Moths", ids: null } },
      { status: "plantowatch", movie: { title: "Dune", year: 1999, ids: { simkl: 6 } } },
    ],
  }),
  "Simkl's CSV": `SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB
5,Salt Roads,movie,1999,completed,,15-03-2024 20:00:00,7,"so, so",,901,tt0000101
7,Moths,movie,,completed,,2024-01-04,,,,,
16,Harbour,tv show,2001,watching,S02E01,20-06-2024 10:00:00,9,,70,903,
6,Dune,movie,1999,plantowatch,,,,,,,
8,Ember,movie,1999,completed,,20/06/2024,,,,,
9,,movie,1999,completed,,,,,,,
`,
}
