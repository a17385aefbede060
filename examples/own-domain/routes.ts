import { dateRange, domainRoutes, Endpoint, Instant, keyedGroup } from "@daybook/http/routes"
import { editEndpoints, editHandlers, handlersOf, notFound } from "@daybook/http/routes"
import { journalEndpoints, journalHandlers, listOf, manyOf } from "@daybook/http/routes"
import { pageOf, paging, partOfActivity, rangeOf, rememberedReads, wireForm } from "@daybook/http/routes"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { domain } from "./domain.ts"
import { playByHand } from "./edits.ts"
import { GamePlayed, GamesReview, Play, playId } from "./model.ts"
import { PlayStore } from "./ports.ts"
import { boardGamesTools } from "./tools.ts"

const PlayAnswer = wireForm({
  id: Schema.String,
  game: Play.fields.game,
  playedAt: Instant,
  players: Play.fields.players.annotate({ description: "0 where it is unknown" }),
  winner: Play.fields.winner.annotate({ description: "Empty where it is unknown" }),
  minutes: Play.fields.minutes.annotate({ description: "0 where it is unknown" }),
})
const Plays = listOf(PlayAnswer)
const Game = wireForm({ ...GamePlayed.fields, lastPlayedAt: Instant })
const Games = listOf(Game)

/** The domain's own part of a year in review. */
const Review = wireForm({ games: GamesReview.fields.games, mostPlayed: manyOf(Game) })

const withId = (play: Play) => ({ id: playId(play), ...play })

// A read key may call what is a GET and not under `admin`.
class BoardGamesGroup extends keyedGroup(
  "boardGames",
  "Board games",
  Endpoint.get("plays", "/v1/board-games/plays", {
    query: { ...paging, ...dateRange },
    success: Plays,
    summary: "Board games played",
    description: "Every play, newest first.",
  }),
  Endpoint.get("games", "/v1/board-games/games", {
    query: { ...paging, ...dateRange },
    success: Games,
    summary: "Games by plays",
    description: "Every game, most played first.",
  }),
  ...editEndpoints("Play", "board-games", playByHand, PlayAnswer),
  ...journalEndpoints("board-games", Review),
) {}

const api = partOfActivity(BoardGamesGroup)

const handlers = handlersOf(BoardGamesGroup, function* (handlers) {
  // These answers are remembered until the version of the data rises.
  const remembered = yield* rememberedReads<DateTime.CurrentTimeZone>(domain.dataVersions)
  const store = yield* PlayStore

  return handlers.handleAll({
    ...(yield* journalHandlers(domain, Review)),
    ...(yield* editHandlers("Play", playByHand, {
      store: Effect.map(PlayStore, ({ edits }) => edits),
      form: PlayAnswer,
      shown: Effect.fnUntraced(function* (id: string) {
        const found = yield* store.play(id)
        return withId(yield* Effect.fromOption(found, () => notFound("There is no such play")))
      }),
    })),

    plays: remembered(Plays, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* store.plays(yield* rangeOf(query), page)
      return { ...page, items: items.map(withId), total }
    }),
    games: remembered(Games, function* ({ query }) {
      const page = pageOf(query)
      return { ...page, ...(yield* store.games(yield* rangeOf(query), page)) }
    }),
  })
})

/** The routes of board games. */
export const boardGamesRoutes = domainRoutes({
  domain,
  api,
  handlers,
  review: Review,
  tools: boardGamesTools,
})
