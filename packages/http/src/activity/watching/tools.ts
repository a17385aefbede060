import * as Schema from "effect/Schema"
import { askKind, askOne, days, optional, part, readTool, takesDays, words } from "../../assistants/tool.ts"

const paths = { films: "/v1/watching/movies", shows: "/v1/watching/shows" }

const takesFilters = { query: "q", year: "year", sort: "sort" }

const askWatching = askKind({
  films: { path: paths.films, takes: takesFilters },
  shows: { path: paths.shows, takes: takesFilters },
  "all watched between two days": { path: "/v1/watching/recent", takes: takesDays },
  stats: { path: "/v1/watching/stats", takes: takesDays, isOne: true },
})

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
  ({ id, kind, ...asked }) => {
    if (kind !== "stats" && id !== undefined) return askOne(paths[kind], id)
    const inTime = kind !== "stats" && [asked.from, asked.to].some((day = "") => day !== "")
    return askWatching(inTime ? "all watched between two days" : kind, asked)
  },
)

/** The tools of assistants about films and shows. */
export const watchingTools = [filmsAndShows]
