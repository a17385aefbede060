/** A question of the owner, the tool for it, and a check of the response from the demo data. */
export interface PersonsQuestion {
  readonly ask: string
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly holds: (data: unknown) => boolean
}

/** Fields by a path such as `rows.0.name`. */
const at = (data: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      data,
    )

const hasText = (path: string) => (data: unknown) => {
  const value = at(data, path)
  return typeof value === "string" && value !== ""
}
const hasNumber = (path: string) => (data: unknown) => Number(at(data, path)) > 0
const all =
  (...checks: ReadonlyArray<(data: unknown) => boolean>) =>
  (data: unknown) =>
    checks.every((check) => check(data))
const rows = (data: unknown): ReadonlyArray<unknown> => {
  const value = at(data, "rows")
  return Array.isArray(value) ? value : []
}
const everyRow = (path: string, holds: (value: unknown) => boolean) => (data: unknown) =>
  rows(data).length > 0 && rows(data).every((row) => holds(at(row, path)))
const within = (from: string, to: string) => (value: unknown) =>
  typeof value === "string" && value.slice(0, 10) >= from && value.slice(0, 10) <= to
const falling = (path: string) => (data: unknown) => {
  const values = rows(data).map((row) => Number(at(row, path)))
  return values.length > 1 && values.every((value, place) => place === 0 || value <= (values[place - 1] ?? 0))
}

