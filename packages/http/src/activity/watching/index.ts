import { watching } from "@daybook/watching"
import * as Layer from "effect/Layer"
import { WebhooksGroup } from "../webhook/group.ts"
import * as WebhookHandlers from "../webhook/handlers.ts"
import { WatchingFeedsGroup } from "./feeds/group.ts"
import * as FeedHandlers from "./feeds/handlers.ts"
import { WatchingGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"
import { YearReview } from "./review.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The routes of watching, and the webhook of media servers. */
export const watchingRoutes = domainRoutes({
  domain: watching,
  api: partOfActivity(WatchingGroup, WatchingFeedsGroup, WebhooksGroup),
  review: YearReview,
  handlers: Layer.mergeAll(Handlers.layer, FeedHandlers.layer, WebhookHandlers.layer),
})
