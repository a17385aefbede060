import { AtomFeed, feedQuery, JsonFeed } from "../../../feeds/documents.ts"
import { Endpoint, keyedGroup } from "../../forRoutes.ts"
import { domainList } from "../domainList.ts"

const query = { ...feedQuery, domains: domainList }

export class FeedsGroup extends keyedGroup(
  "feeds",
  "Feeds",
  Endpoint.get("atom", "/v1/feed.atom", {
    query,
    success: AtomFeed,
    summary: "Feed for readers, as Atom",
    description: "The newest entries of all domains, 50 by default.",
  }),
  Endpoint.get("json", "/v1/feed.json", {
    query,
    success: JsonFeed,
    summary: "Feed for readers, as JSON Feed",
    description: "The newest entries of all domains, in version 1.1, 50 by default.",
  }),
) {}