export const questions: ReadonlyArray<PersonsQuestion> = [
  {
    ask: "How many miles did I run in each pair of shoes?",
    tool: "count_by",
    args: { of: "runs", by: ["shoe"], measure: "distance_mi" },
    holds: all(hasText("rows.0.shoe"), hasNumber("rows.0.distance_mi")),
  },
  {
    ask: "What am I listening to?",
    tool: "now",
    args: {},
    holds: all(hasText("last.listening.title"), hasText("last.running.title")),
  },
  { ask: "What did I read last?", tool: "now", args: {}, holds: hasText("last.reading.title") },
  {
    ask: "Who is my favourite artist of all time?",
    tool: "top_music",
    args: { of: "artists", limit: 5 },
    holds: all(falling("playcount"), hasText("rows.0.name")),
  },
  {
    ask: "Which albums did I play most in 2024?",
    tool: "top_music",
    args: { of: "albums", from: "2024-01-01", to: "2024-12-31" },
    holds: all(falling("playcount"), hasText("rows.0.detail")),
  },
  {
    ask: "And the next ten?",
    tool: "top_music",
    args: { of: "albums", from: "2024-01-01", to: "2024-12-31", offset: 10 },
    holds: (data) => at(data, "rows.0.rank") === 11,
  },
  {
    ask: "My track of the last month?",
    tool: "top_music",
    args: { of: "tracks", period: "1month", limit: 1 },
    holds: hasNumber("rows.0.playcount"),
  },
  {
    ask: "When did I first hear Zadie Maddox, and what do I play of hers?",
    tool: "artist",
    args: { name: "zadie maddox" },
    holds: all(
      (data) => at(data, "artist.name") === "Zadie Maddox",
      hasText("artist.first_played_at"),
      hasText("artist.top_albums.0.name"),
    ),
  },
  {
    ask: "What did I do yesterday?",
    tool: "feed",
    args: { from: "2024-03-01", to: "2024-03-01" },
    holds: (data) => within("2024-03-01", "2024-03-01")(at(data, "data.0.at")),
  },
  {
    ask: "What did I watch and read in May 2024?",
    tool: "feed",
    args: { domains: "watching,reading", from: "2024-05-01", to: "2024-05-31" },
    holds: (data) => ["watching", "reading"].includes(String(at(data, "data.0.domain"))),
  },
  {
    ask: "What happened on this day in other years?",
    tool: "on_this_day",
    args: { date: "2025-11-22" },
    holds: all(hasText("years.0.data.0.title"), hasNumber("years.1.year")),
  },
  {
    ask: "How was my 2024?",
    tool: "year_in_review",
    args: { year: 2024 },
    holds: all((data) => at(data, "year") === 2024, hasNumber("total"), hasText("busiest_day.date")),
  },
  {
    ask: "What did 2024 sound like?",
    tool: "year_in_review",
    args: { year: 2024, domain: "listening" },
    holds: hasText("review.top_artists.0.name"),
  },
  { ask: "Which was my busiest year?", tool: "year_in_review", args: {}, holds: hasNumber("data.0.total") },
  {
    ask: "Am I running more than I used to?",
    tool: "trends",
    args: { domains: "running", by: "year" },
    holds: hasNumber("trends.points.3.count"),
  },
  {
    ask: "What is my longest reading streak?",
    tool: "trends",
    args: { domains: "reading" },
    holds: hasNumber("streaks.longest.days"),
  },
  {
    ask: "Find everything about trams",
    tool: "search",
    args: { query: "tram" },
    holds: all(hasText("data.0.title"), hasText("data.0.domain")),
  },
  {
    ask: "Do I know a band called Underhill?",
    tool: "search",
    args: { query: "Underhill", domains: "listening" },
    holds: (data) => at(data, "data.0.title") === "Underhill",
  },
  {
    ask: "What is on my reading pile?",
    tool: "articles",
    args: { status: "unread" },
    holds: everyRow("status", (status) => status === "unread"),
  },
  {
    ask: "What have I read by Odette Ellery?",
    tool: "articles",
    args: { author: "Odette Ellery" },
    holds: everyRow("author", (author) => author === "Odette Ellery"),
  },
  {
    ask: "What did I mark about tides?",
    tool: "articles",
    args: { kind: "highlights", query: "tides" },
    holds: hasText("rows.0.text"),
  },
  {
    ask: "Read me that article",
    tool: "read_article",
    args: { id: 163 },
    holds: all(hasText("title"), hasText("text"), hasNumber("parts")),
  },
  {
    ask: "Which films did I love?",
    tool: "films_and_shows",
    args: { kind: "films", sort: "rating" },
    holds: all(falling("user_rating"), hasText("rows.0.title")),
  },
  {
    ask: "How far am I in The Salted Archive?",
    tool: "films_and_shows",
    args: { kind: "shows", query: "The Salted Archive" },
    holds: all(hasNumber("rows.0.episodes_watched"), hasNumber("rows.0.total_episodes")),
  },
  {
    ask: "How many hours of films did I see in 2025?",
    tool: "films_and_shows",
    args: { kind: "stats", from: "2025-01-01", to: "2025-12-31" },
    holds: hasNumber("minutes"),
  },
  {
    ask: "What did I watch in March 2025?",
    tool: "films_and_shows",
    args: { kind: "films", from: "2025-03-01", to: "2025-03-31" },
    holds: everyRow("watched_at", within("2025-03-01", "2025-03-31")),
  },
  {
    ask: "My longest run?",
    tool: "runs",
    args: { sort: "distance", limit: 1 },
    holds: hasNumber("rows.0.distance_mi"),
  },
  {
    ask: "How fast is my best 10 km?",
    tool: "runs",
    args: { kind: "records" },
    holds: hasText("rows.0.avg_pace"),
  },
  {
    ask: "How many miles did I run in each year?",
    tool: "runs",
    args: { kind: "years" },
    holds: everyRow("total_distance_mi", (miles) => Number(miles) > 0),
  },
  { ask: "Which races did I run?", tool: "runs", args: { kind: "races" }, holds: hasText("rows.0.name") },
  {
    ask: "How far did I run in all?",
    tool: "runs",
    args: { kind: "totals" },
    holds: hasNumber("total_runs"),
  },
  {
    ask: "Which shoes are worn out?",
    tool: "runs",
    args: { kind: "shoes" },
    holds: hasNumber("rows.0.distance_mi"),
  },
  {
    ask: "What is coming up?",
    tool: "events",
    args: { kind: "upcoming" },
    holds: hasText("rows.0.title"),
  },
  {
    ask: "Which concerts did I go to in 2023?",
    tool: "events",
    args: { category: "music", from: "2023-01-01", to: "2023-12-31" },
    holds: everyRow("category", (category) => category === "music"),
  },
  {
    ask: "Where do I see most shows?",
    tool: "events",
    args: { kind: "venues" },
    holds: hasText("rows.0.name"),
  },
  {
    ask: "Do I own Fragile Eleven?",
    tool: "owned",
    args: { kind: "records", query: "Fragile Eleven" },
    holds: (data) => at(data, "rows.0.title") === "Fragile Eleven",
  },
  {
    ask: "Which of my records do I play most?",
    tool: "owned",
    args: { kind: "beside_plays" },
    holds: hasNumber("played.data.0.playcount"),
  },
  { ask: "How many records do I have?", tool: "owned", args: { kind: "stats" }, holds: hasNumber("records") },
  {
    ask: "My favourite café in Lisbon?",
    tool: "places",
    args: { kind: "venues", city: "Lisbon", category: "Coffee Shop" },
    holds: all(falling("visits"), hasText("rows.0.name")),
  },
  {
    ask: "Where was I in July 2025?",
    tool: "places",
    args: { from: "2025-07-01", to: "2025-07-31" },
    holds: everyRow("checked_in_at", within("2025-07-01", "2025-07-31")),
  },
  {
    ask: "Which countries have I been to?",
    tool: "places",
    args: { kind: "countries" },
    holds: hasText("rows.1.name"),
  },
]
