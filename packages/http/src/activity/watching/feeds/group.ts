import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { AtomFeed, feedQuery } from "../../../feeds/documents.ts"
import { Endpoint, InvalidRequest, KeyRequired } from "../../forRoutes.ts"

export class WatchingFeedsGroup extends HttpApiGroup.make("watchingFeeds")
  .add(
    Endpoint.get("reviews", "/v1/watching/reviews.atom", {
      query: feedQuery,
      success: AtomFeed,
      summary: "Reviews of films for feed readers, as Atom",
      description: "Last watched first, 50 by default.",
    }),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Feeds of watching" })) {}
