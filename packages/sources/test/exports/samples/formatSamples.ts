import { samples, wholeFiles } from "./exports.samples.ts"
import { fitFile } from "./fit.samples.ts"
import { gpx, steady, track } from "./gpx.samples.ts"
import { highlightsJson, highlightsMarkdown, statistics } from "./koreader.samples.ts"
import { otherFiles } from "./otherFiles.samples.ts"
import { readingFiles } from "./readingFiles.samples.ts"
import { watchingFiles } from "./watchingFiles.samples.ts"

/** A file of a known format, with the only domain and format that may claim it. */
export interface FormatSample {
  readonly domain: string
  readonly format: string
  readonly file: string | Uint8Array
  /** Its path in the archive that the service gives. */
  readonly path?: string
}

const lines = (...some: ReadonlyArray<string>): string => some.map((line) => `${line}\n`).join("")
const json = (value: unknown): string => JSON.stringify(value)

const album = { title: "Salt Roads", year: 1999, ids: { trakt: 1, slug: "salt-roads" } }
const start = Date.parse("2024-03-01T07:00:00Z")

const listening: ReadonlyArray<Omit<FormatSample, "domain">> = [
  { format: "Spotify", file: samples["Spotify's history"] },
  { format: "Spotify", file: wholeFiles["Spotify's history with all its fields"].file },
  {
    format: "Spotify account data",
    file: json([
      { endTime: "2024-05-06 07:08", artistName: "Ida Quarry", trackName: "Ebb", msPlayed: 90_000 },
      { endTime: "2024-05-06 07:09", podcastName: "Tides", episodeName: "One", msPlayed: 90_000 },
    ]),
  },
  { format: "Maloja", file: samples["Maloja's export"] },
  { format: "Maloja", file: wholeFiles["Maloja's export of tracks by several artists"].file },
  { format: "ListenBrainz", file: samples["ListenBrainz's lines"] },
  { format: "ListenBrainz", file: wholeFiles["ListenBrainz's lines, matched and not"].file },
  { format: "ListenBrainz", path: "user.json", file: '{"user_id": 7, "username": "me"}' },
  { format: "Last.fm", file: samples["Last.fm rows with a header"] },
  { format: "Last.fm", file: wholeFiles["answers of Last.fm, extended, with what is playing"].file },
  { format: "Last.fm", file: wholeFiles["a response of Last.fm whose counts are numbers"].file },
  { format: "Last.fm", file: samples["lastfmstats' rows"] },
  { format: "lastfmstats.com", file: samples["lastfmstats' JSON"] },
  {
    format: "Last.fm",
    file: lines(
      "Half Moth,Night Bus,Now playing,",
      '"Half Moth","Night Bus","Tin Roof","31 Dec 2007 17:08"',
      "311,1989,22,31 Dec 2007 17:04",
      ...Array.from({ length: 9 }, (_, at) => `Ida Quarry,,Ebb ${at},"30 Dec 2007, 16:${10 + at}"`),
    ),
  },
  {
    format: "Last.fm",
    file: lines(
      '"1700000001","14 Nov 2023, 22:13","Half Moth","0c1a2b3c-1111-4222-8333-444455556666","Night Bus","","Tin Roof",""',
      '"1699999801","14 Nov 2023, 22:10","Half Moth","","","","Ebb",""',
    ),
  },
]

