import { BadRequest, dateRange, domainRoutes, Instant } from "@daybook/http/routes"
import { journalEndpoints, journalHandlers, listOf, manyOf } from "@daybook/http/routes"
import { InvalidRequest, JsonBody, KeyRequired, pageOf, paging, partOfActivity } from "@daybook/http/routes"
import { rangeOf, refused, rememberedReads, wireForm } from "@daybook/http/routes"
import { resolveInstant } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { domain } from "./domain.ts"
import { GamePlayed, GamesReview, Play, tidyPlay } from "./model.ts"
import { PlayStore } from "./ports.ts"

const count = (description: string, most: number) => {
  const message = `must be a whole number from 0 to ${most}`
  return Schema.Number.annotate({ message, description }).check(
    Schema.isInt({ message }),
    Schema.isBetween({ minimum: 0, maximum: most }, { message }),
  )
}

const Plays = listOf(
  wireForm({
    game: Play.fields.game,
    playedAt: Instant,
    players: Play.fields.players.annotate({ description: "0 where it is unknown" }),
    winner: Play.fields.winner.annotate({ description: "Empty where it is unknown" }),
    minutes: Play.fields.minutes.annotate({ description: "0 where it is unknown" }),
  }),
)
const Game = wireForm({ ...GamePlayed.fields, lastPlayedAt: Instant })
const Games = listOf(Game)

/** The domain's own part of a year in review. */
const Review = wireForm({ games: GamesReview.fields.games, mostPlayed: manyOf(Game) })

const NewPlay = Schema.Struct({
  game: Schema.String.check(Schema.isNonEmpty({ message: "must not be empty" })),
  played_at: Schema.String.annotate({ description: "YYYY-MM-DD, or an ISO 8601 date-time" }),
  players: Schema.optionalKey(count("How many people played", 1_000)),
  winner: Schema.optionalKey(Schema.String),
  minutes: Schema.optionalKey(count("How long it took", 100_000)),
})

// A read key may call what is a GET and not under `admin`.
class BoardGamesGroup extends HttpApiGroup.make("boardGames")
  .add(
    HttpApiEndpoint.get("plays", "/v1/board-games/plays", {
      query: { ...paging, ...dateRange },
      success: Plays,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Board games played", description: "Every play, newest first." }),
    ),
  )
  .add(
    HttpApiEndpoint.get("games", "/v1/board-games/games", {
      query: { ...paging, ...dateRange },
      success: Games,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Games by plays", description: "Every game, most played first." }),
    ),
  )
  .add(
    HttpApiEndpoint.post("addPlay", "/v1/admin/board-games/plays", {
      payload: NewPlay,
      success: Schema.Struct({ status: Schema.Literals(["added", "known"]) }),
      error: BadRequest,
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a play",
          description: "Stores a play that no service knows. One that is known is not stored twice.",
        }),
      ),
  )
  .add(...journalEndpoints("board-games", Review))
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Board games" })) {}

const api = partOfActivity(BoardGamesGroup)

const handlers = HttpApiBuilder.group(
  api,
  "boardGames",
  Effect.fn(function* (handlers) {
    // These answers are remembered until the version of the data rises.
    const remembered = yield* rememberedReads<DateTime.CurrentTimeZone>()
    const store = yield* PlayStore
    const zone = yield* DateTime.CurrentTimeZone

    return handlers.handleAll({
      ...(yield* journalHandlers(domain, Review)),

      plays: remembered(
        domain.dataVersions,
        Plays,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          return Plays.of({ ...page, ...(yield* store.plays(yield* rangeOf(query), page)) })
        }),
      ),
      games: remembered(
        domain.dataVersions,
        Games,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          return Games.of({ ...page, ...(yield* store.games(yield* rangeOf(query), page)) })
        }),
      ),
      addPlay: Effect.fnUntraced(function* ({ payload: { played_at, ...said } }) {
        const playedAt = yield* refused(Effect.fromResult(resolveInstant("played_at", played_at, zone)))
        const play = tidyPlay({ players: 0, winner: "", minutes: 0, ...said, playedAt })
        return { status: (yield* store.storePlays([play])) > 0 ? ("added" as const) : ("known" as const) }
      }),
    })
  }),
)

/** The routes of board games. */
export const boardGamesRoutes = domainRoutes({ domain, api, handlers, review: Review })
