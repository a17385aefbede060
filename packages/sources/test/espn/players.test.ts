import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { espn } from "./client.ts"
import { summary } from "./samples.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import type { Reply } from "../scriptedServer.ts"

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

  it.live("of football and basketball are in their lines, without those who did not play", () =>
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

  it.live("of soccer are the players on the rosters who started or came on", () =>
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
  it.live.each(before)("are empty before the game, or without a box score: %j", (reply) =>
    Effect.gen(function* () {
      const { players } = yield* espn(() => reply)
      expect(yield* players("1")).toEqual([])
    }),
  )
})
