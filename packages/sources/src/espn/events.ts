import type { Game, GameState, GameTeam, GameType, GameVenue } from "@daybook/attending"
import { dayOf } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import { instantOf } from "../instants.ts"
import { Text } from "../text.ts"

const Score = Schema.Union([
  TextOrNumber,
  Schema.Struct({ value: maybe(Schema.Finite), displayValue: maybe(Schema.String) }),
])

const Team = Schema.Struct({
  id: TextOrNumber,
  displayName: maybe(Text),
  location: maybe(Text),
  name: maybe(Text),
  nickname: maybe(Text),
  shortDisplayName: maybe(Text),
  abbreviation: maybe(Text),
})

const Competitor = Schema.Struct({
  homeAway: maybe(Schema.String),
  team: maybe(Team),
  // Text in scoreboards, an object in schedules.
  score: maybe(Score),
})

const Status = Schema.Struct({
  type: Schema.Struct({
    name: maybe(Schema.String),
    state: maybe(Schema.String),
    completed: maybe(Schema.Boolean),
  }),
})

const Competition = Schema.Struct({
  type: maybe(Schema.Struct({ abbreviation: maybe(Schema.String) })),
  timeValid: maybe(Schema.Boolean),
  neutralSite: maybe(Schema.Boolean),
  venue: maybe(
    Schema.Struct({
      id: maybe(TextOrNumber),
      fullName: maybe(Text),
      address: maybe(Schema.Struct({ city: maybe(Text) })),
    }),
  ),
  competitors: maybe(Schema.Array(Competitor)),
  notes: maybe(Schema.Array(Schema.Struct({ headline: maybe(Schema.String) }))),
  status: maybe(Status),
})

type Competition = typeof Competition.Type

const Fields = Schema.Struct({
  id: TextOrNumber,
  date: Schema.String,
  season: maybe(
    Schema.Struct({ year: maybe(Schema.Int), type: maybe(Schema.Int), slug: maybe(Schema.String) }),
  ),
  // In schedules it is apart from the season's year.
  seasonType: maybe(Schema.Struct({ type: maybe(Schema.Int), name: maybe(Schema.String) })),
  competitions: maybe(Schema.Array(Competition)),
  status: maybe(Status),
})

const sideIn = (competition: Competition | undefined, which: "home" | "away") => {
  const { score, team } = competition?.competitors?.find(({ homeAway }) => homeAway === which) ?? {}
  return team == null ? undefined : { score, team }
}

/** The parts of a game, or the missing one. */
const partsOf = ({ competitions, date }: typeof Fields.Type) => {
  const competition = competitions?.[0]
  const [home, away] = [sideIn(competition, "home"), sideIn(competition, "away")]
  const instant = instantOf(date)
  if (instant === undefined) return Result.fail({ path: ["date"], issue: "Expected a time in ISO 8601" })
  return competition === undefined || home === undefined || away === undefined
    ? Result.fail({ path: ["competitions"], issue: "Expected a home team and an away team" })
    : Result.succeed({ competition, home, away, instant })
}

/** A game of a scoreboard or a schedule. */
export const Event = Fields.check(
  Schema.makeFilter((event) => {
    const parts = partsOf(event)
    return Result.isFailure(parts) ? parts.failure : undefined
  }),
)
export type Event = typeof Event.Type

/** The response of a scoreboard. */
export const Scoreboard = Schema.Struct({ events: Schema.Array(Schema.Unknown) })

/** The response of a team's schedule. A team without a post-season has no events in it. */
export const TeamSchedule = Schema.Struct({ events: maybe(Schema.Array(Schema.Unknown)) })

const west = DateTime.zoneMakeNamedUnsafe("America/Los_Angeles")
const east = DateTime.zoneMakeNamedUnsafe("America/New_York")

