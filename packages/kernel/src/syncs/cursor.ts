import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The position that the reading of a source or a file has reached. */
export interface SourceCursor {
  readonly source: string
  readonly cursor: string
}

/**
 * Reads and writes the place that a source has reached, as the JSON text that is saved as its cursor. A schema that
 * changes must still decode the stored cursors. One that it cannot decode counts as none: the log says so, and
 * the source is read from its beginning.
 */
export const cursorCodec = <Position, Encoded>(schema: Schema.Codec<Position, Encoded>) => {
  const text = Schema.fromJsonString(schema)
  const decode = Schema.decodeOption(text)
  return {
    write: Schema.encodeSync(text),
    read: Effect.fnUntraced(function* (source: string, saved: Option.Option<string>) {
      const position = Option.flatMap(saved, decode)
      if (Option.isSome(saved) && Option.isNone(position)) {
        yield* Effect.logWarning(`${source}: the saved cursor cannot be read; starting over`)
      }
      return position
    }),
  }
}
