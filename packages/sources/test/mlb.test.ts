import { LocalDate } from "@daybook/kernel"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Mlb } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { boxScore, game, player, schedule, status, withoutScores } from "./mlb.samples.ts"
import { recorded, whereRecorded } from "./recordings.ts"
import { type Asked, type Reply, scriptedServer } from "./scriptedServer.ts"

const mlb = (script: (asked: Asked) => Reply) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const server = yield* scriptedServer(script)
    const source = yield* Mlb.make({ url: server.url })
    return {
      calls: server.calls,
      gamesOn: (day: string) => clock.provide(source.gamesOn("mlb_game", LocalDate.make(day))),
      season: (team: string, season: number) => clock.provide(source.seasonGames("mlb_game", team, season)),
      players: (id: string) => clock.provide(source.players("mlb_game", id)),
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

/** The one game of 6 May 2023 that is read from an entry of the schedule. */
const read = (more: Record<string, unknown>) =>
  Effect.gen(function* () {
    const { gamesOn } = yield* mlb(() => schedule({ "2023-05-06": [game(1, "2023-05-06", more)] }))
    const games = yield* gamesOn("2023-05-06")
    expect(games).toHaveLength(1)
    return games[0]
  })

describe("the games of a day", () => {
  it.live("are told whole, by the park's day and not by that of Greenwich", () =>
    Effect.gen(function* () {
      const { calls, gamesOn } = yield* mlb(() =>
        schedule({ "2023-05-06": [game(501, "2023-05-06", { gameDate: "2023-05-07T00:10:00Z" })] }),
      )
      expect(yield* gamesOn("2023-05-06")).toEqual([
        {
          id: "501",
          type: "mlb_game",
          day: "2023-05-06",
          startsAt: Date.UTC(2023, 4, 7, 0, 10),
          number: 1,
          phase: "regular",
          state: "final",
          home: {
            id: "907",
            name: "Port Harbor Gulls",
            nickname: "Gulls",
            abbreviation: "PHG",
            score: 4,
          },
          away: { id: "912", name: "Red Mesa Foxes", nickname: "Foxes", abbreviation: "RMF", score: 2 },
          neutral: false,
          venue: { id: "91", name: "Pier Field", city: "Port Harbor", timeZone: "America/New_York" },
        },
      ])
      expect(calls[0]?.path).toBe("/api/v1/schedule")
      expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
        sportId: "1",
        date: "2023-05-06",
        hydrate: "team,venue(location,timezone)",
      })
    }),
  )

  it.live("come though one of them is rejected, which is set aside", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { gamesOn } = yield* mlb(() =>
        schedule({
          "2023-05-06": [
            game(1, "2023-05-06", { officialDate: "May 6" }),
            game(2, "2023-05-06"),
            game(3, "2023-05-06", { teams: { home: {} } }),
          ],
        }),
      )
      expect((yield* rejected.provide(gamesOn("2023-05-06"))).map(({ id }) => id)).toEqual(["2"])
      expect(rejected.kept).toMatchObject([
        { source: "mlb", ref: "1", reason: expect.stringMatching(/^officialDate: /) },
        { source: "mlb", ref: "3", reason: expect.stringMatching(/^teams\./) },
      ])
    }),
  )

  it.live("hold one that was broken off under both of its days, as the one game that it is", () =>
    Effect.gen(function* () {
      const began = "2024-06-26"
      const wentOn = "2024-08-26"
      const first = game(7, began, { status: status.suspended, resumeGameDate: wentOn })
      const last = game(7, began, {
        gameDate: `${wentOn}T18:05:00Z`,
        resumedFrom: `${began}T23:10:00Z`,
        resumedFromDate: began,
      })
      const { gamesOn } = yield* mlb(({ query }) =>
        query.get("date") === began ? schedule({ [began]: [first] }) : schedule({ [wentOn]: [last] }),
      )
      for (const day of [began, wentOn]) {
        expect(yield* gamesOn(day)).toMatchObject([
          {
            id: "7",
            day: began,
            alsoOn: wentOn,
            state: "final",
            startsAt: Date.parse(`${began}T23:10:00Z`),
          },
        ])
      }
    }),
  )

  const none: ReadonlyArray<Reply> = [
    schedule({}),
    { body: { dates: [{ date: "2023-05-06" }] } },
    { status: 404, body: { messageNumber: 10, message: "Object not found" } },
  ]
  it.live.each(none)("are none where there are none: %j", (reply) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* mlb(() => reply)
      expect(yield* gamesOn("2023-05-06")).toEqual([])
    }),
  )

  const states: ReadonlyArray<[keyof typeof status, string, number | undefined]> = [
    ["scheduled", "scheduled", undefined],
    ["underWay", "in progress", 4],
    ["suspended", "in progress", 4],
    ["final", "final", 4],
    ["short", "final", 4],
    ["forfeit", "final", 4],
    ["postponed", "called off", undefined],
    ["cancelled", "called off", undefined],
  ]
  it.live.each(states)("a game that is %s is %j, and has a score once it has begun", ([name, state, score]) =>
    Effect.gen(function* () {
      expect(yield* read({ status: status[name] })).toMatchObject({ state, home: { score } })
    }),
  )

  it.live("a missing score is none, and not 0", () =>
    Effect.gen(function* () {
      expect(yield* read(withoutScores)).toMatchObject({ home: { score: undefined } })
    }),
  )

  it.live("a start that is not known yet is none", () =>
    Effect.gen(function* () {
      expect(yield* read({ status: { ...status.scheduled, startTimeTBD: true } })).toMatchObject({
        startsAt: undefined,
        state: "scheduled",
      })
    }),
  )

  const clubs = [
    ["Port Harbor Gulls", "Gulls"],
    ["Red Mesa White Sox", "White Sox"],
    ["Athletics", "Athletics"],
  ] as const
  it.live.each(clubs)("%s go by %s where the answer holds the name alone", ([name, nickname]) =>
    Effect.gen(function* () {
      const side = { team: { id: 7, name, link: "/api/v1/teams/7" } }
      expect(yield* read({ teams: { home: side, away: side } })).toMatchObject({
        home: { id: "7", name, nickname, abbreviation: "" },
      })
    }),
  )

  it.live("both games of a double-header have their numbers", () =>
    Effect.gen(function* () {
      const { gamesOn } = yield* mlb(() =>
        schedule({
          "2023-05-06": [
            game(1, "2023-05-06", { doubleHeader: "S", gameNumber: 1 }),
            game(2, "2023-05-06", { doubleHeader: "S", gameNumber: 2 }),
          ],
        }),
      )
      expect((yield* gamesOn("2023-05-06")).map(({ id, number }) => [id, number])).toEqual([
        ["1", 1],
        ["2", 2],
      ])
    }),
  )

  it.live("a postponed game is off on the day on which it was not played", () =>
    Effect.gen(function* () {
      const { gamesOn } = yield* mlb(() =>
        schedule({
          "2023-05-06": [
            game(1, "2023-08-01", {
              ...withoutScores,
              gameDate: "2023-05-06T17:10:00Z",
              rescheduleDate: "2023-08-01T17:10:00Z",
              status: status.postponed,
            }),
          ],
        }),
      )
      expect(yield* gamesOn("2023-05-06")).toMatchObject([{ day: "2023-05-06", state: "called off" }])
    }),
  )

  const phases: ReadonlyArray<[string | undefined, string]> = [
    ["R", "regular"],
    ["F", "post"],
    ["D", "post"],
    ["L", "post"],
    ["W", "post"],
    ["S", "pre"],
    ["E", "other"],
    ["A", "other"],
    [undefined, "other"],
  ]
  it.live.each(phases)("a game of the type %j is of the phase %j", ([gameType, phase]) =>
    Effect.gen(function* () {
      expect(yield* read({ gameType })).toMatchObject({ phase })
    }),
  )

  const venues: ReadonlyArray<[unknown, object | undefined]> = [
    [undefined, undefined],
    [{ id: 3 }, undefined],
    [
      { id: 3, name: "Pier Field" },
      { id: "3", name: "Pier Field", city: "", timeZone: "" },
    ],
  ]
  it.live.each(venues)("the venue %j is %j", ([venue, expected]) =>
    Effect.gen(function* () {
      expect((yield* read({ venue }))?.venue).toEqual(expected)
    }),
  )
})

