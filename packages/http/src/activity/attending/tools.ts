import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../../assistants/answer.ts"
import { ask, askRows, days, optional, part, pathPart, readTool, words } from "../../assistants/tool.ts"

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

/** The tools of assistants about events. */
export const attendingTools = [events]
