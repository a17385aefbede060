import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { writeFileSync } from "node:fs"
import { openExport } from "../../src/backup/readZip.ts"
import type { Client } from "../client.ts"
import { planted } from "../daybook.ts"

// These values are computed only from the rows of an export: it shares no code with the tools and no route with them.

type Stored = Readonly<Record<string, unknown>>

/** A thing that happened: its day, its hour if it is known, its labels and its numbers. */
export interface Happened {
  readonly day: string
  readonly hour: number | undefined
  readonly labels: Readonly<Record<string, ReadonlyArray<string>>>
  readonly numbers: Readonly<Record<string, number>>
}

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""
const one = (value: unknown): ReadonlyArray<string> =>
  text(value) === "" || value === 0 ? [] : [text(value)]
const each = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(text) : [])

/** The time of an instant in UTC, the owner's zone in these tests. */
const at = (instant: unknown) => ({
  day: text(instant).slice(0, 10),
  hour: Number(text(instant).slice(11, 13)),
})

const byId = (rows: ReadonlyArray<Stored>, id = "id") => new Map(rows.map((row) => [row[id], row]))

const milesOf = (millimetres: number) => Math.round((millimetres / 1_609_344) * 100) / 100
const feetOf = (millimetres: number) => Math.round((millimetres / 304.8) * 100) / 100

/** Everything in an export, by type. */
export const readLife = async (server: Client, path: string) => {
  const response = await fetch(`${server.url}/v1/admin/export`, {
    headers: { authorization: `Bearer ${planted.adminKey}` },
  })
  writeFileSync(path, new Uint8Array(await response.arrayBuffer()))
  const files = [
    "listening/scrobbles",
    "listening/artists",
    "listening/albums",
    "listening/tracks",
    "reading/articles",
    "watching/watch_records",
    "watching/titles",
    "running/runs",
    "running/run_gear",
    "attending/attending_events",
    "attending/attending_venues",
    "attending/attending_performers",
    "attending/attending_event_performers",
    "attending/attending_teams",
    "collecting/owned_records",
    "collecting/owned_films",
    "places/check_ins",
  ]
  const opened = Effect.gen(function* () {
    const { read } = yield* openExport(path)
    const rowsOf = (file: string) =>
      read(`${file}.jsonl`).pipe(
        Stream.decodeText,
        Stream.splitLines,
        Stream.map((line) => JSON.parse(line) as Stored),
        Stream.runCollect,
      )
    const named = (file: string) =>
      Effect.map(rowsOf(file), (rows) => [file.slice(file.indexOf("/") + 1), rows] as const)
    return new Map(yield* Effect.forEach(files, named))
  })
  const rows = await Effect.runPromise(Effect.scoped(opened))
  return lifeOf((name) => rows.get(name) ?? [])
}

const playsOf = (rows: (name: string) => ReadonlyArray<Stored>): ReadonlyArray<Happened> => {
  const [artists, albums, tracks] = ["artists", "albums", "tracks"].map((name) => byId(rows(name)))
  const nameOf = (names: typeof artists, id: unknown) => text(names?.get(id)?.["name"])
  return rows("scrobbles").map((play) => {
    const album = albums?.get(play["album_id"])
    const track = tracks?.get(play["track_id"])
    return {
      ...at(play["played_at"]),
      labels: {
        artist: [nameOf(artists, play["artist_id"])],
        album:
          album === undefined ? [] : [`${text(album["name"])} by ${nameOf(artists, album["artist_id"])}`],
        track: [`${text(track?.["name"])} by ${nameOf(artists, track?.["artist_id"])}`],
      },
      numbers: {},
    }
  })
}

