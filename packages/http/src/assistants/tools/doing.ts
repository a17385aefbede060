import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { answer } from "../answer.ts"
import { ask, askRows, days, optional, part, pathPart, readTool, words } from "../tool.ts"

const filmsAndShows = readTool(
  "films_and_shows",
  {
    title: "Films and shows",
    description:
      "Films and shows the user watched, with ratings and how often, latest first; or everything about one of them, such as reviews, episodes and directors: which films did I love, how far am I in a show, what did I watch in March. For hours watched, use stats.",
    parameters: {
      kind: Schema.Literals(["films", "shows", "stats"]).annotate({
        description: "films, shows, or stats: counts, minutes and genres of a time",
      }),
      id: optional(Schema.Int, "One film or show in full"),
      query: optional(words, "Words of the title"),
      year: optional(Schema.Int, "The year that it is from"),
      sort: optional(
        Schema.Literals(["watched", "rating", "title", "year"]),
        "watched if not given; rating is for films",
      ),
      ...days,
      ...part,
    },
  },
  ({ from, id, kind, query, sort, to, year, ...rows }) => {
    if (kind === "stats") return Effect.map(ask({ path: "/v1/watching/stats", query: { from, to } }), answer)
    const path = kind === "films" ? "/v1/watching/movies" : "/v1/watching/shows"
    if (id !== undefined) return Effect.map(ask({ path: `${path}/${pathPart(id)}` }), answer)
    if (from !== undefined || to !== undefined) {
      return askRows({ path: "/v1/watching/recent", query: { from, to } }, rows)
    }
    return askRows({ path, query: { q: query, year, sort } }, rows)
  },
)

const runs = readTool(
  "runs",
  {
    title: "Runs",
    description:
      "The user's runs: a list with distance, time and pace; one run with its splits; totals; records by distance; races; shoes. My longest run, my fastest 5 km, how many miles this year, which races.",
    parameters: {
      kind: optional(
        Schema.Literals(["list", "totals", "years", "records", "races", "shoes"]),
        "list if not given",
      ),
      id: optional(words, "One run in full"),
      query: optional(words, "Words of the run's name"),
      sort: optional(
        Schema.Literals(["started", "distance", "pace", "duration", "elevation"]),
        "started, latest first, if not given",
      ),
      ...days,
      ...part,
    },
  },
  ({ from, id, kind = "list", query, sort, to, ...rows }) => {
    if (id !== undefined) return Effect.map(ask({ path: `/v1/running/activities/${pathPart(id)}` }), answer)
    switch (kind) {
      case "totals":
        return Effect.map(ask({ path: "/v1/running/stats" }), answer)
      case "years":
        return askRows({ path: "/v1/running/stats/years" }, rows)
      case "records":
        return askRows({ path: "/v1/running/records" }, rows)
      case "shoes":
        return askRows({ path: "/v1/running/gear" }, rows)
      case "races":
        return askRows({ path: "/v1/running/races", query: { from, to } }, rows)
      case "list":
        return askRows({ path: "/v1/running/activities", query: { q: query, sort, from, to } }, rows)
    }
  },
)

const events = readTool(
  "events",
  {
    title: "Events",
    description:
      "Concerts, games, plays and other events the user attended or will attend: when did I see this band, which games, what is coming up; one event in full; the most seen venues and performers.",
    parameters: {
      kind: optional(Schema.Literals(["all", "upcoming", "venues", "performers"]), "all if not given"),
      id: optional(Schema.Int, "One event in full"),
      query: optional(words, "Words of the title, the venue or a performer"),
      category: optional(Schema.Literals(["music", "sports", "arts", "other"]), "Only events of this kind"),
      ...days,
      ...part,
    },
  },
  ({ category, from, id, kind = "all", query, to, ...rows }) => {
    if (id !== undefined) return Effect.map(ask({ path: `/v1/attending/events/${pathPart(id)}` }), answer)
    switch (kind) {
      case "upcoming":
        return askRows({ path: "/v1/attending/upcoming" }, rows)
      case "venues":
      case "performers":
        return askRows({ path: `/v1/attending/${kind}`, query: { q: query } }, rows)
      case "all":
        return askRows({ path: "/v1/attending/events", query: { q: query, category, from, to } }, rows)
    }
  },
)

const owned = readTool(
  "owned",
  {
    title: "Records and films owned",
    description:
      "The user's collection: records (LPs, CDs, tapes) and films on disc: do I own this album, which records by this artist, what did I add last, how many; and which of them were played most or never.",
    parameters: {
      kind: Schema.Literals(["records", "films", "stats", "beside_plays"]).annotate({
        description:
          "records, films, stats (counts), or beside_plays (records by how often they were played)",
      }),
      query: optional(words, "Words of the title"),
      artist: optional(words, "Only records of this artist"),
      ...part,
    },
  },
  ({ artist, kind, query, ...rows }) => {
    switch (kind) {
      case "records":
        return askRows({ path: "/v1/collecting/records", query: { q: query, artist } }, rows)
      case "films":
        return askRows({ path: "/v1/collecting/media", query: { q: query } }, rows)
      case "stats":
        return Effect.map(ask({ path: "/v1/collecting/stats" }), answer)
      case "beside_plays":
        return Effect.map(ask({ path: "/v1/collecting/cross-reference", query: { limit: 10 } }), answer)
    }
  },
)

const places = readTool(
  "places",
  {
    title: "Places",
    description:
      "Where the user was: check-ins, most visited places, cities and countries: when was I in Lisbon, my favourite café, how many countries, where was I in July.",
    parameters: {
      kind: optional(
        Schema.Literals(["check-ins", "venues", "cities", "countries", "categories", "stats"]),
        "check-ins if not given",
      ),
      query: optional(words, "Words of a venue's name; for kind venues"),
      city: optional(words, "Only venues of this city"),
      category: optional(words, "Only venues of this kind, such as Coffee Shop"),
      ...days,
      ...part,
    },
  },
  ({ category, city, from, kind = "check-ins", query, to, ...rows }) => {
    switch (kind) {
      case "check-ins":
        return askRows({ path: "/v1/places/recent", query: { from, to } }, rows)
      case "venues":
        return askRows({ path: "/v1/places/venues", query: { q: query, city, category } }, rows)
      case "cities":
      case "countries":
      case "categories":
        return askRows({ path: `/v1/places/${kind}` }, rows)
      case "stats":
        return Effect.map(ask({ path: "/v1/places/stats" }), answer)
    }
  },
)

/** Tools about the other kinds of activity. */
export const doing = Layer.mergeAll(filmsAndShows, runs, events, owned, places)
