import { comparedQuery, Endpoint } from "../../forRoutes.ts"
import { OverviewAnswer } from "./wire.ts"

/** The endpoint of the overview of reading. */
export const overviewEndpoints = [
  Endpoint.get("overview", "/v1/reading/overview", {
    query: comparedQuery,
    success: OverviewAnswer,
    summary: "Reading in a period, and what is in progress",
    description:
      "Articles and books finished over time compared with the previous period, the totals of both, the books finished, " +
      "what is in progress, unread articles, and a highlight that changes each day. If nothing was " +
      "finished in the period, the newest period with something.",
  }),
] as const
