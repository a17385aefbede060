import { AtomFeed, feedQuery } from "../../../feeds/documents.ts"
import { Endpoint, keyedGroup } from "../../forRoutes.ts"

export class ReadingFeedsGroup extends keyedGroup(
  "readingFeeds",
  "Feeds of reading",
  Endpoint.get("archive", "/v1/reading/archive.atom", {
    query: feedQuery,
    success: AtomFeed,
    summary: "Finished articles for feed readers, as Atom",
    description: "Latest first, 50 by default.",
  }),
) {}
