import { PlayedKind } from "@daybook/listening"
import * as Schema from "effect/Schema"
import { comparedQuery, Endpoint, oneOf } from "../../forRoutes.ts"
import { OverviewAnswer } from "./wire.ts"

/** The endpoint of the overview of listening. */
export const overviewEndpoints = [
  Endpoint.get("overview", "/v1/listening/overview", {
    query: {
      ...comparedQuery,
      top: Schema.optionalKey(oneOf(PlayedKind.literals, "The kind of the top list; album by default")),
    },
    success: OverviewAnswer,
    summary: "Listening in a period, and what changed",
    description:
      "Plays over time compared with the previous period, the totals of both, the most played items with their " +
      "previous ranks, and the artists that rose, were new or rest. Falls back to the newest period with plays.",
  }),
] as const
