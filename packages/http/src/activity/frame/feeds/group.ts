import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { AtomFeed, feedQuery, JsonFeed } from "../../../feeds/documents.ts"
import { BadRequest, InvalidRequest, KeyRequired } from "../../forRoutes.ts"
import { domainList } from "../domainList.ts"

const query = { ...feedQuery, domains: domainList }

export class FeedsGroup extends HttpApiGroup.make("feeds")
  .add(
    HttpApiEndpoint.get("atom", "/v1/feed.atom", {
      query,
      success: AtomFeed,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Feed for readers, as Atom",
        description: "The newest entries of all domains, 50 by default.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("json", "/v1/feed.json", {
      query,
      success: JsonFeed,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Feed for readers, as JSON Feed",
        description: "The newest entries of all domains, in version 1.1, 50 by default.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Feeds" })) {}
