import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { BadRequest, InvalidRequest, JsonBody, KeyRequired, WorkFailed, wireForm } from "../../forRoutes.ts"

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

const limit = whole(1, 5_000, "How many articles at the most; 2000 where left out")
const offset = whole(0, 1_000_000_000, "How many to pass over, by id; 0 where left out")

export const ExcerptsFilled = wireForm(
  { scanned: Schema.Int, updated: Schema.Int, tookMillis: Schema.Int },
  { tookMillis: "took_ms" },
)

export const ArticlesEmbedded = wireForm(
  {
    scanned: Schema.Int.annotate({ description: "Articles with any text: embedded and skipped ones" }),
    embedded: Schema.Int,
    skipped: Schema.Int,
    tokens: Schema.Int,
    tookMillis: Schema.Int,
  },
  { tookMillis: "took_ms" },
)

export class ReadingAdminGroup extends HttpApiGroup.make("readingAdmin")
  .add(
    HttpApiEndpoint.post("backfillBodyExcerpt", "/v1/admin/backfill-body-excerpt", {
      payload: Schema.Struct({
        limit,
        force: flag("Also those that have an excerpt; false where left out"),
        offset,
      }),
      success: ExcerptsFilled,
      error: [BadRequest, WorkFailed],
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Derive the excerpts of articles",
          description:
            "From their HTML, by id. Without force those that have none: call again until nothing is scanned. With " +
            "force all: go through them with offset. A second call, and a sync, wait for the first.",
        }),
      ),
  )
  .add(
    HttpApiEndpoint.post("reembedReading", "/v1/admin/reembed-reading", {
      payload: Schema.Struct({
        limit,
        batchSize: whole(1, 200, "How many texts go to the embedder in one call; 50 where left out"),
        onlyMissing: flag(
          "Skips articles whose vector was made from this text by this model; false where left out",
        ),
        offset,
      }),
      success: ArticlesEmbedded,
      error: [BadRequest, WorkFailed],
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Embed articles",
          description:
            "Makes vectors of title, description and excerpt, by id. Where the embedder fails the call does, and " +
            "what was stored stays. A second call, and a sync, wait for the first.",
        }),
      ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Reading, administration" })) {}
