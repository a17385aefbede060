import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { excessOfJson } from "../src/index.ts"

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
    const deepest = depthOf(value)
    const mostValues = valuesOf(value)
    assert.isUndefined(excessOfJson(json, { deepest, mostValues }))
    if (deepest > 0)
      assert.match(excessOfJson(json, { deepest: deepest - 1, mostValues }) ?? "", /nested more than/)
    if (mostValues > 0)
      assert.match(excessOfJson(json, { deepest, mostValues: mostValues - 1 }) ?? "", /more than \d+ values/)
  })

  it("looks into no text, whatever quotes stand in it", () => {
    const json = encoder.encode(JSON.stringify([`"[{:\\`, '\\"]}', "[".repeat(200)]))
    assert.isUndefined(excessOfJson(json, { deepest: 1, mostValues: 1 }))
  })
})
