import * as Schema from "effect/Schema"
import { Endpoint, JsonBody, keyedGroup, WorkFailed, wireForm } from "../../forRoutes.ts"

const whole = (minimum: number, maximum: number, description: string) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`
  return Schema.optionalKey(
    Schema.Number.annotate({ message, description })
      .check(Schema.isInt({ message }))
      .check(Schema.isBetween({ minimum, maximum }, { message })),
  )
}

const flag = (description: string) =>
  Schema.optionalKey(Schema.Boolean.annotate({ message: "must be true or false", description }))

const limit = whole(1, 5_000, "The maximum number of articles; 2000 by default")
const offset = whole(0, 1_000_000_000, "The number of articles to skip, in order of id; 0 by default")

export const ExcerptsFilled = wireForm(
  { scanned: Schema.Int, updated: Schema.Int, tookMillis: Schema.Int },
  { tookMillis: "took_ms" },
)

export const ArticlesEmbedded = wireForm(
  {
    scanned: Schema.Int.annotate({ description: "Articles with text: the embedded and the skipped ones" }),
    embedded: Schema.Int,
    skipped: Schema.Int,
    tokens: Schema.Int,
    tookMillis: Schema.Int,
  },
  { tookMillis: "took_ms" },
)

export class ReadingAdminGroup extends keyedGroup(
  "readingAdmin",
  "Reading, administration",
  Endpoint.post("backfillBodyExcerpt", "/v1/admin/backfill-body-excerpt", {
    payload: Schema.Struct({
      limit,
      force: flag("Includes articles that have an excerpt; false by default"),
      offset,
    }).annotate({ examples: [{ limit: 500 }] }),
    success: ExcerptsFilled,
    error: WorkFailed,
    summary: "Add missing excerpts of articles",
    description:
      "Creates excerpts from the HTML of articles, in order of id. Without `force` only for articles without one: repeat " +
      "the call until `scanned` is 0. With `force` all of them: advance `offset`. Another call and a sync wait until it ends.",
  }).middleware(JsonBody),
  Endpoint.post("reembedReading", "/v1/admin/reembed-reading", {
    payload: Schema.Struct({
      limit,
      batchSize: whole(1, 200, "The number of texts in one call of the embedder; 50 by default"),
      onlyMissing: flag("Skip articles with an up-to-date vector of the current model; false by default"),
      offset,
    }).annotate({ examples: [{ limit: 500, onlyMissing: true }] }),
    success: ArticlesEmbedded,
    error: WorkFailed,
    summary: "Add vectors of articles",
    description:
      "Computes vectors of title, description and excerpt, in order of id. If the embedder fails, the call fails and stored " +
      "vectors stay. Another call and a sync wait until it ends.",
  }).middleware(JsonBody),
) {}