const eventsOf = (rows: (name: string) => ReadonlyArray<Stored>): ReadonlyArray<Happened> => {
  const [venues, performers, teams] = ["venues", "performers", "teams"].map((name) =>
    byId(rows(`attending_${name}`)),
  )
  const playing = new Map<unknown, Array<string>>()
  for (const { event_id: event, performer_id: performer } of rows("attending_event_performers"))
    playing.set(event, [...(playing.get(event) ?? []), text(performers?.get(performer)?.["name"])])
  const today = new Date().toISOString().slice(0, 10)
  return rows("attending_events")
    .filter((event) => event["attended"] === true && text(event["day"]) <= today)
    .map((event) => {
      const venue = venues?.get(event["venue_id"])
      const teamOf = (side: string) => one(teams?.get(event[`${side}_team_id`])?.["name"])
      return {
        day: text(event["day"]),
        hour: undefined,
        labels: {
          category: one(event["category"]),
          type: one(event["type"]),
          venue: one(venue?.["name"]),
          city: one(venue?.["city"]),
          performer: playing.get(event["id"]) ?? [],
          team: [...teamOf("home"), ...teamOf("away")],
        },
        numbers: {},
      }
    })
}

const lifeOf = (rows: (name: string) => ReadonlyArray<Stored>) => {
  const titles = byId(rows("titles"))
  const gear = byId(rows("run_gear"), "ref")
  const read = (kind: string) =>
    rows("articles").filter(
      (article) =>
        article["kind"] === kind && article["status"] === "finished" && article["finished_at"] !== null,
    )
  return {
    plays: playsOf(rows),
    events: eventsOf(rows),
    articles: read("article").map((article) => ({
      ...at(article["finished_at"]),
      labels: { author: one(article["author"]), site: one(article["domain"]), tag: each(article["tags"]) },
      numbers: { words: Number(article["word_count"]) },
    })),
    books: read("book").map((book) => ({
      ...at(book["finished_at"]),
      labels: {
        title: one(book["title"]),
        author: one(book["author"]),
        tag: each(book["tags"]),
        published: one(book["published_year"]),
      },
      numbers: { pages: Number(book["pages"]), rating: Number(book["rating"]) },
    })),
    watches: rows("watch_records").map((watch) => {
      const title = titles.get(watch["title_id"])
      const { day, hour } = at(watch["at"])
      return {
        day,
        hour: watch["precision"] === "day" ? undefined : hour,
        labels: {
          kind: [title?.["kind"] === "film" ? "film" : "episode"],
          title: one(title?.["name"]),
          released: one(title?.["year"]),
        },
        numbers: { rating: Number(watch["half_stars"]) / 2 },
      }
    }),
    // Activities of other sports count as no runs.
    runs: rows("runs")
      .filter(({ sport }) => sport === "")
      .map((run) => ({
        ...at(run["started_at"]),
        day: text(run["day"]),
        labels: {
          name: one(run["name"]),
          shoe: one(gear.get(run["gear_ref"])?.["name"]),
          city: one(run["city"]),
          race: [run["is_race"] === true ? "yes" : "no"],
        },
        numbers: {
          distance_mi: milesOf(Number(run["distance_mm"])),
          moving_s: Number(run["moving_seconds"]),
          elevation_ft: feetOf(Number(run["climb_mm"])),
        },
      })),
    owned: [
      ...rows("owned_records").map((record) => ({ ...record, type: "record" })),
      ...rows("owned_films").map((film) => ({ ...film, type: "media" })),
    ].map((thing: Stored) => ({
      ...at(thing["added_at"]),
      labels: {
        type: one(thing["type"]),
        artist: one(thing["artist"]),
        format: one(thing["format"]),
        released: one(thing["year"]),
      },
      numbers: {},
    })),
    check_ins: rows("check_ins").map((visit) => ({
      ...at(visit["checked_in_at"]),
      labels: {
        venue: one(visit["venue_name"]),
        category: one(visit["category"]),
        city: one(visit["city"]),
        country: one(visit["country"]),
      },
      numbers: {},
    })),
  } satisfies Readonly<Record<string, ReadonlyArray<Happened>>>
}

export type Life = ReturnType<typeof lifeOf>
