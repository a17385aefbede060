import { reading } from "@daybook/reading"
import * as Layer from "effect/Layer"
import * as AdminHandlers from "./admin/handlers.ts"
import * as FeedHandlers from "./feeds/handlers.ts"
import * as Handlers from "./handlers.ts"
import { KosyncApi } from "../../kosync/api.ts"
import * as Kosync from "../../kosync/handlers.ts"
import { protocol as kosync } from "../../kosync/protocol.ts"
import { WallabagApi } from "../../wallabag/api.ts"
import * as Wallabag from "../../wallabag/handlers.ts"
import { protocol as wallabag } from "../../wallabag/protocol.ts"
import { domainRoutes } from "../forRoutes.ts"
import { readingDefinition } from "./definition.ts"
import { readingCounts } from "./counts.ts"
import { readingTools } from "./tools.ts"
import { readingYearPart } from "./yearPart.ts"

/** The routes of reading: its data, and the protocols of apps that save pages and of reading devices. */
export const readingRoutes = domainRoutes({
  ...readingDefinition,
  domain: reading,
  counts: readingCounts,
  tools: readingTools,
  reviewTypes: { longest: "article" },
  yearPart: readingYearPart,
  handlers: Layer.mergeAll(
    Handlers.layer,
    FeedHandlers.layer,
    AdminHandlers.layer,
    Wallabag.layer,
    Kosync.layer,
  ),
  protocols: [
    { protocol: wallabag, api: WallabagApi },
    { protocol: kosync, api: KosyncApi },
  ],
})
