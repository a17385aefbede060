import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../../assistants/answer.ts"
import { ask, askRows, days, optional, part, pathPart, readTool, words } from "../../assistants/tool.ts"

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

/** The tools of assistants about films and shows. */
export const watchingTools = [filmsAndShows]
