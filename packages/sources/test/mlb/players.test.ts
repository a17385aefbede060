import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { boxScore, player } from "./samples.ts"
import { mlb } from "./client.ts"

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

  it.live("come with their counts, without averages, texts and groups in which they did nothing", () =>
    Effect.gen(function* () {
      const { players } = yield* mlb(() =>
        boxScore({
          players: {
            ...player(1, "Ana Ruiz", "7", {
              batting: { summary: "2-4, HR", atBats: 4, hits: 2, homeRuns: 1, avg: ".500", rbi: 3 },
              fielding: { errors: 0, putOuts: "2" },
            }),
            ...player(2, "Bo Odd", "8", { pitching: { inningsPitched: "1.1", outs: 4, saves: 1 } }),
          },
          batters: [1],
          pitchers: [2],
        }),
      )
      expect((yield* players("715")).map(({ numbers }) => numbers)).toEqual([
        { batting: { atBats: 4, hits: 2, homeRuns: 1, rbi: 3 }, pitching: {}, fielding: { errors: 0 } },
        { batting: {}, pitching: { outs: 4, saves: 1 }, fielding: {} },
      ])
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

  it.live("are those with statistics if no batter is listed", () =>
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

  it.live("are empty without a box score, or before anybody has played", () =>
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
