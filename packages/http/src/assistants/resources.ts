import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import { answer, notice } from "./answer.ts"
import { ask, pathPart } from "./tool.ts"

const asJson = (data: unknown): string => JSON.stringify(answer(data))

const Text = Schema.Struct({
  title: Schema.String,
  author: Schema.String,
  url: Schema.String,
  body: Schema.String,
})
const textIn = Schema.decodeUnknownEffect(Text)

const article = McpServer.resource`daybook://articles/${McpSchema.param("id", Schema.NumberFromString)}`({
  name: "article",
  description:
    "The text of a saved article, up to 16,000 characters; read_article has the rest of longer ones",
  mimeType: "text/plain",
  content: Effect.fnUntraced(function* (_uri, id) {
    const { author, body, title, url } = yield* textIn(
      yield* ask({ path: `/v1/reading/articles/${pathPart(id)}` }),
    )
    const text = body.length > 16_000 ? `${body.slice(0, 16_000).toWellFormed()}…` : body
    return [notice, "", title, author, url, "", text].join("\n")
  }),
})

const year = McpServer.resource`daybook://years/${McpSchema.param("year", Schema.NumberFromString)}`({
  name: "year",
  description: "A year in review, over all kinds of activity",
  mimeType: "application/json",
  content: (_uri, year) => Effect.map(ask({ path: `/v1/years/${pathPart(year)}` }), asJson),
})

const years = McpServer.resource({
  uri: "daybook://years",
  name: "years",
  description: "The totals of every year",
  mimeType: "application/json",
  content: Effect.map(ask({ path: "/v1/years" }), asJson),
})

/** Documents for an assistant to read. */
export const resources = Layer.mergeAll(article, year, years)
