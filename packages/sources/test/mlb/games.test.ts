import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { game, schedule, status, withoutScores } from "./samples.ts"
import { type Reply } from "../scriptedServer.ts"
import { mlb, read } from "./client.ts"

describe("the games of a day", () => {
  it.live("have all fields, by the park's day and not UTC's", () =>
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

  it.live("contain a suspended game once, on both of its days", () =>
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
  it.live.each(none)("are empty if there are none: %j", (reply) =>
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
  it.live.each(states)(
    "a game that is %s is %j, and has a score once it has started",
    ([name, state, score]) =>
      Effect.gen(function* () {
        expect(yield* read({ status: status[name] })).toMatchObject({ state, home: { score } })
      }),
  )

  it.live("a missing score is undefined, not 0", () =>
    Effect.gen(function* () {
      expect(yield* read(withoutScores)).toMatchObject({ home: { score: undefined } })
    }),
  )

  it.live("an unknown start is undefined", () =>
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
  it.live.each(clubs)("%s have the nickname %s where the response has only the name", ([name, nickname]) =>
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

  it.live("a postponed game is off on its original day", () =>
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
  it.live.each(phases)("a game of the type %j belongs to the phase %j", ([gameType, phase]) =>
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
  it.live("has each game once, if it was played", () =>
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
    "may be requested by the team's name %s in that season",
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

describe("the position of a venue", () => {
  const located = (defaultCoordinates: unknown) => ({
    venue: { id: 91, name: "Pier Field", location: { city: "Port Harbor", defaultCoordinates } },
  })

  it.live("comes with its games if the service reports it, and costs no game if it is malformed", () =>
    Effect.gen(function* () {
      const found = yield* read(located({ latitude: 43.65, longitude: -70.25 }))
      expect(found?.venue?.position).toEqual({ lat: 43.65, lng: -70.25 })
      for (const odd of [null, {}, "43,-70", { latitude: 43 }, { latitude: 143, longitude: 0 }]) {
        expect((yield* read(located(odd)))?.venue).not.toHaveProperty("position")
      }
      expect((yield* read(located({ latitude: 0, longitude: 0 })))?.venue).not.toHaveProperty("position")
    }),
  )

  it.live("is requested by its id", () =>
    Effect.gen(function* () {
      const { calls, venuePosition } = yield* mlb(({ path }) =>
        path.endsWith("/91")
          ? { body: { venues: [located({ latitude: 43.65, longitude: -70.25 }).venue] } }
          : path.endsWith("/92")
            ? { body: { venues: [] } }
            : { status: 404, body: { message: "Object not found" } },
      )
      expect(yield* venuePosition("91")).toEqual({ lat: 43.65, lng: -70.25 })
      expect([calls[0]?.path, calls[0]?.query.get("hydrate")]).toEqual(["/api/v1/venues/91", "location"])
      expect(yield* venuePosition("92")).toBeUndefined()
      expect(yield* venuePosition("a/b")).toBeUndefined()
    }),
  )
})
