import type { EventCategory, EventType, GameType } from "../model.ts"

/** The category and type of an event. */
export interface EventKind {
  readonly category: EventCategory
  readonly type: EventType
}

/** The kind of every game of a league. */
export const kindOfGame = (type: GameType): EventKind => ({ category: "sports", type })

const anyWord = (...words: ReadonlyArray<string>) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "iu")

const comedy = anyWord("comedy", "stand-?up", "improv", "comedian", "comedia", "kabarett")
const theater = anyWord(
  "theat(?:er|re) (?:play|production)",
  "musical",
  "ballet",
  "opera",
  "oper",
  "play",
  "théâtre",
)
const concert = anyWord(
  "concerts?",
  "konzert",
  "concierto",
  "tour",
  "live in concert",
  "symphony",
  "orchestra",
  "gig",
  "dj",
  "recital",
)

/** The kind that words in the title imply; with performers and no such word a concert; else undefined. */
export const kindFromTitle = (title: string, performers: ReadonlyArray<string>): EventKind | undefined => {
  if (comedy.test(title)) return { category: "arts", type: "comedy" }
  if (theater.test(title)) return { category: "arts", type: "theater" }
  if (concert.test(title) || performers.length > 0) return { category: "music", type: "concert" }
  return undefined
}

// Words that name a league or its sport. The first match counts.
const leagueWords: ReadonlyArray<readonly [RegExp, ReadonlyArray<GameType>]> = [
  [anyWord("mlb", "baseball", "world series"), ["mlb_game"]],
  [anyWord("nfl", "super bowl"), ["nfl_game"]],
  [anyWord("wnba"), ["wnba_game"]],
  [anyWord("nba"), ["nba_game"]],
  [anyWord("nhl", "hockey", "stanley cup"), ["nhl_game"]],
  [anyWord("mls", "soccer"), ["mls_game"]],
  [anyWord("college football"), ["ncaaf_game"]],
  [anyWord("football"), ["nfl_game", "ncaaf_game"]],
  [anyWord("college basketball", "march madness"), ["ncaab_game"]],
  [anyWord("basketball"), ["nba_game", "wnba_game", "ncaab_game"]],
  [anyWord("ncaa"), ["ncaaf_game", "ncaab_game"]],
]

/** The leagues that a title names directly or through their sport. */
export const leaguesInTitle = (title: string): ReadonlyArray<GameType> =>
  leagueWords.find(([pattern]) => pattern.test(title))?.[1] ?? []
