import { json, lines, type OtherFile } from "./otherFile.ts"

const anime = (fields: object, id: number): string =>
  `<anime><series_animedb_id>${id}</series_animedb_id>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("")}</anime>`

/** Exports of programs that note films and series; all data is invented. */
export const watching: ReadonlyArray<Omit<OtherFile, "domain">> = [
  {
    format: "Yamtrack",
    file: lines(
      '"media_id","source","media_type","title","season_number","episode_number","score","progress","status","start_date","end_date","notes"',
      '"901","tmdb","movie","Salt Roads","","","9.0","1","Completed","","2024-03-15",""',
      '"902","tmdb","movie","Moths","","","","0","Planning","","",""',
      '"903","tmdb","tv","Harbour","","","","24","In progress","","",""',
      '"903","tmdb","episode","Harbour","2","3","","","","","2024-03-16 20:00:00+00:00",""',
      '"77","mal","anime","Moth Season","","","","2","Completed","2024-03-01","2024-03-02",""',
      '"5","igdb","game","Ember","","","","3h","Completed","","",""',
      '"904","tmdb","movie","Fjord","","","","1","Completed","","soon",""',
    ),
    expected: [
      "yamtrack 2024-03-15 Salt Roads 0 {tmdb:901} *4.5",
      "skipped: on a list, not watched",
      "skipped: a show or season: its episodes are rows",
      "yamtrack 2024-03-16T20:00 Harbour 0 2x3 {tmdb:903}",
      "yamtrack 2024-03-01 Moth Season 0 1x1 {}",
      "yamtrack 2024-03-02 Moth Season 0 1x2 {}",
      "skipped: no film or episode",
      "bad: a date that cannot be read",
    ],
  },
  {
    format: "MyAnimeList",
    file: `<?xml version="1.0" encoding="UTF-8" ?>\n<myanimelist><myinfo><user_export_type>1</user_export_type></myinfo>${[
      anime(
        {
          series_title: "<![CDATA[Moth Season]]>",
          series_type: "TV",
          my_watched_episodes: 3,
          my_start_date: "2024-03-01",
          my_finish_date: "0000-00-00",
          my_score: 8,
        },
        1,
      ),
      anime(
        {
          series_title: "Salt & Roads".replace("&", "&amp;"),
          series_type: "Movie",
          my_watched_episodes: 1,
          my_finish_date: "2024-03-15",
          my_score: 9,
        },
        2,
      ),
      anime({ series_title: "Lamps", series_type: "TV", my_watched_episodes: 0 }, 3),
    ].join("\n")}<manga><series_title>Dune</series_title></manga></myanimelist>`,
    expected: [
      "myanimelist 2024-03-01 Moth Season 0 1x1 {}",
      "myanimelist some time Moth Season 0 1x2 {}",
      "myanimelist some time Moth Season 0 1x3 {}",
      "myanimelist 2024-03-15 Salt & Roads 0 {} *4.5",
      "skipped: on a list, not watched",
      "skipped: a manga",
    ],
  },
  {
    format: "AniList",
    file: json({
      data: {
        MediaListCollection: {
          lists: [
            {
              name: "Completed",
              entries: [
                {
                  status: "COMPLETED",
                  progress: 1,
                  score: 80,
                  completedAt: { year: 2024, month: 3, day: 15 },
                  media: {
                    id: 9,
                    type: "ANIME",
                    format: "MOVIE",
                    title: { romaji: "Salt Roads" },
                    seasonYear: 1999,
                  },
                },
                {
                  progress: 2,
                  startedAt: { year: null, month: null, day: null },
                  completedAt: { year: 2024, month: 3, day: 2 },
                  media: {
                    id: 8,
                    type: "ANIME",
                    format: "TV",
                    title: { english: "Moth Season", romaji: "Ga" },
                  },
                },
                { progress: 5, media: { id: 7, type: "MANGA", title: { romaji: "Dune" } } },
              ],
            },
          ],
        },
      },
    }),
    expected: [
      "anilist 2024-03-15 Salt Roads 1999 {}",
      "anilist some time Moth Season 0 1x1 {}",
      "anilist 2024-03-02 Moth Season 0 1x2 {}",
      "skipped: a manga",
    ],
  },
]
