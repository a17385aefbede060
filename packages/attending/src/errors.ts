import * as Schema from "effect/Schema"

/** There is no source row with this number. */
export class NoSuchSource extends Schema.TaggedError<NoSuchSource>()("NoSuchSource", {
  message: Schema.String,
}) {}
