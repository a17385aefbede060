import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../../assistants/answer.ts"
import { ask, askRows, days, optional, part, pathPart, readTool, words } from "../../assistants/tool.ts"

const runs = readTool(
  "runs",
  {
    title: "Runs",
    description:
      "The user's runs: a list with distance, time and pace; one run with its splits; totals; rides, swims and other sports; records by distance; races; shoes. My longest run, my fastest 5 km, how many miles this year, which races.",
    parameters: {
      kind: optional(
        Schema.Literals(["list", "totals", "years", "records", "races", "shoes", "other sports"]),
        "list if not given",
      ),
      id: optional(words, "One run in full"),
      query: optional(words, "Words of the run's name"),
      sport: optional(words, "A list of another sport instead, such as ride; all for every other sport"),
      sort: optional(
        Schema.Literals(["started", "distance", "pace", "duration", "elevation"]),
        "started, latest first, if not given",
      ),
      ...days,
      ...part,
    },
  },
  ({ from, id, kind = "list", query, sort, sport, to, ...rows }) => {
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
      case "other sports":
        return askRows({ path: "/v1/running/sports", query: { from, to } }, rows)
      case "list":
        return askRows({ path: "/v1/running/activities", query: { q: query, sport, sort, from, to } }, rows)
    }
  },
)

/** The tools of assistants about runs. */
export const runningTools = [runs]
