import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint, JsonBody, optional } from "../../forRoutes.ts"
import { ArticleAnswer } from "../wire.ts"

const maxTags = 100

/** The longest HTML that a sender gives with a page, in characters. */
export const maxContentLength = 2_000_000

const PageToSave = Schema.Struct({
  url: Schema.String.annotate({ description: "The http or https URL of the page", message: "must be a URL" }),
  title: Schema.optionalKey(Schema.String),
  tags: Schema.optionalKey(
    Schema.Array(Schema.String).check(
      Schema.isMaxLength(maxTags, { message: `must have at most ${maxTags} tags` }),
    ),
  ),
  content: optional(
    Schema.String.check(
      Schema.isMaxLength(maxContentLength, { message: `must have at most ${maxContentLength} characters` }),
    ),
    "Its HTML, for pages that the server cannot fetch",
  ),
  starred: Schema.optionalKey(Schema.Boolean),
})

/** The endpoint that saves a page. */
export const saveEndpoint = Endpoint.post("savePage", "/v1/reading/save", {
  payload: PageToSave.annotate({ examples: [{ url: "https://example.org/sorrel", tags: ["herbs"] }] }),
  success: [
    ArticleAnswer.pipe(HttpApiSchema.status(201)),
    ArticleAnswer.annotate({ description: "It was saved before" }),
  ] as const,
  summary: "Save a page to read later",
  description:
    "For a `save` or `admin` key. Title, text, author, site and image are fetched from the page afterwards, unless " +
    "you send them. Saving a URL again changes nothing but what you send, and brings a removed page back.",
}).middleware(JsonBody)
