import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Exports } from "@daybook/sources"

const { gamesIn } = Exports

const entries = [
  { event_date: "2024-05-06", event_type: "mlb_game", team_id: 136, notes: "with Ida: row 7", attended: 1 },
  {
    event_type: "nba_game",
    team_id: "LAL",
    season: 2024,
    attendance: "all_home",
    exceptions: ["2023-11-01"],
  },
]

describe("a file of games", () => {
  const files: Readonly<Record<string, string>> = {
    "a list in JSON": JSON.stringify(entries),
    "a list under events in JSON": JSON.stringify({ events: entries }),
    "a file as people write YAML": `# My games
- event_date: 2024-05-06   # a day stays a text
  event_type: mlb_game
  team_id: 136
  notes: "with Ida: row 7"
  attended: 1

- event_type: nba_game
  team_id: LAL
  season: 2024
  attendance: all_home
  exceptions:
    - 2023-11-01
`,
    "a list under events in YAML": `events:
- {event_date: 2024-05-06, event_type: mlb_game, team_id: 136, notes: 'with Ida: row 7', attended: 1}
- event_type: nba_game
  team_id: "LAL"
  season: 2024
  attendance: all_home
  exceptions: [2023-11-01]
`,
  }
  for (const [what, text] of Object.entries(files)) {
    it.effect(`may be ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* gamesIn(text), entries)
        assert.deepStrictEqual(yield* gamesIn(text.replaceAll("\n", "\r\n")), entries)
      }),
    )
  }

  it.effect("that is neither, or holds anything else, is refused with the reason", () =>
    Effect.gen(function* () {
      for (const text of ["[", "{", "- a: [1", "just words", "7", "", "- 7", '{"events": {}}', "a: 1"]) {
        const error = yield* Effect.flip(gamesIn(text))
        assert.strictEqual(error._tag, "UnreadableGames", text)
        assert.isAbove(error.message.length, 5, text)
      }
    }),
  )

  it.effect("may be an empty list", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* gamesIn("[]"), [])
    }),
  )
})
