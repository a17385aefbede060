import type { GameType } from "@daybook/attending"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { espn } from "./espn.client.ts"
import { event, harbor, mesa, scoreboard, status, summary } from "./espn.samples.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import type { Reply } from "./scriptedServer.ts"

/** The one game that is read from an event. */
const read = (one: object, type: GameType = "nfl_game") =>
  Effect.gen(function* () {
    const { gamesOn } = yield* espn(() => scoreboard(one))
    const games = yield* gamesOn("2023-09-10", type)
    expect(games).toHaveLength(1)
    return games[0]
  })

describe("the games of a day", () => {
  it.live("are told whole, the home team by its mark and not by its place", () =>
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
  it.live.each(leagues)("of %s are asked of its scoreboards, of all groups of colleges", ([type, expected]) =>
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
  it.live.each(days)("that begin at %s are of %s", ([start, day]) =>
    Effect.gen(function* () {
      expect(yield* read(event("1", start))).toMatchObject({ day, startsAt: Date.parse(start) })
    }),
  )

  it.live("of which only the day is known stand on midnight in the East", () =>
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
  it.live.each(states)("a game that is %s is %j, and has a score once it has begun", ([name, state, score]) =>
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
  it.live.each(phases)("%j is of the phase %j", ([more, phase]) =>
    Effect.gen(function* () {
      expect(yield* read(event("1", "2023-09-10T17:00Z", {}, more))).toMatchObject({ phase })
    }),
  )

  it.live("an all-star game among those of the regular season is none of it", () =>
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
  it.live.each(names)("a team that is told as %j goes by %j", ([team, nickname]) =>
    Effect.gen(function* () {
      const competitors = [
        { homeAway: "home", team: { id: 9, ...team } },
        { homeAway: "away", team: mesa },
      ]
      const game = yield* read(event("1", "2023-09-10T17:00Z", { competitors }))
      expect(game?.home).toMatchObject({ id: "9", nickname })
    }),
  )

  it.live("set aside what two teams do not play in, or that has no time", () =>
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

describe("a season", () => {
  const inSchedule = (id: string, date: string, type: number, year = 2023) =>
    event(id, date, {}, { season: { year, displayName: String(year) }, seasonType: { type, name: "x" } })

  it.live("is that of both parts and both years, each game once", () =>
    Effect.gen(function* () {
      const { asked, season } = yield* espn(({ query }) =>
        scoreboard(
          ...(query.get("seasontype") === "3"
            ? [inSchedule("2", "2024-01-14T01:15Z", 3), inSchedule("1", "2023-09-10T17:00Z", 2)]
            : [inSchedule("1", "2023-09-10T17:00Z", 2)]),
        ),
      )
      expect(yield* season("phg", 2023)).toMatchObject([
        { id: "1", day: "2023-09-10", phase: "regular" },
        { id: "2", day: "2024-01-13", phase: "post" },
      ])
      expect(asked()).toEqual([
        "/football/nfl/teams/phg/schedule?season=2023&seasontype=2",
        "/football/nfl/teams/phg/schedule?season=2023&seasontype=3",
      ])
    }),
  )

  it.live("of the NBA has the play-in as well", () =>
    Effect.gen(function* () {
      const { asked, season } = yield* espn(() => scoreboard())
      expect(yield* season("7", 2024, "nba_game")).toEqual([])
      expect(asked()).toContain("/basketball/nba/teams/7/schedule?season=2024&seasontype=5")
    }),
  )

  it.live("has no games of another, which stand in where a team has no post-season", () =>
    Effect.gen(function* () {
      const { season } = yield* espn(() => scoreboard(inSchedule("9", "2023-01-14T01:15Z", 3, 2022)))
      expect(yield* season("7", 2023)).toEqual([])
    }),
  )

  it.live("of soccer goes on to the play-offs of the autumn", () =>
    Effect.gen(function* () {
      const soccer = (id: string, slug: string, home = harbor) =>
        event(
          id,
          "2023-11-04T22:00Z",
          {
            competitors: [
              { homeAway: "home", team: home, score: { value: 1 } },
              { homeAway: "away", team: mesa, score: { value: 0 } },
            ],
          },
          { season: { year: 2023, type: 12_655, slug } },
        )
      const { asked, season } = yield* espn(({ path }) =>
        path.endsWith("/schedule")
          ? scoreboard(soccer("1", "regular-season"))
          : scoreboard(
              soccer("1", "regular-season"),
              soccer("2", "mls-cup-playoffs"),
              soccer("3", "mls-cup-playoffs", { ...harbor, id: "70", abbreviation: "XXX" }),
            ),
      )
      expect(yield* season("7", 2023, "mls_game")).toMatchObject([
        { id: "1", phase: "regular", home: { score: 1 } },
        { id: "2", phase: "post" },
      ])
      expect(asked()).toEqual([
        "/soccer/usa.1/teams/7/schedule?season=2023",
        "/soccer/usa.1/scoreboard?dates=20231001-20231231&limit=1000",
      ])
    }),
  )

  it.live.each([400, 404])("of a team that nobody knows (%j) is empty", (code) =>
    Effect.gen(function* () {
      const { season } = yield* espn(() => ({ status: code, body: { code, message: "no such team" } }))
      expect(yield* season("nobody", 2023)).toEqual([])
    }),
  )
})

describe("the players of a game", () => {
  const line = (id: string | undefined, displayName: string, more: object = {}) => ({
    athlete: { id, displayName },
    stats: ["1"],
    ...more,
  })

  it.live("of baseball have their jerseys and last names from the rosters, 0 and 00 apart", () =>
    Effect.gen(function* () {
      const { asked, players } = yield* espn(() =>
        summary(
          [
            {
              team: { id: "12" },
              statistics: [
                {
                  type: "batting",
                  athletes: [line("1", "Ana Ruiz Jr."), line("2", "Bo Odd"), line("3", "C")],
                },
                { type: "pitching", athletes: [line("1", "Ana Ruiz Jr.")] },
              ],
            },
          ],
          [
            { homeAway: "home", team: { id: "7" } },
            {
              team: { id: "12" },
              roster: [
                { jersey: "0", athlete: { id: "1", lastName: "Ruiz Jr.", displayName: "Ana Ruíz Jr." } },
                { jersey: "00", athlete: { id: "2", lastName: "Odd" } },
                { jersey: "44", athlete: { id: "4", lastName: "Bench" }, starter: true },
              ],
            },
          ],
        ),
      )
      expect(yield* players("401")).toEqual([
        { id: "1", name: "Ana Ruiz Jr.", firstName: "Ana", lastName: "Ruiz Jr.", jersey: "0", teamId: "12" },
        { id: "2", name: "Bo Odd", firstName: "Bo", lastName: "Odd", jersey: "00", teamId: "12" },
        { id: "3", name: "C", firstName: "", lastName: "", jersey: "", teamId: "12" },
      ])
      expect(asked()).toEqual(["/baseball/mlb/summary?event=401"])
    }),
  )

  it.live("of football and basketball stand in their lines; who only sat there did not play", () =>
    Effect.gen(function* () {
      const { players } = yield* espn(() =>
        summary([
          {
            team: { id: "7" },
            statistics: [
              {
                name: "passing",
                keys: ["a", "b"],
                athletes: [
                  {
                    athlete: { id: 1, firstName: "Al", lastName: "Ott", displayName: "Al Ott", jersey: "6" },
                  },
                  { athlete: { id: "-7", displayName: " Team" } },
                ],
              },
              { name: "punting", athletes: [] },
              { athletes: [line("2", "Bea Guard"), line("3", "Cy Bench", { didNotPlay: true, stats: [] })] },
              { athletes: [line(undefined, "No Id")] },
            ],
          },
        ]),
      )
      expect(yield* players("401", "nfl_game")).toMatchObject([
        { id: "1", firstName: "Al", lastName: "Ott", jersey: "6" },
        { id: "2", name: "Bea Guard", lastName: "" },
      ])
    }),
  )

  it.live("of soccer are those of the rosters who started or came in", () =>
    Effect.gen(function* () {
      const entry = (id: string, more: object) => ({
        jersey: id,
        athlete: { id, displayName: `Player ${id}`, lastName: id },
        ...more,
      })
      const { players } = yield* espn(() => ({
        body: {
          boxscore: { teams: [] },
          rosters: [
            {
              team: { id: "7" },
              roster: [
                entry("1", { starter: true, subbedIn: false }),
                entry("2", { starter: false, subbedIn: { didSub: true } }),
                entry("3", { starter: false, subbedIn: true }),
                entry("4", { starter: false, subbedIn: { didSub: false } }),
              ],
            },
          ],
        },
      }))
      expect((yield* players("1", "mls_game")).map(({ jersey }) => jersey)).toEqual(["1", "2", "3"])
    }),
  )

  it.live("come though a line, a roster or a group of them is rejected, which is set aside", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { players } = yield* espn(() =>
        summary(
          [
            {
              team: { id: "12" },
              statistics: [
                { athletes: [line("1", "Ana Ruiz"), { athlete: { id: "2", displayName: 7 } }, "nobody"] },
                { athletes: "none" },
              ],
            },
            { team: "7", statistics: [] },
            { team: { id: "7" }, statistics: [{ athletes: [line("3", "Bo Odd")] }] },
          ],
          [
            {
              team: { id: "12" },
              roster: [{ athlete: { id: "4" }, starter: "yes" }, { athlete: { id: "1" } }],
            },
          ],
        ),
      )
      expect((yield* rejected.provide(players("401"))).map(({ id, teamId }) => [id, teamId])).toEqual([
        ["1", "12"],
        ["3", "7"],
      ])
      expect(rejected.kept.map(({ reason }) => reason.split(": ")[0]).sort()).toEqual([
        "athlete.displayName",
        "athletes",
        "starter",
        "team",
        "the row",
      ])
      expect(rejected.kept.find(({ reason }) => reason.startsWith("athlete."))).toMatchObject({ ref: "2" })
    }),
  )

  const before: ReadonlyArray<Reply> = [
    { body: {} },
    summary(null, [{ team: { id: "7" } }]),
    summary([{ team: { id: "7" }, statistics: [{ type: "batting", athletes: [] }] }]),
    { body: { boxscore: null, rosters: null } },
    { status: 404, body: { code: 404, message: "no such event" } },
  ]
  it.live.each(before)("are none before it, or where there is none: %j", (reply) =>
    Effect.gen(function* () {
      const { players } = yield* espn(() => reply)
      expect(yield* players("1")).toEqual([])
    }),
  )
})

describe("trouble", () => {
  it.live("that may pass is asked again once, and told", () =>
    Effect.gen(function* () {
      const { asked, gamesOn } = yield* espn(() => ({ status: 503, body: "<html>down</html>" }))
      expect(yield* Effect.flip(gamesOn("2023-09-10"))).toMatchObject({
        source: "espn",
        failure: "unavailable",
      })
      expect(asked()).toHaveLength(2)
    }),
  )

  const malformed: ReadonlyArray<Reply> = [
    { body: "<html>" },
    { body: { code: 500, message: "x" } },
    { status: 400, body: { code: 400, message: "bad dates" } },
  ]
  it.live.each(malformed)("the scoreboard %j is no scoreboard", (reply) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* espn(() => reply)
      expect(yield* Effect.flip(gamesOn("2023-09-10"))).toMatchObject({ failure: "malformed answer" })
    }),
  )
})
