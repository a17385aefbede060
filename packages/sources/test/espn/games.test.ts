import type { GameType } from "@daybook/attending"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { espn } from "./client.ts"
import { event, harbor, mesa, scoreboard, status } from "./samples.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"

/** The one game that is read from an event. */
const read = (one: object, type: GameType = "nfl_game") =>
  Effect.gen(function* () {
    const { gamesOn } = yield* espn(() => scoreboard(one))
    const games = yield* gamesOn("2023-09-10", type)
    expect(games).toHaveLength(1)
    return games[0]
  })

describe("the games of a day", () => {
  it.live("have all fields, the home team by its mark and not by its position", () =>
    Effect.gen(function* () {
      const { asked, gamesOn } = yield* espn(() => scoreboard(event("501", "2023-09-10T17:00Z")))
      expect(yield* gamesOn("2023-09-10")).toEqual([
        {
          id: "501",
          type: "nfl_game",
          day: "2023-09-10",
          startsAt: Date.UTC(2023, 8, 10, 17),
          number: undefined,
          phase: "regular",
          state: "final",
          home: {
            id: "7",
            name: "Port Harbor Gulls",
            nickname: "Gulls",
            abbreviation: "PHG",
            score: 4,
          },
          away: { id: "12", name: "Red Mesa Foxes", nickname: "Foxes", abbreviation: "RMF", score: 2 },
          neutral: false,
          venue: { id: "91", name: "Pier Field", city: "Port Harbor", timeZone: "" },
        },
      ])
      expect(asked()).toEqual(["/football/nfl/scoreboard?dates=20230910&limit=1000"])
    }),
  )

  it.live("come though one of them is rejected, which is set aside", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { gamesOn, season } = yield* espn(() =>
        scoreboard(
          event("1", "2023-09-10T17:00Z", {}, { date: 17 }),
          event("2", "2023-09-10T17:00Z"),
          event("3", "2023-09-10T17:00Z", { competitors: "two" }),
        ),
      )
      expect((yield* rejected.provide(gamesOn("2023-09-10"))).map(({ id }) => id)).toEqual(["2"])
      expect(rejected.kept).toMatchObject([
        { source: "espn", ref: "1", reason: expect.stringMatching(/^date: /) },
        { source: "espn", ref: "3", reason: expect.stringMatching(/^competitions\.0\.competitors: /) },
      ])
      expect((yield* rejected.provide(season("7", 2023))).map(({ id }) => id)).toEqual(["2"])
    }),
  )

  const leagues: ReadonlyArray<[GameType, ReadonlyArray<string>]> = [
    ["mlb_game", ["/baseball/mlb/scoreboard?dates=20231231"]],
    ["nba_game", ["/basketball/nba/scoreboard?dates=20231231"]],
    ["wnba_game", ["/basketball/wnba/scoreboard?dates=20231231"]],
    ["nhl_game", ["/hockey/nhl/scoreboard?dates=20231231"]],
    ["mls_game", ["/soccer/usa.1/scoreboard?dates=20231231"]],
    [
      "ncaaf_game",
      ["20231231", "20240101"].flatMap((day) => [
        `/football/college-football/scoreboard?dates=${day}&groups=80`,
        `/football/college-football/scoreboard?dates=${day}&groups=81`,
      ]),
    ],
    [
      "ncaab_game",
      [
        "/basketball/mens-college-basketball/scoreboard?dates=20231231&groups=50",
        "/basketball/mens-college-basketball/scoreboard?dates=20240101&groups=50",
      ],
    ],
  ]
  it.live.each(leagues)(
    "of %s are requested from its scoreboards, college games of all groups",
    ([type, expected]) =>
      Effect.gen(function* () {
        const { asked, gamesOn } = yield* espn(() => scoreboard(event("501", "2023-12-31T21:00Z")))
        expect(yield* gamesOn("2023-12-31", type)).toHaveLength(1)
        expect(asked()).toEqual(expected.map((one) => `${one}&limit=1000`))
      }),
  )

  const days: ReadonlyArray<[start: string, day: string]> = [
    // A night game in the East, a night game in the West, in summer and in winter, and kick-off in Hawaii.
    ["2023-09-11T00:20Z", "2023-09-10"],
    ["2023-09-11T06:59Z", "2023-09-10"],
    ["2023-09-11T07:00Z", "2023-09-11"],
    ["2023-12-11T07:59Z", "2023-12-10"],
    ["2023-11-05T05:00Z", "2023-11-04"],
  ]
  it.live.each(days)("that start at %s belong to %s", ([start, day]) =>
    Effect.gen(function* () {
      expect(yield* read(event("1", start))).toMatchObject({ day, startsAt: Date.parse(start) })
    }),
  )

  it.live("with a day but no time are listed at midnight Eastern time", () =>
    Effect.gen(function* () {
      expect(yield* read(event("1", "2023-10-14T04:00Z", { timeValid: false }))).toMatchObject({
        day: "2023-10-14",
        startsAt: undefined,
      })
    }),
  )

  const scores: ReadonlyArray<[unknown, number | undefined]> = [
    ["4", 4],
    [4, 4],
    [{ value: 4, displayValue: "4" }, 4],
    [{ displayValue: "4" }, 4],
    ["0", 0],
    ["", undefined],
    [undefined, undefined],
    [null, undefined],
  ]
  it.live.each(scores)("the score %j is %j", ([score, expected]) =>
    Effect.gen(function* () {
      const game = yield* read(
        event("1", "2023-09-10T17:00Z", {
          competitors: [
            { homeAway: "home", team: harbor, score },
            { homeAway: "away", team: mesa, score: "1" },
          ],
        }),
      )
      expect(game).toMatchObject({ home: { score: expected }, away: { score: 1 } })
    }),
  )

  const states: ReadonlyArray<[keyof typeof status, string, number | undefined]> = [
    ["scheduled", "scheduled", undefined],
    ["underWay", "in progress", 4],
    ["final", "final", 4],
    ["fullTime", "final", 4],
    ["forfeit", "final", 4],
    ["suspended", "in progress", 4],
    ["postponed", "called off", undefined],
    ["putOff", "called off", undefined],
    ["canceled", "called off", undefined],
  ]
  it.live.each(states)(
    "a game that is %s is %j, and has a score once it has started",
    ([name, state, score]) =>
      Effect.gen(function* () {
        const game = yield* read(event("1", "2023-09-10T17:00Z", { status: { type: status[name] } }))
        expect(game).toMatchObject({ state, home: { score } })
      }),
  )

  const headlines: ReadonlyArray<[string, number | undefined]> = [
    ["Doubleheader - Game 1 - Makeup from July 17", 1],
    ["Doubleheader - Game 2", 2],
    ["Harbor Series - Game 5", undefined],
  ]
  it.live.each(headlines)("%j is game %j of a double-header", ([headline, number]) =>
    Effect.gen(function* () {
      expect(
        yield* read(event("1", "2023-09-10T17:00Z", { notes: [{ type: "event", headline }] }), "mlb_game"),
      ).toMatchObject({ number })
    }),
  )

  it.live("two of a double-header are two games", () =>
    Effect.gen(function* () {
      const { gamesOn } = yield* espn(() =>
        scoreboard(event("1", "2023-09-10T17:00Z"), event("2", "2023-09-10T23:00Z")),
      )
      expect((yield* gamesOn("2023-09-10", "mlb_game")).map(({ id }) => id)).toEqual(["1", "2"])
    }),
  )

  const phases: ReadonlyArray<[Record<string, unknown>, string]> = [
    [{ season: { year: 2023, type: 1 } }, "pre"],
    [{ season: { year: 2023, type: 3 } }, "post"],
    [{ season: { year: 2023, type: 5 } }, "post"],
    [{ season: { year: 2023, type: 12_654, slug: "regular-season" } }, "regular"],
    [{ season: { year: 2023, type: 12_655, slug: "mls-cup-playoffs" } }, "post"],
    [{ season: { year: 2023 }, seasonType: { type: 12_654, name: "Regular Season" } }, "regular"],
    [{ season: null }, "other"],
  ]
  it.live.each(phases)("%j belongs to the phase %j", ([more, phase]) =>
    Effect.gen(function* () {
      expect(yield* read(event("1", "2023-09-10T17:00Z", {}, more))).toMatchObject({ phase })
    }),
  )

  it.live("an all-star game is not part of the regular season", () =>
    Effect.gen(function* () {
      const stars = event("1", "2023-09-10T17:00Z", { type: { abbreviation: "ALLSTAR" } })
      expect(yield* read(stars)).toMatchObject({ phase: "other" })
    }),
  )

  const venues: ReadonlyArray<[unknown, object | undefined]> = [
    [undefined, undefined],
    [{ id: "3" }, undefined],
    [{ fullName: "Pier Field" }, { id: "", name: "Pier Field", city: "", timeZone: "" }],
    [
      { id: 3, fullName: "Pier Field", address: { city: "Port Harbor, Maine" } },
      { id: "3", name: "Pier Field", city: "Port Harbor", timeZone: "" },
    ],
  ]
  it.live.each(venues)("the venue %j is %j", ([venue, expected]) =>
    Effect.gen(function* () {
      const game = yield* read(event("1", "2023-09-10T17:00Z", { venue, neutralSite: true }))
      expect(game?.venue).toEqual(expected)
      expect(game?.neutral).toBe(true)
    }),
  )

  const names: ReadonlyArray<[object, string]> = [
    [{ location: "Red Mesa", nickname: "Foxes", displayName: "Red Mesa Foxes" }, "Foxes"],
    [{ location: "Ostrava State", nickname: "Ostrava St", displayName: "Ostrava State Elks" }, "Elks"],
    [{ location: "Vale United", nickname: "Vale", displayName: "Vale United" }, "Vale"],
    [{ displayName: "Vale United", shortDisplayName: "Vale" }, "Vale"],
  ]
  it.live.each(names)("a team given as %j has the nickname %j", ([team, nickname]) =>
    Effect.gen(function* () {
      const competitors = [
        { homeAway: "home", team: { id: 9, ...team } },
        { homeAway: "away", team: mesa },
      ]
      const game = yield* read(event("1", "2023-09-10T17:00Z", { competitors }))
      expect(game?.home).toMatchObject({ id: "9", nickname })
    }),
  )

  it.live("without two teams or a time are set aside", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { gamesOn } = yield* espn(() =>
        scoreboard(
          event("1", "2023-09-10T17:00Z", { competitors: [{ homeAway: "home" }, { homeAway: "away" }] }),
          event("2", "2023-09-10T17:00Z", { competitors: undefined }),
          event("3", "2023-09-10T17:00Z", {}, { competitions: [] }),
          event("4", "2023-09-10T17:00Z"),
          event("5", "soon"),
        ),
      )
      expect((yield* rejected.provide(gamesOn("2023-09-10"))).map(({ id }) => id)).toEqual(["4"])
      const teamless = "competitions: Expected a home team and an away team"
      expect(rejected.kept.map(({ reason, ref }) => [ref, reason])).toEqual([
        ["1", teamless],
        ["2", teamless],
        ["3", teamless],
        ["5", "date: Expected a time in ISO 8601"],
      ])
    }),
  )
})
