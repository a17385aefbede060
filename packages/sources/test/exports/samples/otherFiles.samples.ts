import { json, lines, type OtherFile } from "./otherFile.ts"
import { places } from "./otherPlaces.samples.ts"
import { watching } from "./otherWatches.samples.ts"

const aliases = (...names: ReadonlyArray<string>) =>
  names.map((alias, at) => ({ id: 1, alias, source: "Canonical", is_primary: at === names.length - 1 }))

const listening: ReadonlyArray<Omit<OtherFile, "domain">> = [
  {
    format: "Koito",
    file: json({
      version: "1",
      exported_at: "2026-01-01T00:00:00Z",
      user: "ann",
      listens: [
        {
          listened_at: "2024-03-01T10:00:00Z",
          client: "a player",
          track: { mbid: null, duration: 200, aliases: aliases("Ebb (demo)", "Ebb") },
          album: { aliases: aliases("Weather Maps"), various_artists: false },
          artists: [
            { is_primary: false, aliases: aliases("J. Roche") },
            { is_primary: true, aliases: aliases("Ida Quarry") },
          ],
        },
        { listened_at: "2024-03-01T10:05:00Z", track: { aliases: aliases("Flow") }, artists: [] },
        { listened_at: "soon", track: { aliases: aliases("Flow") } },
      ],
    }),
    expected: [
      "2024-03-01T10:00:00 Ida Quarry / Weather Maps / Ebb",
      "bad: no artist",
      "bad: listened_at: Expected an ISO 8601 time",
    ],
  },
  {
    format: "Apple Music",
    file: lines(
      "Album Name,Container Artist Name,Event End Timestamp,Event Start Timestamp,Event Type,Media Duration In Milliseconds,Media Type,Play Duration Milliseconds,Song Name",
      "Weather Maps,Ida Quarry,2024-03-01T10:03:20.5Z,2024-03-01T10:00:00.5Z,PLAY_END,200000,AUDIO,200000,Ebb",
      "Weather Maps,Ida Quarry,2024-03-01T10:10:00Z,,PLAY_END,200000,AUDIO,60000,Flow",
      ",,2024-03-01T10:13:20Z,2024-03-01T10:10:00Z,PLAY_END,200000,AUDIO,200000,Tide",
      "Weather Maps,Ida Quarry,2024-03-01T10:13:20Z,,PLAY_END,200000,AUDIO,2000,Ebb",
      "Weather Maps,Ida Quarry,2024-03-01T10:13:20Z,,LYRIC_DISPLAY,200000,AUDIO,200000,Ebb",
      "Weather Maps,Ida Quarry,2024-03-01T10:13:20Z,,PLAY_END,200000,VIDEO,200000,Ebb",
      "Weather Maps,Ida Quarry,soon,,PLAY_END,200000,AUDIO,200000,Ebb",
    ),
    expected: [
      "2024-03-01T10:00:00 Ida Quarry / Weather Maps / Ebb",
      "2024-03-01T10:09:00 Ida Quarry / Weather Maps / Flow",
      "skipped: no artist: Apple Music - Play History Daily Tracks.csv names it",
      "skipped: played for less than 30 seconds",
      "skipped: not the end of a play",
      "skipped: a video",
      "bad: a time that cannot be read",
    ],
  },
  {
    format: "Apple Music, by day",
    file: lines(
      "Country,Track Identifier,Media type,Date Played,Hours,Play Duration Milliseconds,End Reason Type,Play Count,Skip Count,Track Description",
      'DE,1,AUDIO,20240301,"9, 10",400000,NATURAL_END_OF_TRACK,2,0,Ida Quarry - Ebb - Live',
      "DE,1,AUDIO,20240301,9,200000,NATURAL_END_OF_TRACK,1,0,Ida Quarry - Ebb - Live",
      "DE,2,AUDIO,20240301,9,200000,NATURAL_END_OF_TRACK,1,0,Ebb",
      "DE,3,AUDIO,20240301,9,1000,TRACK_SKIPPED_FORWARDS,0,1,Ida Quarry - Flow",
      "DE,3,AUDIO,2024,9,200000,NATURAL_END_OF_TRACK,1,1,Ida Quarry - Flow",
    ),
    expected: [
      "2024-03-01T09:00:00 Ida Quarry /  / Ebb - Live",
      "2024-03-01T09:02:00 Ida Quarry /  / Ebb - Live",
      "2024-03-01T09:04:00 Ida Quarry /  / Ebb - Live",
      "bad: no track",
      "skipped: skipped by the listener, or played for less than 30 seconds",
      "bad: a day that cannot be read",
    ],
  },
]

