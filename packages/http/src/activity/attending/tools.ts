import * as Schema from "effect/Schema"
import { askKind, askOne, days, optional, part, readTool, takesDays, words } from "../../assistants/tool.ts"

const askEvents = askKind({
  all: { path: "/v1/attending/events", takes: { query: "q", category: "category", ...takesDays } },
  upcoming: { path: "/v1/attending/upcoming" },
  venues: { path: "/v1/attending/venues", takes: { query: "q" } },
  performers: { path: "/v1/attending/performers", takes: { query: "q" } },
})

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
  ({ id, kind = "all", ...asked }) =>
    id === undefined ? askEvents(kind, asked) : askOne("/v1/attending/events", id),
)

/** The tools of assistants about events. */
export const attendingTools = [events]
