// Writes docs/settings.md from the list of settings that `npm start -- --help` prints.
import { settingsList } from "../packages/server/src/settings.ts"
import { row, writePage } from "./generatedPage.ts"

/** The headings, each before the variable that it begins with. */
const headings: ReadonlyMap<string, string> = new Map([
  ["HOST", "Server"],
  ["DATABASE_URL", "Storage"],
  ["ADMIN_KEY", "Keys and limits"],
  ["TIME_ZONE", "Time and syncs"],
  ["OTLP_URL", "[Observability](operating.md#traces-and-metrics)"],
  ["MEDIA_SERVER_WEBHOOK_SECRET", "[Media server](services.md#a-media-servers-webhook)"],
  ["LASTFM_URL", "[Listening](services.md#music-catalog)"],
  ["READWISE_URL", "[Reading](services.md#reading)"],
  ["TMDB_URL", "[Watching, and films owned](services.md#film-database)"],
  ["STRAVA_URL", "[Running](services.md#strava)"],
  ["DISCOGS_URL", "[Records](services.md#discogs-and-foursquare)"],
  ["FOURSQUARE_URL", "[Places](services.md#discogs-and-foursquare)"],
  ["ESPN_URL", "[Attending](attending.md)"],
])

const names = new Set(settingsList.map(([name]) => name))
for (const name of headings.keys()) if (!names.has(name)) throw new Error(`there is no setting ${name}`)

/** Addresses are no links, and names of variables are code. */
const marked = (text: string) =>
  text.replaceAll(
    /\b(?:https?|postgres):\/\/[^\s,;]+|\bmemory:|\bGET \/[a-z]+|\b[A-Z]+_[A-Z_]+\b|\?country=[A-Z]+/g,
    "`$&`",
  )

const said = new Set(["unset", "none", "made once in DATA_DIR"])

writePage("docs/settings.md", [
  "# Settings",
  "",
  "<!-- Generated from packages/server/src/settings.ts by `npm run docs`: edit that file. -->",
  "",
  "Settings are environment variables. A variable that is set to nothing is unset. `npm start -- --help` prints the same list.",
  "",
  "No service is asked before its token or user is set, but for three: the music catalog (`ITUNES_URL=off` stops that), and ESPN and",
  "MLB when you import or promote a game. A `…_URL` points a service at another address, such as a stand-in.",
  ...settingsList.flatMap(([name, fallback, meaning]) => {
    const heading = headings.get(name)
    return [
      ...(heading === undefined
        ? []
        : ["", `## ${heading}`, "", "| variable | default | meaning |", "|---|---|---|"]),
      row(`\`${name}\``, said.has(fallback) ? marked(fallback) : `\`${fallback}\``, marked(meaning)),
    ]
  }),
])
