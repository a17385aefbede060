import { type DateRange, LocalDate, startOfDay } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { GameType } from "../model.ts"

/** The leagues by their short names, as people and paths write them. */
export const leagues = {
  mlb: "mlb_game",
  nfl: "nfl_game",
  nba: "nba_game",
  wnba: "wnba_game",
  nhl: "nhl_game",
  mls: "mls_game",
  ncaaf: "ncaaf_game",
  ncaab: "ncaab_game",
} as const satisfies Record<string, GameType>
export type League = keyof typeof leagues

/** The day of the year on which a season begins, and the years from the season's own to that day's. */
const beginnings: Readonly<Record<GameType, readonly [years: number, day: string]>> = {
  mlb_game: [0, "01-01"],
  wnba_game: [0, "01-01"],
  mls_game: [0, "01-01"],
  // Football is named for its first year, basketball and hockey for the second.
  nfl_game: [0, "07-01"],
  ncaaf_game: [0, "07-01"],
  nba_game: [-1, "08-01"],
  nhl_game: [-1, "08-01"],
  ncaab_game: [-1, "08-01"],
}

/** The first day of a league's season, which is also the end of the season before. */
export const seasonStart = (type: GameType, season: number): LocalDate => {
  const [years, day] = beginnings[type]
  // The seasons of 2020 were played until October.
  const late = season === 2021 && (type === "nba_game" || type === "nhl_game")
  const year = season + years
  if (year < 1) return LocalDate.make("0001-01-01")
  if (year > 9999) return LocalDate.make("infinity")
  return LocalDate.make(`${String(year).padStart(4, "0")}-${late ? "11-01" : day}`)
}

/** The league of a game's type. */
export const leagueOf = (type: GameType): string => type.slice(0, -"_game".length)

/** The season that a day is in. */
export const seasonOf = (type: GameType, day: LocalDate): number => {
  const year = Number(day.slice(0, 4))
  return [year + 1, year].find((season) => seasonStart(type, season) <= day) ?? year - 1
}

/** The days of a season, in the owner's time zone. */
export const seasonRange = Effect.fnUntraced(function* (type: GameType, season: number) {
  const zone = yield* DateTime.CurrentTimeZone
  return {
    from: startOfDay(seasonStart(type, season), zone),
    until: startOfDay(seasonStart(type, season + 1), zone),
  } satisfies DateRange
})
