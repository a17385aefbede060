import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { exceededJsonLimit } from "../../src/index.ts"

const encoder = new TextEncoder()

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

const depthOf = (value: unknown): number =>
  isContainer(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

const valuesOf = (value: unknown): number =>
  isContainer(value)
    ? 1 +
      (Array.isArray(value) ? 0 : Object.keys(value).length) +
      Object.values(value).reduce<number>((sum, one) => sum + valuesOf(one), 0)
    : 0

describe("the excess of JSON", () => {
  it.prop("is what parsing would build, counted without building it", [Schema.Json], ([value]) => {
    const json = encoder.encode(JSON.stringify(value, undefined, 1))
    const maxDepth = depthOf(value)
    const maxValues = valuesOf(value)
    assert.isUndefined(exceededJsonLimit(json, { maxDepth, maxValues }))
    if (maxDepth > 0)
      assert.match(exceededJsonLimit(json, { maxDepth: maxDepth - 1, maxValues }) ?? "", /nested more than/)
    if (maxValues > 0)
      assert.match(
        exceededJsonLimit(json, { maxDepth, maxValues: maxValues - 1 }) ?? "",
        /more than \d+ values/,
      )
  })

  it("looks into no text, whatever quotes are in it", () => {
    const json = encoder.encode(JSON.stringify([`"[{:\\`, '\\"]}', "[".repeat(200)]))
    assert.isUndefined(exceededJsonLimit(json, { maxDepth: 1, maxValues: 1 }))
  })
})
