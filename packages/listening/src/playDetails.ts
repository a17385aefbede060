import { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReportedPlay } from "./matchReports.ts"

/** Details that a player sent with a play next to its names: its length, ids of MusicBrainz, the player, and so on. */
export const PlayDetails = Schema.Struct({
  artist: Schema.String,
  track: Schema.String,
  playedAt: EpochMillis,
  /** A JSON object, as it was sent. */
  details: Schema.String,
})
export type PlayDetails = typeof PlayDetails.Type

/**
 * The details of plays, by the words and the second in which the player reported them. Storage failures are defects.
 */
export class PlayDetailsStore extends Context.Service<
  PlayDetailsStore,
  {
    /** Replaces the details of these plays that were sent before, in whichever spelling. */
    readonly put: (details: ReadonlyArray<PlayDetails>) => Effect.Effect<void>
    /** Those of these plays that have some, by `reportKey`, in any order. */
    readonly of: (plays: ReadonlyArray<ReportedPlay>) => Effect.Effect<ReadonlyArray<PlayDetails>>
  }
>()("daybook/listening/PlayDetailsStore") {}