describe("a season", () => {
  it.live("has each game once, where it was played", () =>
    Effect.gen(function* () {
      const postponed = { ...withoutScores, status: status.postponed }
      const { calls, season } = yield* mlb(() =>
        schedule({
          "2023-05-06": [game(1, "2023-08-01", postponed)],
          "2023-05-07": [game(2, "2023-09-30", postponed)],
          "2023-06-01": [game(3, "2023-06-01", { status: status.suspended })],
          "2023-06-02": [game(3, "2023-06-01")],
          // Played a day early, before the storm.
          "2023-06-10": [game(5, "2023-06-10")],
          "2023-06-11": [game(5, "2023-06-10", postponed)],
          "2023-08-01": [game(1, "2023-08-01", { doubleHeader: "Y", gameNumber: 2 })],
          "2023-10-28": [game(4, "2023-10-28", { gameType: "W" })],
        }),
      )
      expect(yield* season("907", 2023)).toMatchObject([
        { id: "1", day: "2023-08-01", state: "final", number: 2 },
        { id: "2", day: "2023-05-07", state: "called off" },
        { id: "3", day: "2023-06-01", state: "final" },
        { id: "5", day: "2023-06-10", state: "final" },
        { id: "4", phase: "post" },
      ])
      expect(Object.fromEntries(calls[0]?.query ?? [])).toMatchObject({
        sportId: "1",
        teamId: "907",
        startDate: "2023-01-01",
        endDate: "2023-12-31",
      })
    }),
  )

  it.live.each(["phg", "Gulls", "Port Harbor Gulls"])(
    "may be asked for by the team's name %s in that season",
    (name) =>
      Effect.gen(function* () {
        const { calls, season } = yield* mlb(({ path }) =>
          path === "/api/v1/teams"
            ? {
                body: {
                  teams: [
                    { id: 5 },
                    { id: 907, abbreviation: "PHG", name: "Port Harbor Gulls", teamName: "Gulls" },
                  ],
                },
              }
            : schedule({ "2023-05-06": [game(1, "2023-05-06")] }),
        )
        expect(yield* season(name, 2023)).toHaveLength(1)
        expect(calls.map(({ query }) => query.get("teamId") ?? query.get("season"))).toEqual(["2023", "907"])
        expect(yield* season("nobody", 2023)).toEqual([])
      }),
  )
})

