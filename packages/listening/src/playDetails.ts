import { EpochMillis, type Page, type PageRequest } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReportedPlay } from "./matchReports.ts"
import type { Listen } from "./model.ts"
import { spellingKey } from "./names/spellings.ts"

/** Details that a player sent with a play next to its names: its length, ids of MusicBrainz, the player, and so on. */
export const PlayDetails = Schema.Struct({
  artist: Schema.String,
  track: Schema.String,
  playedAt: EpochMillis,
  /** A JSON object, as it was sent. */
  details: Schema.String,
})
export type PlayDetails = typeof PlayDetails.Type

/** A track that you loved (1) or hated (-1) in a player. */
export const TrackRating = Schema.Struct({
  artist: Schema.String,
  track: Schema.String,
  score: Schema.Int,
  ratedAt: EpochMillis,
})
export type TrackRating = typeof TrackRating.Type

/** The names of a track. */
export type TrackNames = Pick<Listen, "artist" | "track">

/** The text in which two spellings of a track are the same. */
export const trackKey = ({ artist, track }: TrackNames): string =>
  JSON.stringify([spellingKey(artist), spellingKey(track)])

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
    /** Replaces the rating of a track, in whichever spelling. */
    readonly rate: (rating: TrackRating) => Effect.Effect<void>
    /** Removes the rating of a track, if it has one. */
    readonly unrate: (track: TrackNames) => Effect.Effect<void>
    /** The ratings with this score, or all: latest first, then by key. */
    readonly ratings: (
      score: TrackRating["score"] | undefined,
      page: PageRequest,
    ) => Effect.Effect<Page<TrackRating>>
    /** The ratings of these tracks that have one, in any order. */
    readonly ratingsOf: (tracks: ReadonlyArray<TrackNames>) => Effect.Effect<ReadonlyArray<TrackRating>>
  }
>()("daybook/listening/PlayDetailsStore") {}
