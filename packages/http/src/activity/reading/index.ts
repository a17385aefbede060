import { reading } from "@daybook/reading"
import * as Layer from "effect/Layer"
import * as AdminHandlers from "./admin/handlers.ts"
import * as FeedHandlers from "./feeds/handlers.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { readingDefinition } from "./definition.ts"
import { readingTools } from "./tools.ts"

/** The routes of reading. */
export const readingRoutes = domainRoutes({
  ...readingDefinition,
  domain: reading,
  tools: readingTools,
  handlers: Layer.mergeAll(Handlers.layer, FeedHandlers.layer, AdminHandlers.layer),
})
