import * as Schema from "effect/Schema"
import { askKind, askOne, days, optional, part, readTool, takesDays, words } from "../../assistants/tool.ts"

const askRuns = askKind({
  list: {
    path: "/v1/running/activities",
    takes: { query: "q", sport: "sport", sort: "sort", ...takesDays },
  },
  totals: { path: "/v1/running/stats", isOne: true },
  years: { path: "/v1/running/stats/years" },
  records: { path: "/v1/running/records" },
  races: { path: "/v1/running/races", takes: takesDays },
  shoes: { path: "/v1/running/gear" },
  "other sports": { path: "/v1/running/sports", takes: takesDays },
})

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
  ({ id, kind = "list", ...asked }) =>
    id === undefined ? askRuns(kind, asked) : askOne("/v1/running/activities", id),
)

/** The tools of assistants about runs. */
export const runningTools = [runs]
