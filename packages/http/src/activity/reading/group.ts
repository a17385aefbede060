import * as Schema from "effect/Schema"
import {
  AnyParameters,
  dateRange,
  editEndpoints,
  eitherFlag,
  Endpoint,
  journalEndpoints,
  keyedGroup,
  NotFound,
  oneOf,
  optional,
  paging,
  RecordId,
  sorting,
  text,
} from "../forRoutes.ts"
import { bookEndpoints } from "./books/endpoints.ts"
import { deviceEndpoints } from "./devices/endpoints.ts"
import { overviewEndpoints } from "./overview/endpoints.ts"
import { Review } from "./review.ts"
import { saveEndpoint } from "./saving/endpoint.ts"
import { Archive, ArticleAnswer, FoundArticles } from "./wire.ts"
import {
  articleEditFields,
  articleSorts,
  bookEditFields,
  highlightByHand,
  ReadingStatus,
} from "@daybook/reading"
import {
  Groups,
  HighlightAnswer,
  Highlights,
  ReadArticles,
  StatsAnswer,
  WholeArticleAnswer,
} from "./lists/wire.ts"
import { BookAnswer } from "./books/wire.ts"

const { limit } = paging

const highlightQuery = {
  q: Schema.optionalKey(text("Part of the passage or its note, ignoring case and accents")),
  article_id: optional(RecordId, "Only passages of this article"),
  ...dateRange,
}

const groups = <const Name extends string>(name: Name, summary: string, description: string) =>
  Endpoint.get(name, `/v1/reading/${name}`, {
    query: paging,
    success: Groups,
    summary,
    description,
  })

export class ReadingGroup extends keyedGroup(
  "reading",
  "Reading",
  Endpoint.get("archive", "/v1/reading/archive", {
    query: { ...paging, ...dateRange },
    success: Archive,
    summary: "Finished articles",
    description: "Latest first. A range selects by the time of finishing.",
  }).annotate(AnyParameters, true),
  Endpoint.get("search", "/v1/reading/search", {
    query: {
      // Optional in the document only: the domain names a missing query.
      q: optional(Schema.String, "Words or a topic, 1 to 500 characters"),
      limit,
    },
    success: FoundArticles,
    summary: "Search articles",
    description:
      "Searches all articles, finished or not, without books, by words (all must occur) and by meaning, and merges both rankings. The " +
      "score is the sum of 1 / (60 + rank) over both.",
  }),
  Endpoint.get("related", "/v1/reading/articles/:id/related", {
    params: { id: RecordId },
    query: { limit },
    success: FoundArticles,
    error: NotFound,
    summary: "Related articles",
    description:
      "Most similar first; the score is the cosine. Empty until the article has a vector of the current model.",
  }),
  saveEndpoint,
  Endpoint.get("articles", "/v1/reading/articles", {
    query: {
      q: Schema.optionalKey(text("Part of the title, author or site, ignoring case and accents")),
      status: Schema.optionalKey(oneOf(ReadingStatus.literals, "Only articles of this status")),
      tag: Schema.optionalKey(text("Only articles with this tag, in any case")),
      domain: Schema.optionalKey(text("Only articles of this host, with or without www.")),
      author: Schema.optionalKey(text("Only articles of this author, in any case")),
      starred: Schema.optionalKey(eitherFlag("true: only starred articles; false: only others")),
      source: Schema.optionalKey(
        text("Only articles of this service, such as readwise; saved: those saved here"),
      ),
      ...sorting(articleSorts),
      ...paging,
      ...dateRange,
    },
    success: Archive,
    summary: "All saved articles",
    description:
      "Sorted by saving or finishing time, title or length. A range selects by finishing time if " +
      "sorted by it, else by saving time. Articles without the sorting time come last.",
  }),
  Endpoint.get("article", "/v1/reading/articles/:id", {
    params: { id: RecordId },
    success: WholeArticleAnswer,
    error: NotFound,
    summary: "One article",
    description: "With its text and its first 500 highlights, in the order they were made.",
  }),
  Endpoint.get("recent", "/v1/reading/recent", {
    query: { ...paging, ...dateRange },
    success: ReadArticles,
    summary: "Articles finished or opened",
    description: "By last_read_at, latest first; a range selects by it.",
  }),
  Endpoint.get("readingNow", "/v1/reading/reading-now", {
    query: paging,
    success: ReadArticles,
    summary: "Articles in progress",
    description: "By last_read_at, latest first, without articles archived half-read.",
  }),
  Endpoint.get("highlights", "/v1/reading/highlights", {
    query: { ...highlightQuery, ...paging },
    success: Highlights,
    summary: "Highlighted passages",
    description: "Latest first; a range selects by highlighted_at.",
  }),
  Endpoint.get("randomHighlight", "/v1/reading/highlights/random", {
    query: highlightQuery,
    success: HighlightAnswer,
    error: NotFound,
    summary: "A random highlight",
    description: "A different one with each call; 404 if there is none.",
  }),
  Endpoint.get("highlight", "/v1/reading/highlights/:id", {
    params: { id: RecordId },
    success: HighlightAnswer,
    error: NotFound,
    summary: "One highlighted passage",
    description: "With its article.",
  }),
  groups("tags", "Tags", "Most articles first. Spellings that differ in case or accents are one tag."),
  groups("domains", "Domains", "Hosts of articles, without www.; most articles first."),
  groups("authors", "Authors", "Most articles first, as named in the articles."),
  Endpoint.get("stats", "/v1/reading/stats", {
    query: dateRange,
    success: StatsAnswer,
    summary: "Reading stats",
    description:
      "Finished articles, their words and minutes, by finishing time; by_status counts articles by saving " +
      "time. Months without a finished article are omitted.",
  }),
  ...overviewEndpoints,
  ...bookEndpoints,
  ...deviceEndpoints,
  ...editEndpoints("Article", "reading", articleEditFields, ArticleAnswer),
  ...editEndpoints("Book", "reading", bookEditFields, BookAnswer),
  ...editEndpoints("Highlight", "reading", highlightByHand, HighlightAnswer),
  ...journalEndpoints("reading", Review),
) {}
