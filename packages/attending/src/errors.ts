import * as Schema from "effect/Schema"

/** No source row has this id. */
export class NoSuchSource extends Schema.TaggedError<NoSuchSource>()("NoSuchSource", {
  message: Schema.String,
}) {}
