import { Granularity } from "@daybook/kernel"
import { Period } from "@daybook/listening"
import * as Schema from "effect/Schema"

/** Plays over time. */
export const Sparkline = Schema.Struct({
  granularity: Granularity,
  points: Schema.Array(Schema.Struct({ start: Schema.String, count: Schema.Int })),
}).annotate({ description: "Plays over time, zero-filled, oldest first; the counts add up to playcount" })

/** The query parameter of a rolling period. */
export const periodQuery = {
  period: Schema.optionalKey(
    Period.annotate({
      message: `must be one of ${Period.literals.join(", ")}`,
      description: "The rolling period; 7day if neither a period nor a range is set",
    }),
  ),
}
