import { watching } from "@daybook/watching"
import * as Layer from "effect/Layer"
import * as WebhookHandlers from "../webhook/handlers.ts"
import * as FeedHandlers from "./feeds/handlers.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { watchingDefinition } from "./definition.ts"
import { watchingTools } from "./tools.ts"

/** The routes of watching, and the webhook of media servers. */
export const watchingRoutes = domainRoutes({
  ...watchingDefinition,
  domain: watching,
  tools: watchingTools,
  handlers: Layer.mergeAll(Handlers.layer, FeedHandlers.layer, WebhookHandlers.layer),
})
