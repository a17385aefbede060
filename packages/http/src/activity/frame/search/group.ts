import * as Schema from "effect/Schema"
import { Endpoint, keyedGroup, optional, paging } from "../../forRoutes.ts"
import { domainList } from "../domainList.ts"
import { FoundItems, Suggestions } from "./wire.ts"

const query = {
  // Optional in the document only: the domain names a missing query.
  q: optional(Schema.String, "The words to search for, 1 to 500 characters"),
  domains: domainList,
}

/** The search over everything. */
export const SearchGroup = keyedGroup(
  "search",
  "Search",
  Endpoint.get("search", "/v1/search", {
    query: {
      ...query,
      ...paging,
      mode: Schema.optionalKey(
        Schema.Literals(["hybrid", "words", "meaning"]).annotate({
          description: "words: keyword search; meaning: semantic search; hybrid: both, the default",
          message: "must be hybrid, words or meaning",
        }),
      ),
    },
    success: FoundItems,
    summary: "Search over everything",
    description:
      "Finds items of all domains by title, by related names such as the artist, by text, and by meaning. Case " +
      "and accents do not matter, the last word may be incomplete, and a typo in a word of five " +
      "letters or more still finds titles. The score is the sum of 1 / (60 + rank) over the rankings, and 1 more if " +
      "the whole title is the query. The best 500 items can be paged through: a page past the last has no items.",
  }),
  Endpoint.get("suggest", "/v1/search/suggest", {
    query,
    success: Suggestions,
    summary: "Suggest titles while typing",
    description: "The first ten items whose title or related name matches the text typed so far.",
  }),
)
