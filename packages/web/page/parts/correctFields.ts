/** The form of a field by hand: `names` is a list of texts, `time` an instant, `day` a calendar day. */
export type FieldForm = "text" | "long" | "number" | "flag" | "names" | "time" | "day" | ReadonlyArray<string>

type Fields = Readonly<Record<string, FieldForm>>

const position: Fields = { lat: "number", lng: "number" }

const where: Fields = { category: "text", city: "text", country: "text", ...position }

const title: Fields = {
  title: "text",
  year: "number",
  runtime_min: "number",
  genres: "names",
  movie_db_id: "number",
  image_url: "text",
}

const read: Fields = { saved_at: "time", started_at: "time", finished_at: "time" }

const statuses = ["unread", "reading", "finished", "skipped", "abandoned"]

const eventTypes = [
  "concert",
  "theater",
  "comedy",
  "mlb_game",
  "nfl_game",
  "nba_game",
  "wnba_game",
  "nhl_game",
  "mls_game",
  "ncaaf_game",
  "ncaab_game",
  "unknown",
]

/** The fields of each type of item that a correction may change, as the API documents them. */
export const fieldsOf: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  listening: {
    play: { artist: "text", track: "text", album: "text", played_at: "time" },
    artist: { name: "text", genres: "names" },
    album: { name: "text", year: "number", image_url: "text" },
    track: { name: "text", length_s: "number" },
  },
  reading: {
    article: {
      title: "text",
      author: "text",
      site_name: "text",
      url: "text",
      description: "long",
      word_count: "number",
      status: statuses,
      progress: "number",
      starred: "flag",
      rating: "number",
      tags: "names",
      ...read,
    },
    book: {
      title: "text",
      author: "text",
      isbn: "text",
      pages: "number",
      year: "number",
      status: statuses,
      rating: "number",
      review: "long",
      tags: "names",
      times_read: "number",
      url: "text",
      ...read,
    },
    highlight: { text: "long", note: "long", highlighted_at: "time" },
  },
  watching: {
    movie: { ...title, directors: "names" },
    show: { ...title, total_episodes: "number" },
    watch: { watched_at: "time", rating: "number", review: "long" },
  },
  running: {
    run: {
      name: "text",
      started_at: "time",
      distance_mi: "number",
      moving_s: "number",
      elapsed_s: "number",
      elevation_ft: "number",
      heart_rate: "number",
      cadence: "number",
      race: "flag",
      city: "text",
    },
  },
  attending: {
    event: {
      title: "text",
      event_date: "day",
      event_type: eventTypes,
      event_datetime: "time",
      venue: "text",
      performers: "names",
      attended: "flag",
      notes: "long",
    },
    venue: { name: "text", city: "text", time_zone: "text", ...position },
    performer: { name: "text" },
  },
  collecting: {
    record: {
      artist: "text",
      title: "text",
      year: "number",
      format: "text",
      added_at: "time",
      media_condition: "text",
      sleeve_condition: "text",
      image_url: "text",
    },
    media: { title: "text", year: "number", format: "text", movie_db_id: "number", added_at: "time" },
  },
  places: {
    "check-in": { venue: "text", checked_in_at: "time", ...where, shout: "long" },
    place: { name: "text", ...where },
  },
}
