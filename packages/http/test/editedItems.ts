import * as Schema from "effect/Schema"
import { Instant, Pagination } from "./replies.ts"

export const EditRows = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      domain: Schema.String,
      type: Schema.String,
      item_id: Schema.String,
      action: Schema.Literals(["add", "correct", "remove", "merge"]),
      fields: Schema.Record(Schema.String, Schema.Json),
      at: Instant,
    }),
  ),
  pagination: Pagination,
})
