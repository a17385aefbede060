import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isKnown, mergeKnown } from "../src/index.ts"

const Value = Schema.Union([
  Schema.String,
  Schema.Int,
  Schema.Boolean,
  Schema.Undefined,
  Schema.Literals(["", 0]),
])

const Thing = Schema.Struct({ name: Value, year: Value, count: Value })

describe("mergeKnown", () => {
  it.prop("keeps each known field known", [Thing, Thing], ([known, told]) => {
    const merged = mergeKnown(known, told)
    for (const key of ["name", "year", "count"] as const) {
      const expected = isKnown(told[key]) || !isKnown(known[key]) ? told[key] : known[key]
      assert.strictEqual(merged[key], expected)
    }
  })

  it.prop("changes nothing if nothing new is known", [Thing], ([known]) => {
    assert.deepStrictEqual(mergeKnown(known, { name: "", year: 0, count: undefined }), {
      name: isKnown(known.name) ? known.name : "",
      year: isKnown(known.year) ? known.year : 0,
      count: isKnown(known.count) ? known.count : undefined,
    })
  })

  it("counts false as known", () => {
    assert.deepStrictEqual(mergeKnown({ isRace: true }, { isRace: false }), { isRace: false })
  })
})
