import { assert, describe, it } from "@effect/vitest"
import { dedupeByKey } from "../src/index.ts"

describe("the last of each key", () => {
  it("is in the position of the first one", () => {
    const plays = [
      { id: "b", at: 1 },
      { id: "a", at: 2 },
      { id: "b", at: 3 },
    ]
    assert.deepStrictEqual(
      dedupeByKey(plays, ({ id }) => id),
      [
        { id: "b", at: 3 },
        { id: "a", at: 2 },
      ],
    )
  })
})
