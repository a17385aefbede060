import { reading } from "@daybook/reading"
import * as Layer from "effect/Layer"
import { ReadingAdminGroup } from "./admin/group.ts"
import * as AdminHandlers from "./admin/handlers.ts"
import { ReadingFeedsGroup } from "./feeds/group.ts"
import * as FeedHandlers from "./feeds/handlers.ts"
import { ReadingGroup } from "./group.ts"
import { Review } from "./review.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The routes of reading. */
export const readingRoutes = domainRoutes({
  domain: reading,
  api: partOfActivity(ReadingGroup, ReadingFeedsGroup, ReadingAdminGroup),
  handlers: Layer.mergeAll(Handlers.layer, FeedHandlers.layer, AdminHandlers.layer),
  review: Review,
})
