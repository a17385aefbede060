import * as Schema from "effect/Schema"
import type { Client } from "../client.ts"

export const readArticles = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        title: Schema.String,
        status: Schema.String,
        saved_at: Schema.String,
        started_at: Schema.String,
        finished_at: Schema.String,
      }),
    ),
    pagination: Schema.optionalKey(Schema.Struct({ total: Schema.Int })),
  }),
)

export const archive = async (reader: Client) =>
  readArticles((await reader.get("/v1/reading/archive?limit=100")).body)