const reading: ReadonlyArray<Omit<FormatSample, "domain">> = [
  { format: "Wallabag", file: readingFiles["Wallabag's JSON"] },
  {
    format: "Wallabag",
    file: `[{"is_archived":0,"is_starred":1,"tags":[],"title":"Long","url":"https://bread.example/","content":"${"word ".repeat(20_000)}"}]`,
  },
  { format: "Wallabag", file: readingFiles["Wallabag's CSV"] },
  { format: "Karakeep", file: readingFiles["Karakeep's JSON"] },
  { format: "Omnivore", file: readingFiles["Omnivore's JSON"] },
  { format: "Omnivore", path: "highlights/bread.md", file: readingFiles["Omnivore's highlights"] },
  { format: "Matter", file: readingFiles["Matter's CSV"] },
  { format: "Raindrop", file: readingFiles["Raindrop's CSV"] },
  { format: "Raindrop", file: readingFiles["Raindrop's page"] },
  {
    format: "Pocket",
    file: lines("title,url,time_added,tags,status", "Bread,https://bread.example/1,1600000000,a|b,archive"),
  },
  {
    format: "Pocket",
    file: '<!DOCTYPE html>\n<html><head><title>Pocket Export</title></head><body><h1>Unread</h1><a href="https://bread.example">Bread</a></body></html>',
  },
  {
    format: "Pocket",
    file: json({
      status: 1,
      list: { "11": { item_id: "11", given_url: "https://bread.example", status: "0" } },
    }),
  },
  {
    format: "Instapaper",
    file: lines("URL,Title,Selection,Folder,Timestamp", "https://bread.example,Bread,,Archive,1600000000"),
  },
  {
    format: "Instapaper",
    file: '<html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1><a href="https://bread.example">Bread</a></body></html>',
  },
  {
    format: "Readwise Reader",
    file: lines(
      "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen",
      "Bread,https://bread.example/1,01abc,[],2023-03-26 21:02:51+00:00,1,archive,True",
    ),
  },
  {
    format: "Goodreads",
    file: lines(
      "Book Id,Title,Author,ISBN13,My Rating,Date Read,Date Added,Exclusive Shelf",
      "4410,Salt Roads,Ida Quarry,,5,2024/03/09,2023/01/02,read",
    ),
  },
  {
    format: "StoryGraph",
    file: lines(
      "Title,Authors,ISBN/UID,Read Status,Date Added,Dates Read,Star Rating",
      "Salt Roads,Ida Quarry,9780306406157,read,2023/01/02,,4.25",
    ),
  },
  {
    format: "Hardcover",
    file: lines(
      "Title,Author,Status,Hardcover Book ID,Date Added,Date Finished",
      "Salt Roads,Ida Quarry,Read,379,2023-01-02,2024-03-09",
    ),
  },
  {
    format: "Hardcover",
    file: json({ data: { user_books: [{ status_id: 3, book: { title: "Salt Roads" } }] } }),
  },
  { format: "KOReader", file: statistics },
  { format: "KOReader", file: highlightsJson },
  { format: "KOReader", file: highlightsMarkdown },
]

const watching: ReadonlyArray<Omit<FormatSample, "domain">> = [
  { format: "IMDb", file: watchingFiles["IMDb's ratings"] },
  { format: "IMDb", file: watchingFiles["IMDb's watchlist"] },
  { format: "TMDB", file: watchingFiles["TMDB's ratings"] },
  { format: "Trakt", file: watchingFiles["Trakt's history"] },
  { format: "Trakt", file: watchingFiles["Trakt's ratings"] },
  { format: "Trakt", file: watchingFiles["Trakt's collection"] },
  { format: "Simkl", file: watchingFiles["Simkl's backup"] },
  { format: "Simkl", file: watchingFiles["Simkl's CSV"] },
  {
    format: "Letterboxd",
    file: lines(
      "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date",
      "2024-03-02,Salt Roads,1999,https://boxd.example/a,4.5,,,2024-03-01",
    ),
  },
]

const collecting: ReadonlyArray<Omit<FormatSample, "domain">> = [
  {
    format: "Discogs",
    file: lines(
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added",
      "HM 1,Half Moth,Night Bus,Tin Roof,LP,,1980,7530535,Uncategorized,2020-11-12 12:24:52",
    ),
  },
  { format: "Trakt", file: json([{ collected_at: "2024-03-15T20:00:00.000Z", movie: album }]) },
]

