import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { GameType, seasonOf, seasonStart } from "../src/index.ts"

describe("a season", () => {
  const days: ReadonlyArray<readonly [type: GameType, day: string, season: number]> = [
    ["mlb_game", "2024-03-20", 2024],
    ["mlb_game", "2024-11-02", 2024],
    ["wnba_game", "2024-10-20", 2024],
    ["mls_game", "2024-12-07", 2024],
    // The last Super Bowl of a season is in February.
    ["nfl_game", "2024-09-05", 2024],
    ["nfl_game", "2025-02-09", 2024],
    ["ncaaf_game", "2025-01-20", 2024],
    ["nba_game", "2024-10-22", 2025],
    ["nba_game", "2025-06-22", 2025],
    ["nhl_game", "2024-10-04", 2025],
    ["ncaab_game", "2025-04-07", 2025],
    // Played until October 2020.
    ["nba_game", "2020-10-11", 2020],
    ["nhl_game", "2020-09-28", 2020],
    ["nba_game", "2020-12-22", 2021],
    ["ncaab_game", "2020-11-25", 2021],
  ]
  it.each(days)("of %s holds %s under %i", (type, day, season) => {
    assert.strictEqual(seasonOf(type, LocalDate.make(day)), season)
  })

  it.prop(
    "begins after the one before it, in every year",
    [GameType, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_998 }))],
    ([type, season]) => {
      const [start, next] = [seasonStart(type, season), seasonStart(type, season + 1)]
      assert.isTrue(start < next || (start === next && season === 1), `${start} ${next}`)
      assert.isTrue(Schema.is(LocalDate)(start) && Schema.is(LocalDate)(next))
    },
  )
})
