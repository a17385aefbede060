import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../../assistants/answer.ts"
import { ask, askRows, days, optional, part, readTool, words } from "../../assistants/tool.ts"

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
        return Effect.map(ask({ path: "/v1/places/stats", query: { from, to } }), answer)
    }
  },
)

/** The tools of assistants about places. */
export const placesTools = [places]
