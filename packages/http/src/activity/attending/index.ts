import { attending } from "@daybook/attending"
import * as Layer from "effect/Layer"
import * as CalendarHandlers from "./calendars/handlers.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { attendingDefinition } from "./definition.ts"
import { attendingCounts } from "./counts.ts"
import { attendingTools } from "./tools.ts"
import { attendingYearPart } from "./yearPart.ts"

/** The routes of attending. */
export const attendingRoutes = domainRoutes({
  ...attendingDefinition,
  domain: attending,
  counts: attendingCounts,
  tools: attendingTools,
  reviewTypes: {
    topVenues: "venue",
    newPlaces: "venue",
    topPerformers: "performer",
    furthest: "venue",
  },
  yearPart: attendingYearPart,
  handlers: Layer.merge(Handlers.layer, CalendarHandlers.layer),
})
