import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  addDays,
  LocalDate,
  type StoredRejectedRow,
  startOfDay,
  type SyncEnd,
  type SyncRuns,
} from "../src/index.ts"

const utc = DateTime.zoneMakeNamedUnsafe("UTC")

// The compiler runs these: an error that is expected and does not come is an error.
export const refused = () => [
  // @ts-expect-error a text is not a day until somebody has looked at it
  addDays("2024-05-06", 1),
  // @ts-expect-error neither is the text of an instant
  startOfDay(new Date(0).toISOString(), utc),
  // @ts-expect-error nor a day within a longer text
  `${LocalDate.make("2024-05-06")}T00:00:00Z` satisfies LocalDate,
  // @ts-expect-error a count is not the id of a run
  (runs: SyncRuns["Service"], items: number) => runs.progress(items, 1, 0),
  // @ts-expect-error nor is a row that was set aside
  (runs: SyncRuns["Service"], row: StoredRejectedRow, end: SyncEnd) => runs.end(row.id, end),
]

describe("a day made of a text", () => {
  it.each(["2024-02-29", "0001-01-01", "9999-12-31", "infinity", "-infinity"])("is %s", (text) => {
    assert.strictEqual<string>(LocalDate.make(text), text)
  })

  it.each(["2023-02-29", "2024-2-9", "0000-01-01", "", "today", "2024-05-06T00:00:00Z"])(
    "is none of %j",
    (text) => {
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(LocalDate)(text)))
      assert.throws(() => LocalDate.make(text))
    },
  )
})
