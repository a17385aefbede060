import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { AtomFeed, feedQuery } from "../../../feeds/documents.ts"
import { Endpoint, InvalidRequest, KeyRequired } from "../../forRoutes.ts"

export class ReadingFeedsGroup extends HttpApiGroup.make("readingFeeds")
  .add(
    Endpoint.get("archive", "/v1/reading/archive.atom", {
      query: feedQuery,
      success: AtomFeed,
      summary: "Finished articles for feed readers, as Atom",
      description: "Latest first, 50 by default.",
    }),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Feeds of reading" })) {}
