import { type Happened, LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Run } from "./model.ts"

/** The time and id of a run. */
export const happened: Happened<Run> = {
  at: ({ startedAt }) => startedAt,
  ref: ({ ref }) => ref,
  schema: Schema.Struct({
    ref: Schema.String,
    startedAt: Schema.Finite,
    localDay: Schema.UndefinedOr(LocalDate).pipe(Schema.withDecodingDefaultKey(Effect.succeed(undefined))),
    distanceMm: Schema.Finite,
    climbMm: Schema.Finite,
    movingSeconds: Schema.Finite,
    isRace: Schema.Boolean,
  }),
}
