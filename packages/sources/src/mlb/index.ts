import type { GameSource } from "@daybook/attending"
import { foldName, type LocalDate, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { BoxScore, playedFor } from "./boxScore.ts"
import { eachOnce, gameOf, Located, positionOf, Schedule, ScheduledGame } from "./schedule.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

const Venues = Schema.Struct({ venues: Schema.Array(Located) })

const Teams = Schema.Struct({ teams: Schema.Array(Schema.Unknown) })

const Team = Schema.Struct({
  id: TextOrNumber,
  name: maybe(Schema.String),
  teamName: maybe(Schema.String),
  abbreviation: maybe(Schema.String),
})

/** None if the service does not know the name. */
const askOf =
  (upstream: Upstream.Upstream) =>
  <S extends Schema.ConstraintDecoder<unknown>>(
    path: string,
    urlParams: Readonly<Record<string, string | number>>,
    schema: S,
  ): Effect.Effect<Option.Option<S["Type"]>, SourceError> =>
    upstream.ask(HttpClientRequest.get(path, { urlParams }), Upstream.ifKnown(upstream.json(schema)))

/** The games of schedules. */
const schedulesOf = (ask: ReturnType<typeof askOf>) => {
  /** The games of a schedule in its order. A postponed game may be listed twice. */
  const schedule = Effect.fnUntraced(function* (parameters: Readonly<Record<string, string | number>>) {
    const answer = yield* ask(
      "/api/v1/schedule",
      { sportId: 1, ...parameters, hydrate: "team,venue(location,timezone)" },
      Schedule,
    )
    const days = Option.match(answer, { onNone: () => [], onSome: ({ dates }) => dates })
    const games = yield* Effect.forEach(days, ({ date, games }) =>
      Effect.map(decodeRows("mlb", ScheduledGame, games ?? [], { idOf: idIn("gamePk") }), ({ good }) =>
        good.map((game) => gameOf(date, game)),
      ),
    )
    return games.flat()
  })

  /** The games of a day. A game suspended on that day is read from the day it was resumed. */
  const gamesOn = Effect.fnUntraced(function* (day: LocalDate) {
    const games = yield* schedule({ date: day })
    const resumedOn = new Set(
      games.flatMap(({ alsoOn, state }) => (state === "in progress" && alsoOn !== day ? (alsoOn ?? []) : [])),
    )
    const later = (yield* Effect.forEach(resumedOn, (date) => schedule({ date }))).flat()
    const wanted = new Set(games.map(({ id }) => id))
    return resumedOn.size === 0 ? games : eachOnce([...games, ...later.filter(({ id }) => wanted.has(id))])
  })

  return { schedule, gamesOn }
}

/** The games of Major League Baseball from its Stats API, which needs no key. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<GameSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "mlb",
    ...Upstream.at(settings, config.url),
    title: "The MLB Stats API",
    // An import makes up to 500 requests: one that fails twice is reported, and the entry can be sent again.
    retries: 1,
  })

  const ask = askOf(upstream)

  const { gamesOn, schedule } = schedulesOf(ask)

  // The schedule takes numbers only: "LAD" or "Dodgers" is looked up among the season's teams.
  const teamId = (team: string, season: number): Effect.Effect<string | undefined, SourceError> =>
    /^\d+$/.test(team)
      ? Effect.succeed(team)
      : Effect.gen(function* () {
          const answer = yield* ask("/api/v1/teams", { sportId: 1, season }, Teams)
          const rows = Option.getOrUndefined(answer)?.teams ?? []
          const { good } = yield* decodeRows("mlb", Team, rows, { idOf: idIn("id") })
          return good.find(({ abbreviation, name, teamName }) =>
            [abbreviation, name, teamName].some((one) => one != null && foldName(one) === foldName(team)),
          )?.id
        })

  return {
    name: "mlb",
    types: ["mlb_game"],
    gamesOn: (_, day) => gamesOn(day),
    seasonGames: Effect.fnUntraced(function* (_, team, season) {
      const id = yield* teamId(team, season)
      if (id === undefined) return []
      return eachOnce(
        yield* schedule({ teamId: id, startDate: `${season}-01-01`, endDate: `${season}-12-31` }),
      )
    }),
    players: (_, gameId) =>
      Effect.gen(function* () {
        const answer = yield* ask(`/api/v1/game/${encodeURIComponent(gameId)}/boxscore`, {}, BoxScore)
        if (Option.isNone(answer)) return []
        const { away, home } = answer.value.teams
        // Visitors first.
        return (yield* Effect.forEach([away, home], playedFor)).flat()
      }),
    venuePosition: (venueId) =>
      Effect.map(
        ask(`/api/v1/venues/${encodeURIComponent(venueId)}`, { hydrate: "location" }, Venues),
        (answer) => {
          const [venue] = Option.getOrUndefined(answer)?.venues ?? []
          return venue && positionOf(venue)
        },
      ),
  }
})
