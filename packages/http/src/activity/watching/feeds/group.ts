import { AtomFeed, feedQuery } from "../../../feeds/documents.ts"
import { Endpoint, keyedGroup } from "../../forRoutes.ts"

export class WatchingFeedsGroup extends keyedGroup(
  "watchingFeeds",
  "Feeds of watching",
  Endpoint.get("reviews", "/v1/watching/reviews.atom", {
    query: feedQuery,
    success: AtomFeed,
    summary: "Reviews of films for feed readers, as Atom",
    description: "Last watched first, 50 by default.",
  }),
) {}
