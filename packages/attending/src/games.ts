import type { EpochMillis, LocalDate, SourceError } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { GameType } from "./model.ts"

/** A team as a provider names it in a game. What the provider does not tell is "". */
export interface GameTeam {
  readonly id: string
  /** With the place: `Springfield Isotopes`. */
  readonly name: string
  /** Without it: `Isotopes`. */
  readonly nickname: string
  readonly abbreviation: string
  /** Undefined until the game has begun, whatever stands in the answer: ESPN has "0" before the first pitch. */
  readonly score: number | undefined
}

/** A venue as a provider names it. What the provider does not tell is "". */
export interface GameVenue {
  readonly id: string
  readonly name: string
  readonly city: string
  /** The IANA name of its time zone. */
  readonly timeZone: string
}

/** `final` is played to its end; `off` is cancelled or postponed, so that it was not played on this day. */
export type GameState = "not begun" | "under way" | "final" | "off"

/** A game as a provider records it. */
export interface Game {
  /** The provider's id. */
  readonly id: string
  readonly type: GameType
  /**
   * The venue's day: MLB's `officialDate`, never its `gameDate`; at ESPN the day in `America/Los_Angeles` of the UTC
   * start. A postponed game stands in lists under its old date too: it is `off` there.
   */
  readonly day: LocalDate
  /** The other day of a game that was broken off and gone on with later: it is found by either. */
  readonly alsoOn?: LocalDate
  /** Undefined where it is not known yet. */
  readonly startsAt: EpochMillis | undefined
  /** Which game of a double-header, where the provider tells; undefined where it says nothing. */
  readonly number: number | undefined
  readonly phase: "pre" | "regular" | "post" | "other"
  readonly state: GameState
  readonly home: GameTeam
  readonly away: GameTeam
  /** On neutral ground: nobody's home game. */
  readonly neutral: boolean
  readonly venue: GameVenue | undefined
}

/** A player in a box score, as a provider names him or her. What the provider does not tell is "". */
export interface GamePlayer {
  readonly id: string
  /** The whole name. */
  readonly name: string
  readonly firstName: string
  /** Where it is "", the name's last word that is no suffix is taken. */
  readonly lastName: string
  /** As it is told: "0" and "00" differ. */
  readonly jersey: string
  /** The provider's id of the team. */
  readonly teamId: string
}

/**
 * One service that knows the games of some leagues. It is asked at most 4 things at a time. A game that it cannot read it
 * hands to `SetAside`, and gives the others.
 */
export interface GameSource {
  /** Its name in ids and messages, such as `mlb`. */
  readonly name: string
  /** The leagues that it knows. */
  readonly types: ReadonlyArray<GameType>
  /** All games of a league on a day, `off` ones among them. */
  readonly gamesOn: (type: GameType, day: LocalDate) => Effect.Effect<ReadonlyArray<Game>, SourceError>
  /**
   * The games of a team's season, at home and away, each once: regular and post-season, over two calendar years where
   * the league's seasons are (`season` is the year in which the provider files it). None for a team that the provider
   * does not know. `team` is the provider's id, or what else the provider takes for one.
   */
  readonly seasonGames: (
    type: GameType,
    team: string,
    season: number,
  ) => Effect.Effect<ReadonlyArray<Game>, SourceError>
  /** Those who played in a game, not who only sat on the bench; none where there is no box score. */
  readonly players: (type: GameType, gameId: string) => Effect.Effect<ReadonlyArray<GamePlayer>, SourceError>
}

/** The services that know games. */
export class GameSources extends Context.Service<
  GameSources,
  {
    /** Where several know a league, the first is its source. */
    readonly sources: ReadonlyArray<GameSource>
    /** The service whose ids of baseball players are added to the stored ones, since it has pictures for them. */
    readonly athletes: GameSource
  }
>()("daybook/attending/GameSources") {
  /** Where no service is asked: nobody knows any game. */
  static readonly none: GameSources["Service"] = {
    sources: [],
    athletes: {
      name: "none",
      types: [],
      gamesOn: () => Effect.succeed([]),
      seasonGames: () => Effect.succeed([]),
      players: () => Effect.succeed([]),
    },
  }
}
