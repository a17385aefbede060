import type { Game, GamePlayer, GameSource } from "@daybook/attending"
import { foldName, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import * as Upstream from "../upstream.ts"
import { BoxScore, playersIn } from "./boxScore.ts"
import { eachOnce, gamesIn, Schedule } from "./schedule.ts"

/** Where Major League Baseball is asked. */
export interface Config {
  /** Replaces `https://statsapi.mlb.com`. */
  readonly url?: URL | undefined
}

const Teams = Schema.Struct({
  teams: Schema.Array(
    Schema.Struct({
      id: TextOrNumber,
      name: maybe(Schema.String),
      teamName: maybe(Schema.String),
      abbreviation: maybe(Schema.String),
    }),
  ),
})

/** The games of Major League Baseball, from its Stats API, which needs no key. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<GameSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "mlb",
    title: "The MLB Stats API",
    settings: { url: "MLB_URL", access: "MLB_URL" },
    url: config.url ?? new URL("https://statsapi.mlb.com"),
    // An import asks for up to 500 things in one call: what fails twice is reported and may be sent again.
    retries: 1,
  })

  /** None where the service knows nothing by this name. */
  const ask = <S extends Schema.ConstraintDecoder<unknown>>(
    path: string,
    urlParams: Readonly<Record<string, string | number>>,
    schema: S,
  ): Effect.Effect<Option.Option<S["Type"]>, SourceError> =>
    upstream.ask(HttpClientRequest.get(path, { urlParams }), Upstream.ifKnown(upstream.json(schema)))

  const schedule = (parameters: Readonly<Record<string, string | number>>) =>
    Effect.map(
      ask(
        "/api/v1/schedule",
        { sportId: 1, ...parameters, hydrate: "team,venue(location,timezone)" },
        Schedule,
      ),
      Option.match({ onNone: (): ReadonlyArray<Game> => [], onSome: gamesIn }),
    )

  // The schedule takes numbers only; LAD, or Dodgers, is looked up among the season's teams.
  const teamId = (team: string, season: number): Effect.Effect<string | undefined, SourceError> =>
    /^\d+$/.test(team)
      ? Effect.succeed(team)
      : Effect.map(
          ask("/api/v1/teams", { sportId: 1, season }, Teams),
          (answer) =>
            Option.getOrUndefined(answer)?.teams.find(({ abbreviation, name, teamName }) =>
              [abbreviation, name, teamName].some((one) => one != null && foldName(one) === foldName(team)),
            )?.id,
        )

  return {
    name: "mlb",
    types: ["mlb_game"],
    gamesOn: (_, day) => schedule({ date: day }),
    seasonGames: Effect.fnUntraced(function* (_, team, season) {
      const id = yield* teamId(team, season)
      if (id === undefined) return []
      return eachOnce(
        yield* schedule({ teamId: id, startDate: `${season}-01-01`, endDate: `${season}-12-31` }),
      )
    }),
    players: (_, gameId) =>
      Effect.map(
        ask(`/api/v1/game/${encodeURIComponent(gameId)}/boxscore`, {}, BoxScore),
        Option.match({ onNone: (): ReadonlyArray<GamePlayer> => [], onSome: playersIn }),
      ),
  }
})