const places: ReadonlyArray<Omit<FormatSample, "domain">> = [
  {
    format: "Google Timeline",
    file: json({
      semanticSegments: [
        { startTime: "2024-06-01T09:00:00Z", timelinePath: [] },
        {
          startTime: "2024-06-01T10:00:00Z",
          visit: { hierarchyLevel: 0, topCandidate: { placeId: "ChIJ" } },
        },
      ],
      rawSignals: [{ position: { LatLng: "52.5°, 13.4°" } }],
    }),
  },
  {
    format: "Google Timeline",
    file: json([
      {
        startTime: "2024-06-01T10:00:00Z",
        activity: { start: "geo:1,2", topCandidate: { type: "walking" } },
      },
    ]),
  },
  {
    format: "Google Timeline (Takeout)",
    file: json({ timelineObjects: [{ placeVisit: { location: { name: "Pier" }, duration: {} } }] }),
  },
  {
    format: "Google location records",
    file: json({ locations: [{ latitudeE7: 1, longitudeE7: 2, timestamp: "2019-01-05T10:00:00Z" }] }),
  },
  {
    format: "Swarm",
    file: json({
      items: [{ id: "5f01", createdAt: "2019-05-01 12:34:56.000000", type: "checkin", timeZoneOffset: 120 }],
    }),
  },
  {
    format: "Swarm",
    file: json({
      items: [{ id: "5f01", createdAt: 1_556_714_096, timeZone: "Europe/Berlin", venue: { id: "4f" } }],
    }),
  },
  {
    format: "Swarm",
    path: "data-export-1/visits.json",
    file: json({ items: [{ id: "2", timeArrived: "2019-05-01 12:34:56.000000" }] }),
  },
  {
    format: "Swarm",
    path: "data-export-1/unconfirmed_visits.json",
    file: json({ items: [{ id: "3", startTime: "2019-05-01 12:34:56.000000", venueId: "4f01" }] }),
  },
  { format: "OwnTracks", file: json([{ _type: "location", tst: 1_717_228_900, lat: 1, lon: 2, tid: "ph" }]) },
  {
    format: "OwnTracks (Recorder)",
    file: '2024-06-01T08:00:00Z\t*  \t{"_type":"location","tst":1717228900,"lat":1,"lon":2}\n',
  },
  {
    format: "Overland",
    file: json({
      locations: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [2, 1] },
          properties: { timestamp: "2024-06-01T08:00:00Z", horizontal_accuracy: 5 },
        },
      ],
    }),
  },
]

const running: ReadonlyArray<Omit<FormatSample, "domain">> = [
  {
    format: "FIT",
    file: fitFile({
      start,
      points: [
        { at: 0, metres: 0 },
        { at: 60, metres: 180 },
      ],
    }),
  },
  { format: "GPX", file: gpx(track([steady(60, 3)])) },
  {
    format: "GPX",
    file: `\uFEFF<!-- a > b --><!DOCTYPE gpx [<!ENTITY a "b>">]><g:gpx xmlns:g="http://a.example"/>`,
  },
  {
    format: "TCX",
    file: '<?xml version="1.0"?>\n<TrainingCenterDatabase><Activities><Activity Sport="Running"/></Activities></TrainingCenterDatabase>',
  },
  {
    format: "Apple Health",
    file: '<?xml version="1.0"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (ExportDate,Me)>\n]>\n<HealthData locale="en"><Workout workoutActivityType="HKWorkoutActivityTypeRunning"/></HealthData>',
  },
  {
    format: "Garmin",
    file: json([
      { summarizedActivitiesExport: [{ activityId: 1, activityType: "running", distance: 1_000 }] },
    ]),
  },
  {
    format: "Strava",
    file: lines(
      "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Commute,Activity Gear,Filename",
      '101,"Sep 26, 2018, 10:56:05 AM",Morning,Run,,1350,2.81,false,,activities/101.gpx',
    ),
  },
  {
    format: "Strava",
    file: lines(
      "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,Pendeln,Aktivitätsausrüstung,Dateiname,Verstrichene Zeit,Bewegungszeit,Distanz",
      "123456,26.09.2024, 10:56:05,Morgens,Lauf,,1350,2.81,false,,a.gpx,1350,1300,2810",
    ).replace("26.09.2024, 10:56:05", '"26.09.2024, 10:56:05"'),
  },
]

const attending: ReadonlyArray<Omit<FormatSample, "domain">> = [
  {
    format: "Games and seasons",
    file: json([{ event_date: "2024-05-06", event_type: "mlb_game", team_id: 136 }]),
  },
  {
    format: "Games and seasons",
    file: "# My games\n- event_date: 2024-05-06\n  event_type: 'nba_game'\n  team_id: LAL\n",
  },
]

/** At least one file of each format of each domain, all of it made up. */
export const formatSamples: ReadonlyArray<FormatSample> = [
  ...otherFiles,
  ...Object.entries({ listening, reading, watching, collecting, places, running, attending }).flatMap(
    ([domain, some]) => some.map((sample) => ({ domain, ...sample })),
  ),
]
