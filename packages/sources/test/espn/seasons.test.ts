import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { espn } from "./client.ts"
import { event, harbor, mesa, scoreboard } from "./samples.ts"

describe("a season", () => {
  const inSchedule = (id: string, date: string, type: number, year = 2023) =>
    event(id, date, {}, { season: { year, displayName: String(year) }, seasonType: { type, name: "x" } })

  it.live("joins regular season and post-season over both years, each game once", () =>
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

  it.live("leaves out games of another season, which ESPN returns a team without a post-season", () =>
    Effect.gen(function* () {
      const { season } = yield* espn(() => scoreboard(inSchedule("9", "2023-01-14T01:15Z", 3, 2022)))
      expect(yield* season("7", 2023)).toEqual([])
    }),
  )

  it.live("of soccer includes the play-offs of the autumn", () =>
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

  it.live.each([400, 404])("of an unknown team (%j) is empty", (code) =>
    Effect.gen(function* () {
      const { season } = yield* espn(() => ({ status: code, body: { code, message: "no such team" } }))
      expect(yield* season("nobody", 2023)).toEqual([])
    }),
  )
})
