import type { Game, GameSource, GameType } from "@daybook/attending"
import { addDays, type LocalDate, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { Event, gamesIn, Scoreboard, TeamSchedule } from "./events.ts"
import { leagues } from "./leagues.ts"
import { playersIn, Summary } from "./summary.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

type Parameters = Readonly<Record<string, string | number>>

const dateOf = (day: LocalDate): string => day.replaceAll("-", "")

const plays = ({ away, home }: Game, team: string): boolean =>
  [away, home].some(
    ({ abbreviation, id }) => id === team || abbreviation.toLowerCase() === team.toLowerCase(),
  )

/** The games of American leagues and colleges from ESPN's site API, which needs no key and is undocumented. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<GameSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "espn",
    ...Upstream.at(settings, config.url),
    title: "ESPN",
    // An import makes up to 500 requests: one that fails twice is reported, and the entry can be sent again.
    retries: 1,
  })

  /** None if ESPN does not know the name: it returns 404, and for some ids 400. */
  const ask = <S extends Schema.ConstraintDecoder<unknown>>(
    path: string,
    urlParams: Parameters,
    schema: S,
    unknown: ReadonlyArray<number> = [400, 404],
  ): Effect.Effect<Option.Option<S["Type"]>, SourceError> =>
    upstream.ask(HttpClientRequest.get(path, { urlParams }), Upstream.ifKnown(upstream.json(schema), unknown))

  const eventsIn = (answer: Option.Option<{ readonly events?: ReadonlyArray<unknown> | null | undefined }>) =>
    Effect.map(
      decodeRows("espn", Event, Option.getOrUndefined(answer)?.events ?? [], { idOf: idIn("id") }),
      ({ good }) => good,
    )

  const scoreboard = (type: GameType, parameters: Parameters) =>
    Effect.flatMap(
      ask(`${leagues[type].path}/scoreboard`, { ...parameters, limit: 1000 }, Scoreboard, [404]),
      eventsIn,
    )

  const teamSchedule = (type: GameType, team: string, parameters: Parameters) =>
    Effect.flatMap(
      ask(`${leagues[type].path}/teams/${encodeURIComponent(team)}/schedule`, parameters, TeamSchedule),
      eventsIn,
    )

  return {
    name: "espn",
    types: Struct.keys(leagues),
    gamesOn: Effect.fnUntraced(function* (type, day) {
      const { farWest, groups } = leagues[type]
      // A scoreboard's day is the day in the East.
      const days = farWest ? [day, addDays(day, 1)] : [day]
      const asked = days
        .map(dateOf)
        .flatMap((dates) =>
          groups.length === 0 ? [{ dates }] : groups.map((group) => ({ dates, groups: group })),
        )
      const events = yield* Effect.forEach(asked, (parameters) => scoreboard(type, parameters))
      return gamesIn(type, events.flat())
    }),
    seasonGames: Effect.fnUntraced(function* (type, team, season) {
      const { autumn, seasonTypes } = leagues[type]
      const parts = yield* Effect.forEach(
        seasonTypes.length === 0 ? [{ season }] : seasonTypes.map((seasontype) => ({ season, seasontype })),
        (parameters) => teamSchedule(type, team, parameters),
      )
      const games = gamesIn(type, parts.flat(), season)
      if (!autumn) return games
      const known = new Set(games.map(({ id }) => id))
      const last = gamesIn(type, yield* scoreboard(type, { dates: `${season}1001-${season}1231` }), season)
      return [...games, ...last.filter((game) => !known.has(game.id) && plays(game, team))]
    }),
    players: (type, gameId) =>
      Effect.flatMap(
        ask(`${leagues[type].path}/summary`, { event: gameId }, Summary),
        Option.match({ onNone: () => Effect.succeed([]), onSome: playersIn }),
      ),
  }
})
