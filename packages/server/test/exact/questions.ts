import type { ExactQuestion } from "./expected.ts"
import type { Happened, Life } from "./life.ts"

const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` })
const years = [2019, 2020, 2021, 2022, 2023, 2024, 2025]
const times = ["year", "month", "week", "weekday", "hour"]

/** The label that most things of a kind have, the second one, and so on. */
const mostOf = (things: ReadonlyArray<Happened>, name: string, place: number): string => {
  const counts = new Map<string, number>()
  for (const { labels } of things)
    for (const label of labels[name] ?? []) counts.set(label, (counts.get(label) ?? 0) + 1)
  const sorted = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  return sorted[place]?.[0] ?? ""
}

const music = (life: Life): ReadonlyArray<ExactQuestion> => {
  const artists = [0, 1, 2, 5, 20].map((place) => mostOf(life.plays, "artist", place))
  const names = ["artist", "album", "track"]
  return [
    { of: "plays" },
    ...times.map((time) => ({ of: "plays" as const, by: [time] })),
    ...names.map((name) => ({ of: "plays" as const, by: [name] })),
    ...years.map((year) => ({ of: "plays" as const, by: ["artist"], ...yearOf(year) })),
    ...years.map((year) => ({ of: "plays" as const, by: ["month"], ...yearOf(year) })),
    ...years.slice(0, 4).map((year) => ({ of: "plays" as const, by: ["album"], ...yearOf(year) })),
    ...years.slice(3).map((year) => ({ of: "plays" as const, by: ["weekday"], ...yearOf(year) })),
    ...years.slice(3).map((year) => ({ of: "plays" as const, by: ["hour"], ...yearOf(year) })),
    ...names.map((name) => ({ of: "plays" as const, by: [name, "year"] })),
    ...names.map((name) => ({
      of: "plays" as const,
      by: ["month", name],
      from: "2024-02-10",
      to: "2024-08-20",
    })),
    ...years.map((year) => ({ of: "plays" as const, by: ["track"], ...yearOf(year) })),
    ...years.map((year) => ({ of: "plays" as const, ...yearOf(year) })),
    ...years.slice(3).map((year) => ({ of: "plays" as const, by: ["artist", "month"], ...yearOf(year) })),
    { of: "plays", from: "2024-06-01", to: "2024-06-30" },
    { of: "plays", by: ["day"], from: "2025-03-01", to: "2025-03-31" },
    { of: "plays", by: ["week"], from: "2025-01-01", to: "2025-06-30" },
    ...artists.flatMap((artist) => [
      { of: "plays" as const, by: ["year"], where: { artist } },
      { of: "plays" as const, by: ["album"], where: { artist } },
      { of: "plays" as const, by: ["weekday", "hour"], where: { artist }, ...yearOf(2024) },
    ]),
    { of: "plays", by: ["track", "month"], where: { artist: artists[0] ?? "" }, ...yearOf(2023) },
    { of: "plays", by: ["artist", "hour"], from: "2024-05-01", to: "2024-05-31" },
    { of: "plays", by: ["hour", "weekday"], from: "2024-04-01", to: "2024-04-30" },
    { of: "plays", where: { artist: "Nobody Of This Name" } },
  ]
}

const running = (life: Life): ReadonlyArray<ExactQuestion> => [
  { of: "runs" },
  ...["distance_mi", "moving_s", "elevation_ft"].map((measure) => ({ of: "runs" as const, measure })),
  ...["year", "shoe", "race", "weekday", "hour"].map((by) => ({ of: "runs" as const, by: [by] })),
  ...["year", "shoe", "name"].map((by) => ({ of: "runs" as const, by: [by], measure: "distance_mi" })),
  ...years
    .slice(2)
    .map((year) => ({ of: "runs" as const, by: ["month"], measure: "distance_mi", ...yearOf(year) })),
  ...years.slice(4).map((year) => ({ of: "runs" as const, by: ["week"], ...yearOf(year) })),
  ...years.map((year) => ({ of: "runs" as const, measure: "distance_mi", ...yearOf(year) })),
  { of: "runs", by: ["shoe", "year"], measure: "distance_mi" },
  { of: "runs", by: ["name", "weekday"] },
  { of: "runs", where: { race: "yes" } },
  { of: "runs", by: ["year"], where: { race: "yes" } },
  { of: "runs", by: ["year"], measure: "moving_s", where: { name: mostOf(life.runs, "name", 0) } },
  { of: "runs", measure: "elevation_ft", ...yearOf(2025) },
]

const watching = (life: Life): ReadonlyArray<ExactQuestion> => [
  { of: "watches" },
  { of: "watches", by: ["kind"] },
  { of: "watches", by: ["kind", "year"] },
  { of: "watches", measure: "rating" },
  ...years.slice(3).map((year) => ({ of: "watches" as const, by: ["kind"], ...yearOf(year) })),
  ...years.slice(4).map((year) => ({ of: "watches" as const, by: ["title"], ...yearOf(year) })),
  ...["month", "weekday", "hour", "released"].map((by) => ({
    of: "watches" as const,
    by: [by],
    ...yearOf(2024),
  })),
  { of: "watches", by: ["month", "kind"], ...yearOf(2025) },
  { of: "watches", by: ["year"], where: { title: mostOf(life.watches, "title", 0) } },
  { of: "watches", by: ["month"], where: { kind: "film" }, ...yearOf(2023) },
]

const reading = (life: Life): ReadonlyArray<ExactQuestion> => [
  { of: "articles" },
  { of: "articles", measure: "words" },
  ...["author", "site", "tag", "year", "month", "weekday"].map((by) => ({
    of: "articles" as const,
    by: [by],
  })),
  ...["site", "year"].map((by) => ({ of: "articles" as const, by: [by], measure: "words" })),
  { of: "articles", by: ["tag", "year"] },
  { of: "articles", by: ["month"], where: { site: mostOf(life.articles, "site", 0) } },
  { of: "articles", by: ["author"], where: { tag: mostOf(life.articles, "tag", 0) } },
  ...years.slice(3).map((year) => ({ of: "articles" as const, by: ["tag"], ...yearOf(year) })),
  { of: "books" },
  { of: "books", measure: "pages" },
  ...["author", "tag", "year", "published"].map((by) => ({ of: "books" as const, by: [by] })),
  { of: "books", by: ["tag"], measure: "pages" },
  { of: "books", by: ["author"], measure: "rating" },
  { of: "books", measure: "pages", ...yearOf(2024) },
]

const goingOut = (life: Life): ReadonlyArray<ExactQuestion> => [
  { of: "events" },
  ...["category", "type", "venue", "city", "performer", "team", "year", "month", "weekday"].map((by) => ({
    of: "events" as const,
    by: [by],
  })),
  { of: "events", by: ["category", "year"] },
  { of: "events", by: ["venue", "category"] },
  { of: "events", by: ["year"], where: { category: mostOf(life.events, "category", 0) } },
  { of: "events", by: ["month"], where: { team: mostOf(life.events, "team", 0) } },
  { of: "events", by: ["performer"], ...yearOf(2024) },
  ...years.map((year) => ({ of: "events" as const, by: ["category"], ...yearOf(year) })),
  { of: "check_ins" },
  ...["city", "country", "category", "year"].map((by) => ({ of: "check_ins" as const, by: [by] })),
  ...years.slice(3).map((year) => ({ of: "check_ins" as const, by: ["venue"], ...yearOf(year) })),
  ...["month", "weekday", "hour"].map((by) => ({ of: "check_ins" as const, by: [by], ...yearOf(2024) })),
  { of: "check_ins", by: ["city", "month"], ...yearOf(2025) },
  { of: "check_ins", by: ["category", "weekday"], ...yearOf(2023) },
  { of: "check_ins", by: ["venue"], where: { city: mostOf(life.check_ins, "city", 1) } },
  { of: "check_ins", by: ["year"], where: { category: mostOf(life.check_ins, "category", 0) } },
]

const owning = (life: Life): ReadonlyArray<ExactQuestion> => [
  { of: "owned" },
  ...["type", "artist", "format", "released", "year"].map((by) => ({ of: "owned" as const, by: [by] })),
  { of: "owned", by: ["type", "year"] },
  { of: "owned", by: ["format", "type"] },
  { of: "owned", by: ["year"], where: { format: mostOf(life.owned, "format", 0) } },
  { of: "owned", by: ["artist"], where: { type: "record" }, ...yearOf(2024) },
]

/** Questions about a whole life, with words of that life in them. */
export const exactQuestions = (life: Life): ReadonlyArray<ExactQuestion> => [
  ...music(life),
  ...running(life),
  ...watching(life),
  ...reading(life),
  ...goingOut(life),
  ...owning(life),
]
