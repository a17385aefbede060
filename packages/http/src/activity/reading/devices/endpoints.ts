import { Granularity } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { dateRange, Endpoint, oneOf, optional, paging, RecordId } from "../../forRoutes.ts"
import { Sessions, TimeAnswer } from "./wire.ts"

const book = { book_id: optional(RecordId, "Only this book") }

/** The endpoints of what reading devices report. */
export const deviceEndpoints = [
  Endpoint.get("time", "/v1/reading/time", {
    query: {
      by: Schema.optionalKey(oneOf(Granularity.literals, "The width of a point; day by default")),
      ...book,
      ...dateRange,
    },
    success: TimeAnswer,
    summary: "Minutes and pages read",
    description:
      "From the statistics of reading devices. Points run from the first with reading to the last; those between are 0.",
  }),
  Endpoint.get("sessions", "/v1/reading/sessions", {
    query: { ...book, ...paging, ...dateRange },
    success: Sessions,
    summary: "Reading sessions",
    description: "Latest first. A pause of half an hour ends a session. A range selects by its start.",
  }),
] as const
