import { PlayedKind } from "@daybook/listening"
import * as Schema from "effect/Schema"
import { comparedQuery, Endpoint, oneOf } from "../../forRoutes.ts"
import { GenresAnswer, OverviewAnswer } from "./wire.ts"

/** The endpoints of listening in a period compared with the one before. */
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
  Endpoint.get("genres", "/v1/listening/genres", {
    query: comparedQuery,
    success: GenresAnswer,
    summary: "Genres of a period, and of the one before",
    description:
      "Plays by the genres of their artists, most plays first. An artist of two genres counts in both, one without a " +
      "genre in none. Falls back to the newest period with plays.",
  }),
] as const