const reading: ReadonlyArray<Omit<OtherFile, "domain">> = [
  {
    format: "Instapaper",
    file: lines("URL,Title,Selection,Folder", "https://bread.example/1,Bread,,Archive"),
    expected: ["instapaper Bread https://bread.example/1 ? [] finished"],
  },
  {
    format: "Pinboard",
    file: json([
      {
        href: "https://bread.example/1",
        description: "Bread",
        extended: "Slow",
        time: "2024-03-01T10:00:00Z",
        shared: "no",
        toread: "yes",
        tags: "baking slow",
      },
      { href: "", description: "", extended: "", time: "", toread: "no", tags: "" },
    ]),
    expected: ["pinboard Bread https://bread.example/1 2024-03-01 [baking,slow] unread", "bad: no address"],
  },
  {
    format: "Linkwarden",
    file: json({
      username: "ann",
      collections: [
        {
          name: "Kitchen",
          links: [
            {
              name: "Bread",
              type: "url",
              url: "https://bread.example/1",
              collectionId: 1,
              createdAt: "2024-03-01T10:00:00Z",
              importDate: null,
              tags: [{ id: 1, name: "baking" }],
            },
            { name: "Scan", type: "pdf", url: null, collectionId: 1, tags: [] },
          ],
        },
      ],
    }),
    expected: [
      "linkwarden Bread https://bread.example/1 2024-03-01 [baking] unread",
      "skipped: a file or an image, no article",
    ],
  },
  {
    format: "Browser bookmarks",
    file: lines(
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>",
      '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
      "<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>",
      '<DT><H3 ADD_DATE="1600000000">Kitchen</H3>\n<DL><p>',
      '<DT><H3>Ovens</H3>\n<DL><p><DT><A HREF="https://bread.example/3">Oven</A></DL><p>',
      '<DT><A HREF="https://bread.example/1" ADD_DATE="1600000000" TAGS="baking,slow">Bread</A>',
      '<DT><A HREF="javascript:alert(1)">Run</A>',
      '</DL><p>\n<DT><A HREF="https://bread.example/2">Salt</A>\n</DL>',
    ),
    expected: [
      "bookmarks Oven https://bread.example/3 ? [Ovens] unread",
      "bookmarks Bread https://bread.example/1 2020-09-13 [baking,slow,Kitchen] unread",
      "skipped: no page of the web",
      "bookmarks Salt https://bread.example/2 ? [] unread",
    ],
  },
  {
    format: "BookWyrm",
    file: lines(
      "title,author_text,remote_id,openlibrary_key,isbn_10,isbn_13,start_date,finish_date,stopped_date,rating,review_name,review_content,shelf,shelf_name,shelf_date",
      "Salt Roads,Ida Quarry,https://books.example/1,,,9780306406157,2024-03-01,2024-03-09,,3,,Slow.,read,Read,2024-02-01",
      "Coast,Éva Moss,https://books.example/2,,,,,,2024-03-02,0,,,kitchen,Kitchen,2024-02-01",
      "Dune,Éva Moss,https://books.example/3,,,,,,,,,,to-read,To Read,2024-02-01",
    ),
    expected: [
      "book Salt Roads by Ida Quarry 9780306406157 2024-02-01 2024-03-09 3* [] finished",
      "book Coast by Éva Moss  2024-02-01 2024-03-02 0* [Kitchen] abandoned",
      "book Dune by Éva Moss  2024-02-01 ? 0* [] unread",
    ],
  },
  {
    format: "BookWyrm",
    file: lines(
      "title,author_text,remote_id,openlibrary_key,isbn_10,isbn_13,rating,review_name,review_cw,review_content",
      "Salt Roads,Ida Quarry,https://books.example/1,,,,4,,,",
    ),
    expected: ["book Salt Roads by Ida Quarry  ? ? 4* [] unread"],
  },
  {
    format: "LibraryThing",
    file: lines(
      "Book Id\tTitle\tPrimary Author\tDate\tReview\tRating\tPage Count\tDate Started\tDate Read\tTags\tCollections\tISBN\tISBNs\tEntry Date\tWork id",
      "1\tSalt Roads\tQuarry, Ida\t1998\tSlow.\t4.5\t312\t2024-03-01\t2024-03-09\tislands\tYour library, Shelf 1\t[0306406152]\t0306406152, 9780306406157\t2024-02-01\t77",
      "2\tCoast\tMoss\t\t\t\t\t\t\t\tCurrently reading\t[]\t\t2024-02-01\t",
      "3\tDune\tMoss, Éva\t\t\t\t\t\t\t\tWishlist\t[]\t\t2024-02-01\t",
    ),
    expected: [
      "book Salt Roads by Ida Quarry 9780306406157 2024-02-01 2024-03-09 4.5* [islands,Shelf 1] finished",
      "book Coast by Moss  2024-02-01 ? 0* [] reading",
      "book Dune by Éva Moss  2024-02-01 ? 0* [] unread",
    ],
  },
]

/** Files of programs that people have, with their quirks; all data is invented. */
export const otherFiles: ReadonlyArray<OtherFile> = [
  ...listening.map((file) => ({ domain: "listening" as const, ...file })),
  ...reading.map((file) => ({ domain: "reading" as const, ...file })),
  ...watching.map((file) => ({ domain: "watching" as const, ...file })),
  ...places.map((file) => ({ domain: "places" as const, ...file })),
]
