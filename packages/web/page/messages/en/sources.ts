import { count, number } from "../../words.ts"

const rows = (value: number) => count(value, "row", "rows")

/** The texts of services and their syncs. */
export const sources = {
  syncs: "Syncs",
  syncsLead: "Syncs run automatically unless SYNC_SCHEDULE is off.",
  syncNow: "Sync now",
  syncDomain: (domain: string) => `Sync now: ${domain}`,
  syncing: (items: number) => (items === 0 ? "Syncing" : `Syncing: ${count(items, "item", "items")} so far`),
  synced: (items: number) =>
    items === 0 ? "Nothing new" : `${count(items, "item", "items")} new or changed`,
  neverSynced: "Not synced yet",
  noSource: (domains: string) => `No source is configured for ${domains}.`,
  states: {
    running: "running",
    completed: "done",
    failed: "failed",
    interrupted: "interrupted",
  } as Readonly<Record<string, string>>,
  setAside: (value: number) => `${rows(value)} rejected`,
  services: "Services",
  asked: "Connected",
  others: "Not configured",
  working: "Working",
  trouble: "Failing",
  idle: "Not synced yet",
  /** What a free account cannot do, and what to use instead, by the id of the service. */
  free: {
    strava: "Needs a paid Strava subscription. Free: import Strava's export, or files from your watch.",
    spotify: "Needs Spotify Premium. Free: import Spotify's history, and scrobble new plays from a player.",
    trakt: "Needs Trakt VIP. Free: import Trakt's export, and send new watches from Plex, Jellyfin or Kodi.",
    readwise: "Needs a paid plan after the trial. Free: import files, or save pages to Daybook itself.",
    plex: "Free. Only Plex's webhooks need a Plex Pass.",
    letterboxd: "Free for the last 50 films. Import Letterboxd's export once for the rest.",
    google: "Free. Link again each week while your Google application is in testing.",
  } as Readonly<Record<string, string>>,
  linkedAs: (account: string) => `Linked as ${account}`,
  linked: "Linked",
  bySettings: "Configured in the server settings",
  keyless: "Needs no account",
  until: "Access expires",
  lastAnswer: "Last success",
  lastTrouble: "Last error",
  /** Why a service failed. */
  troubles: {
    unreached: (service: string, setting: string) =>
      `${service} can't be reached. If this lasts, check ${setting}.`,
    refused: (service: string, setting: string) => `${service} refuses the access. Check ${setting}.`,
    passing: (service: string) => `${service} is busy or failing. Daybook tries again later.`,
    unknown: (service: string, setting: string) =>
      `${service} answers in a way that Daybook doesn't know. Check ${setting}.`,
  },
  linkIt: "Link",
  again: "Relink",
  link: (title: string) => `Link ${title}`,
  linkAgain: (title: string) => `Relink ${title}`,
  linkHint: "You'll approve access at the service and come back here.",
  justLinked: (title: string, account: string) =>
    `${title} is linked. Daybook now syncs ${account === "" ? "your account" : `the account of ${account}`}.`,
  unlink: "Unlink",
  unlinkQuestion: (title: string) => `Unlink ${title}?`,
  unlinkLost: "Daybook deletes its access and stops syncing. Data already imported is kept.",
  test: "Test",
  testOf: (title: string) => `Test the link to ${title}`,
  tested: (email: string, messages: number) =>
    `Working: ${email}, ${count(messages, "message", "messages")}.`,
  testedFor: "Can read",
  testedUntil: (time: string) => `Access expires at ${time} and renews automatically.`,
  apps: "Apps that send to you",
  appsLead: "Enter the URL in the app. Its token, password or user name is a key that can only submit.",
  appsKey: "New key",
  asideTitle: "Rejected rows",
  asideLead:
    "Rows that couldn't be read. Retrying, or updating Daybook, may fix them. Tracks that don't look like runs wait here until you accept them.",
  asideAccept: "Accept",
  asideAccepted: (value: number) =>
    value === 0 ? "Couldn't accept it." : `${count(value, "item", "items")} stored.`,
  asideRetry: "Retry them",
  asideDue: (value: number) =>
    value === 0 ? "None of them can be retried." : `The next sync retries ${rows(value)}.`,
  asideRaw: "Row",
  asideTries: (value: number) => count(value, "attempt", "attempts"),
} as const