// The names come first: a postponed game has the state "post".
const stateOf = (status: typeof Status.Type | null | undefined): GameState => {
  const { completed, name = "", state } = status?.type ?? {}
  if (/POSTPONED|CANCEL|ABANDONED/.test(name ?? "")) return "called off"
  if (/SUSPENDED|DELAY/.test(name ?? "") && state !== "pre") return "in progress"
  switch (state) {
    case "post":
      return completed === false && !/FORFEIT/.test(name ?? "") ? "called off" : "final"
    case "in":
      return "in progress"
    default:
      return "scheduled"
  }
}

const phaseOf = ({ season, seasonType }: Event, competition: Competition): Game["phase"] => {
  // All-star games are listed in the regular season.
  if (competition.type?.abbreviation === "ALLSTAR") return "other"
  switch (seasonType?.type ?? season?.type) {
    case 1:
      return "pre"
    case 2:
      return "regular"
    case 3:
    case 5:
      return "post"
    default: {
      // Soccer renumbers its types each year; its names are stable.
      const name = seasonType?.name ?? season?.slug ?? ""
      if (/regular/i.test(name)) return "regular"
      if (/pre-?season/i.test(name)) return "pre"
      return /play-?off|post-?season|round|final|cup/i.test(name) ? "post" : "other"
    }
  }
}

const scoreOf = (score: (typeof Competitor.Type)["score"]): number | undefined => {
  const value = typeof score === "object" ? (score?.value ?? score?.displayValue) : score
  return value == null || !/^\d+$/.test(String(value)) ? undefined : Number(value)
}

// Scoreboards have the nickname in `name`. Schedules lack it, and their `nickname` is a college's place.
const nicknameOf = ({
  displayName,
  location,
  name,
  nickname,
  shortDisplayName,
}: typeof Team.Type): string => {
  if (name != null) return name
  const rest = displayName?.startsWith(`${location} `) ? displayName.slice(`${location} `.length) : ""
  return rest === "" ? (nickname ?? shortDisplayName ?? "") : rest
}

const teamOf = (
  team: typeof Team.Type,
  score: (typeof Competitor.Type)["score"],
  state: GameState,
): GameTeam => ({
  id: team.id,
  name: team.displayName ?? "",
  nickname: nicknameOf(team),
  abbreviation: team.abbreviation ?? "",
  // The score is "0" before the game as well.
  score: state === "final" || state === "in progress" ? scoreOf(score) : undefined,
})

const venueOf = (venue: Competition["venue"]): GameVenue | undefined => {
  const name = venue?.fullName ?? ""
  if (name === "") return undefined
  // Soccer writes "Columbus, Ohio".
  return { id: venue?.id ?? "", name, city: (venue?.address?.city ?? "").split(",")[0] ?? "", timeZone: "" }
}

// "World Series - Game 5" is not a double-header.
const numberOf = ({ notes }: Competition): number | undefined => {
  for (const { headline } of notes ?? []) {
    const [, number] = /double-?header.*\bgame (\d)/i.exec(headline ?? "") ?? []
    if (number !== undefined) return Number(number)
  }
  return undefined
}

const gameOf = (type: GameType, event: Event): Game => {
  const { away, competition, home, instant } = Result.getOrThrow(partsOf(event))
  const state = stateOf(competition.status ?? event.status)
  // A game without a time yet is listed at midnight in the East.
  const timeKnown = competition.timeValid !== false
  return {
    id: event.id,
    type,
    day: dayOf(instant, timeKnown ? west : east),
    startsAt: timeKnown ? instant : undefined,
    number: numberOf(competition),
    phase: phaseOf(event, competition),
    state,
    home: teamOf(home.team, home.score, state),
    away: teamOf(away.team, away.score, state),
    neutral: competition.neutralSite === true,
    venue: venueOf(competition.venue),
  }
}

/** The games of the events, each once; only of one season if `year` is set. */
export const gamesIn = (type: GameType, events: ReadonlyArray<Event>, year?: number): ReadonlyArray<Game> => {
  const byId = new Map<string, Game>()
  for (const event of events) {
    if (year !== undefined && (event.season?.year ?? year) !== year) continue
    byId.set(event.id, gameOf(type, event))
  }
  return [...byId.values()]
}
