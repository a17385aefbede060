import { WebhooksGroup } from "../webhook/group.ts"
import { WatchingFeedsGroup } from "./feeds/group.ts"
import { WatchingGroup } from "./group.ts"
import { YearReview } from "./review.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of watching. */
export const watchingDefinition = definitionOf({
  domain: { name: "watching", journal: true, sync: {} },
  api: partOfActivity(WatchingGroup, WatchingFeedsGroup, WebhooksGroup),
  review: YearReview,
})
