import { isLocalDate, type LocalDate, storableName } from "@daybook/kernel"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { GameType, type RawData } from "../model.ts"
import { textOf } from "../drafts/rawJson.ts"

/** An entry for one game, attended or missed. */
export interface GameEntry {
  readonly shape: "game"
  readonly type: GameType
  /** One of the two teams: the provider's id, a name or an abbreviation. */
  readonly team: string
  readonly day: LocalDate
  readonly opponent: string
  readonly number: number | undefined
  readonly notes: string
  readonly attended: boolean
}

/** An entry for every home game of a team's season. */
export interface SeasonEntry {
  readonly shape: "season"
  readonly type: GameType
  readonly team: string
  readonly season: number
  /** The days of missed games. */
  readonly exceptions: ReadonlyArray<LocalDate>
}

const isGameType = Schema.is(GameType)

const readAttended = (value: unknown): boolean | undefined => {
  if (value === undefined || value === null) return true
  if (value === 1 || value === true || value === "1") return true
  return value === 0 || value === false || value === "0" ? false : undefined
}

const gameEntry = (
  entry: RawData,
  common: { readonly type: GameType; readonly team: string },
): Result.Result<GameEntry, string> => {
  const day = textOf(entry["event_date"])
  if (!isLocalDate(day)) return Result.fail("event_date: is not a calendar day; send YYYY-MM-DD")
  const attended = readAttended(entry["attended"])
  if (attended === undefined) return Result.fail("attended: must be 0 or 1")
  const number = textOf(entry["game_number"])
  if (number !== "" && !/^[1-9]$/.test(number)) return Result.fail("game_number: must be 1 or 2")
  return Result.succeed({
    ...common,
    shape: "game",
    day,
    opponent: textOf(entry["opponent"]),
    number: number === "" ? undefined : Number(number),
    notes: typeof entry["notes"] === "string" ? storableName(entry["notes"], 5_000) : "",
    attended,
  })
}

const seasonEntry = (
  entry: RawData,
  common: { readonly type: GameType; readonly team: string },
): Result.Result<SeasonEntry, string> => {
  if (entry["attendance"] !== "all_home") return Result.fail('attendance: must be "all_home"')
  const season = textOf(entry["season"])
  if (!/^(?!0000)\d{4}$/.test(season)) {
    return Result.fail("season: must be a year of four digits, from 0001 to 9999")
  }
  const given = entry["exceptions"] ?? []
  const exceptions = Array.isArray(given) ? given.map(textOf) : [""]
  if (!exceptions.every(isLocalDate)) return Result.fail("exceptions: must be a list of days, YYYY-MM-DD")
  return Result.succeed({ ...common, shape: "season", season: Number(season), exceptions })
}

/** Reads an entry of a manual import; fails with its fault in words. */
export const readImportEntry = (entry: RawData): Result.Result<GameEntry | SeasonEntry, string> => {
  const isSeason = "attendance" in entry || ("season" in entry && !("event_date" in entry))
  if (!isSeason && !("event_date" in entry))
    return Result.fail("it is neither a game (event_date) nor a season (season, attendance)")
  const type = entry["event_type"]
  if (!isGameType(type)) return Result.fail(`event_type: must be one of ${GameType.literals.join(", ")}`)
  const team = textOf(entry["team_id"])
  if (team === "") return Result.fail("team_id: must be the provider's id of the team")
  return isSeason ? seasonEntry(entry, { type, team }) : gameEntry(entry, { type, team })
}
