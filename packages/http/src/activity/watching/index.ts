import { watching } from "@daybook/watching"
import * as Layer from "effect/Layer"
import * as WebhookHandlers from "../webhook/handlers.ts"
import * as FeedHandlers from "./feeds/handlers.ts"
import { MovaryApi, ScrobApi } from "../../kodi/api.ts"
import * as Kodi from "../../kodi/handlers.ts"
import { movary, scrob } from "../../kodi/protocols.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { watchingDefinition } from "./definition.ts"
import { watchingCounts } from "./counts.ts"
import { watchingTools } from "./tools.ts"
import { watchingYearPart } from "./yearPart.ts"

/** The routes of watching, the webhook of media servers, and the protocols of Kodi's add-ons. */
export const watchingRoutes = domainRoutes({
  ...watchingDefinition,
  domain: watching,
  counts: watchingCounts,
  tools: watchingTools,
  reviewTypes: { topFilms: "movie", topShows: "show" },
  yearPart: watchingYearPart,
  handlers: Layer.mergeAll(Handlers.layer, FeedHandlers.layer, WebhookHandlers.layer, Kodi.layer),
  protocols: [
    { protocol: scrob, api: ScrobApi },
    { protocol: movary, api: MovaryApi },
  ],
})
