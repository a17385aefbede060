import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { chooseGame } from "../src/index.ts"
import { game } from "./ballpark.ts"

const day = LocalDate.make("2024-05-06")
const hour = 3_600_000
const first = Date.parse("2024-05-06T18:00:00Z")
const second = first + 5 * hour

/** The id of the game chosen for a time, or the reason why there is none. */
const chosenAt = (startsAt: number) =>
  Result.match(
    chooseGame([game("late", day, { startsAt: second }), game("early", day, { startsAt: first })], {
      day,
      startsAt,
    }),
    { onFailure: (reason) => reason, onSuccess: ({ id }) => id },
  )

const neither = `2 such games on ${day}: set game_number or the time to choose one`

describe("the game of a double-header that a time means", () => {
  it.each([
    ["the first within six hours before it", first - 6 * hour + 1, "early"],
    ["neither six hours before the first", first - 6 * hour, neither],
    ["the second within six hours after it", second + 6 * hour - 1, "late"],
    ["neither six hours after the second", second + 6 * hour, neither],
    ["the first where the second is an hour further off", first + 2 * hour, "early"],
    ["neither if one is less than an hour nearer", first + 2 * hour + 1, neither],
    ["neither right between them", first + 2.5 * hour, neither],
    ["the second where the first is an hour further off", second - 2 * hour, "late"],
  ])("is %s", (_, startsAt, meant) => {
    assert.strictEqual(chosenAt(startsAt), meant)
  })
})
