import { EpochMillis, normalizerOf, storableName } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** A played board game. The game and the moment at which it began distinguish it from all others. */
export const Play = Schema.Struct({
  game: Schema.String,
  playedAt: EpochMillis,
  /** The number of people at the table; 0 if unknown. */
  players: Schema.Int,
  /** "" if unknown, or no one won. */
  winner: Schema.String,
  /** 0 if unknown. */
  minutes: Schema.Int,
})
export type Play = typeof Play.Type

/** The id of a play: two games may begin at one time, and one game is played often. */
export const playId = ({ game, playedAt }: Pick<Play, "game" | "playedAt">) => `${playedAt} ${game}`

/** A game over all its plays. */
export const GamePlayed = Schema.Struct({
  game: Schema.String,
  plays: Schema.Int,
  minutes: Schema.Int,
  lastPlayedAt: EpochMillis,
})
export type GamePlayed = typeof GamePlayed.Type

/** The games of a year in review. */
export const GamesReview = Schema.Struct({
  /** The number of different games. */
  games: Schema.Int,
  /** At most 10, most played first. */
  mostPlayed: Schema.Array(GamePlayed),
})
export type GamesReview = typeof GamesReview.Type

/** A play as every store can keep it: each field by its kind, names without the spaces around them. */
export const normalizePlay = normalizerOf(Play, {}, { text: storableName })