describe("the players of a game", () => {
  it.live("are those who batted, ran, fielded or pitched, with their jerseys: 0 and 00 apart", () =>
    Effect.gen(function* () {
      const { calls, players } = yield* mlb(() =>
        boxScore(
          {
            players: {
              ...player(1, "Ana Ruiz Jr.", "0"),
              ...player(2, "Bo Odd", "00"),
              ...player(3, "Cy Bench", "33"),
            },
            batters: [1, 2, 99],
            pitchers: [2],
          },
          {
            players: { ...player(4, "Dee Blank", ""), ...player(5, "Eve None") },
            batters: [5],
            pitchers: [4],
          },
        ),
      )
      expect(yield* players("715")).toEqual([
        { id: "4", name: "Dee Blank", firstName: "", lastName: "", jersey: "", teamId: "912" },
        { id: "5", name: "Eve None", firstName: "", lastName: "", jersey: "", teamId: "912" },
        { id: "1", name: "Ana Ruiz Jr.", firstName: "", lastName: "", jersey: "0", teamId: "907" },
        { id: "2", name: "Bo Odd", firstName: "", lastName: "", jersey: "00", teamId: "907" },
      ])
      expect(calls[0]?.path).toBe("/api/v1/game/715/boxscore")
    }),
  )

  it.live("come though a line of them is rejected, which is set aside", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { players } = yield* mlb(() =>
        boxScore({
          players: { ...player(1, "Ana Ruiz", "7"), ID2: { person: { id: 2, fullName: 7 } }, ID3: null },
          batters: [1, { id: 2 }],
        }),
      )
      expect(yield* rejected.provide(players("715"))).toMatchObject([{ id: "1" }])
      expect(rejected.kept).toHaveLength(3)
    }),
  )

  it.live("are those with figures where nobody is listed", () =>
    Effect.gen(function* () {
      const unlisted = { batters: undefined, pitchers: undefined }
      const { players } = yield* mlb(() =>
        boxScore(
          {
            players: { ...player(1, "Ana Ruiz", "7", { fielding: { errors: 0 } }), ...player(2, "Bo Bench") },
            ...unlisted,
          },
          unlisted,
        ),
      )
      expect(yield* players("715")).toMatchObject([{ id: "1" }])
    }),
  )

  it.live("are none where there is no box score, or nobody has played yet", () =>
    Effect.gen(function* () {
      const unknown = yield* mlb(() => ({
        status: 404,
        body: { messageNumber: 10, message: "Object not found", traceId: null },
      }))
      expect(yield* unknown.players("1")).toEqual([])
      const before = yield* mlb(() => boxScore({ players: player(1, "Ana Ruiz", "7") }))
      expect(yield* before.players("1")).toEqual([])
    }),
  )
})

describe("trouble", () => {
  it.live("that may pass is asked again once, and told", () =>
    Effect.gen(function* () {
      const { calls, gamesOn } = yield* mlb(() => ({
        status: 500,
        body: { messageNumber: 1, message: "Internal error" },
      }))
      expect(yield* Effect.flip(gamesOn("2023-05-06"))).toMatchObject({
        source: "mlb",
        failure: "unavailable",
      })
      expect(calls).toHaveLength(2)
    }),
  )

  const malformed: ReadonlyArray<Reply> = [{ body: "<html>" }, { body: { copyright: "x" } }]
  it.live.each(malformed)("the schedule %j is no schedule", (reply) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* mlb(() => reply)
      expect(yield* Effect.flip(gamesOn("2023-05-06"))).toMatchObject({ failure: "malformed answer" })
    }),
  )
})

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

describe("an answer as MLB gives it", () => {
  it.live.each(days)("tells a day with two postponed games: $name", ({ day, final, reply }) =>
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

  it.live.each(boxes)("tells who played, with the jersey, and not who sat in the bullpen: $name", (given) =>
    Effect.gen(function* () {
      const { players } = yield* mlb(() => given.reply)
      expect(yield* players("715720")).toMatchObject(given.players)
    }),
  )
})
