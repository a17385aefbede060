import * as Schema from "effect/Schema"
import { askKind, days, optional, part, readTool, takesDays, words } from "../../assistants/tool.ts"

const askPlaces = askKind({
  "check-ins": { path: "/v1/places/recent", takes: takesDays },
  venues: { path: "/v1/places/venues", takes: { query: "q", city: "city", category: "category" } },
  cities: { path: "/v1/places/cities" },
  countries: { path: "/v1/places/countries" },
  categories: { path: "/v1/places/categories" },
  stats: { path: "/v1/places/stats", takes: takesDays, isOne: true },
})

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
  ({ kind = "check-ins", ...asked }) => askPlaces(kind, asked),
)

/** The tools of assistants about places. */
export const placesTools = [places]