/** The texts of imports. */
export const imports = {
  drop: "Drop files here",
  choose: "Choose files",
  hint: "ZIP, CSV, JSON, FIT, GPX and more, up to 4 GB each. Importing a file twice is safe.",
  formats: "Supported formats",
  formatsOf: {
    listening: "Spotify, Apple Music, Last.fm, ListenBrainz, Maloja, Koito",
    reading:
      "Pocket, Instapaper, Readwise, Wallabag, Karakeep, Omnivore, Matter, Raindrop, Pinboard, Linkwarden, bookmarks; books from Goodreads, StoryGraph, Hardcover, BookWyrm, LibraryThing, KOReader",
    watching: "Letterboxd, Trakt, Simkl, IMDb, TMDB, Yamtrack, MyAnimeList, AniList",
    running: "FIT, TCX and GPX files; full exports from Strava, Garmin or Apple Health",
    attending: "Your own list of games and season tickets",
    collecting: "Discogs",
    places: "Google Timeline, Swarm, OwnTracks, Overland, GPSLogger, GeoJSON, KML",
  },
  folder: (name: string) => `“${name}” is a folder. Zip it and drop the ZIP.`,
  tooLong: "Larger than 4 GB. Split it and upload the parts.",
  unsendable: "Couldn't upload this file. Choose it again.",
  queue: "Uploading",
  waiting: "Waiting",
  sending: (part: string) => `Uploading: ${part}`,
  interrupted: "Upload interrupted. It restarts when the server is back.",
  leave: "Keep this page open until the upload finishes.",
  cancel: "Cancel",
  dismiss: "Dismiss",
  list: "Import history",
  none: "No imports yet",
  noneHint: "Drop an export above. Results for each file appear here.",
  noName: "Unnamed file",
  states: { waiting: "Waiting", running: "Running", completed: "Done", failed: "Failed" },
  read: (value: number) => `${rows(value)} read`,
  stored: (value: number) => `${number(value)} new or changed`,
  known: (value: number) => `${number(value)} already imported`,
  setAside: (value: number) => `${rows(value)} rejected`,
  left: (seconds: number) =>
    seconds < 90
      ? `${count(seconds, "second", "seconds")} left`
      : `${count(Math.round(seconds / 60), "minute", "minutes")} left`,
  stop: "Stop",
  stopQuestion: (name: string) => `Stop the import of ${name}?`,
  stopLost: "Rows already imported are kept. The rest are skipped.",
  parts: (value: number) => count(value, "file", "files"),
  manyParts: "Files inside",
  allParts: "Show all files inside",
  partNot: "unrecognized",
  partKnown: "already imported",
  nothing: "Nothing to import",
  /** What a file is from which nothing was stored, and what to do. */
  advice: {
    empty: "There is nothing in it. Export it once more.",
    locked: "Broken, or locked with a password. Download it once more, or unlock it first.",
    photo: "A photo: there is nothing in it that Daybook can keep.",
    media: "Sound or video: there is nothing in it that Daybook can keep.",
    document: "A document. Drop the file that the service exports: CSV, JSON or ZIP.",
    sheet: "A spreadsheet. Save it as CSV with the service's own column names, and drop that.",
    utf16: "Text in UTF-16. Save it as UTF-8, and drop it again.",
    columns: (names: string) =>
      `A table with columns that Daybook doesn't know: ${names}. Drop the export as the service wrote it.`,
    fields: (names: string) =>
      `JSON with fields that Daybook doesn't know: ${names}. Drop the export as the service wrote it.`,
    unknown: "Not an export that Daybook knows. “Supported formats” lists what it reads.",
  },
} as const
