import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { boxScore, game, player, schedule, status, withoutScores } from "./samples.ts"
import { recorded, whereRecorded } from "../recordings.ts"
import { type Reply } from "../scriptedServer.ts"
import { mlb } from "./client.ts"

interface DayCase {
  readonly name: string
  readonly day: string
  readonly reply: Reply
  readonly final: number
}

/** A postponed game of a day's list: its official day is the next one, and its scores are missing. */
const putOff = (gamePk: number, day: string, next: string) =>
  game(gamePk, next, {
    ...withoutScores,
    gameDate: `${day}T17:05:00Z`,
    rescheduleDate: `${next}T17:05:00Z`,
    status: { ...status.postponed, statusCode: "DI", reason: "Inclement Weather", abstractGameCode: "F" },
  })

const days: ReadonlyArray<DayCase> = [
  {
    name: "our own",
    day: "2023-05-06",
    reply: schedule({
      "2023-05-06": [
        game(1, "2023-05-06"),
        game(2, "2023-05-06", { gameDate: "2023-05-07T02:10:00Z" }),
        putOff(3, "2023-05-06", "2023-05-07"),
        putOff(4, "2023-05-06", "2023-05-07"),
      ],
    }),
    final: 2,
  },
  ...whereRecorded(() => [
    {
      name: "recorded",
      day: "2022-04-07",
      reply: { body: recorded("mlb-stats-api/schedule_date.json") },
      final: 7,
    },
  ]),
]

interface BoxCase {
  readonly name: string
  readonly reply: Reply
  readonly players: ReadonlyArray<object>
}

const boxes: ReadonlyArray<BoxCase> = [
  {
    name: "our own",
    reply: boxScore(
      {
        players: player(31, "Bo Quay", "17", { batting: { gamesPlayed: 1, atBats: 4 } }),
        batters: [31, 32],
        bench: [33],
      },
      { players: player(41, "Ada Field", "48"), batters: [42], bullpen: [41] },
    ),
    players: [{ name: "Bo Quay", jersey: "17", teamId: "907" }],
  },
  ...whereRecorded(() => [
    {
      name: "recorded",
      reply: { body: recorded("mlb-stats-api/game_boxscore_one_player_each_side.json") },
      players: [{ name: "Jean Segura", jersey: "2", teamId: "143" }],
    },
  ]),
]

describe("a response as MLB returns it", () => {
  it.live.each(days)("returns a day with two postponed games: $name", ({ day, final, reply }) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* mlb(() => reply)
      const games = yield* gamesOn(day)
      expect(games.map((one) => one.day)).toEqual(Array(final + 2).fill(day))
      expect(games.filter(({ state }) => state === "final")).toHaveLength(final)
      expect(games.filter(({ state }) => state === "called off").map(({ home }) => home.score)).toEqual([
        undefined,
        undefined,
      ])
    }),
  )

  it.live.each(boxes)("returns players with jerseys, without the bullpen: $name", (given) =>
    Effect.gen(function* () {
      const { players } = yield* mlb(() => given.reply)
      expect(yield* players("715720")).toMatchObject(given.players)
    }),
  )
})
