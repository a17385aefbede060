import { InvalidInput } from "@daybook/kernel"
import { readFilter } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const filterOf = (...all: ReadonlyArray<unknown>) => readFilter(JSON.stringify({ all }))

describe("a filter", () => {
  it("is none, or a list of conditions", () => {
    assert.deepStrictEqual(readFilter(undefined), [])
    assert.deepStrictEqual(readFilter(""), [])
    assert.deepStrictEqual(filterOf(), [])
    assert.deepStrictEqual(filterOf({ name: "$x", op: "exists" }), [
      { name: "$x", op: "exists", value: true },
    ])
    const one = { name: "a", op: "in", value: ["x", 1, false] }
    assert.deepStrictEqual(filterOf(one), [one as never])
  })

  it.each([
    [{ name: "", op: "eq", value: 1 }, /name/],
    [{ name: "x".repeat(256), op: "eq", value: 1 }, /255/],
    [{ name: "a", op: "eq" }, /of eq/],
    [{ name: "a", op: "eq", value: null }, /of eq/],
    [{ name: "a", op: "ne", value: {} }, /of ne/],
    [{ name: "a", op: "eq", value: "x".repeat(256) }, /of eq/],
    [{ name: "a", op: "gt", value: true }, /of gt/],
    [{ name: "a", op: "in", value: [] }, /of in/],
    [{ name: "a", op: "in", value: [["x"]] }, /of in/],
    [{ name: "a", op: "in", value: Array.from({ length: 1_001 }, () => 1) }, /1,000/],
    [{ name: "a", op: "exists", value: "yes" }, /true or false/],
    [{ name: "a", op: "between", value: 1 }, /contains/],
    [{ name: "a", op: "eq", value: 1, more: 1 }, /JSON/],
    [{ op: "eq", value: 1 }, /JSON/],
  ])("is refused with a condition %j", (condition, says) => {
    const read = filterOf(condition)
    if (!(read instanceof InvalidInput)) return assert.fail(JSON.stringify(read))
    assert.match(read.message, says)
  })

  it("has at most 20 conditions", () => {
    const all = Array.from({ length: 21 }, () => ({ name: "a", op: "exists" }))
    assert.instanceOf(filterOf(...all), InvalidInput)
  })

  it.prop("of any JSON is read or refused, and never fails", { value: Schema.Json }, ({ value }) => {
    for (const text of [value, { all: value }, { all: [{ name: "a", op: "eq", value }] }]) {
      const read = readFilter(JSON.stringify(text))
      if (read instanceof InvalidInput) assert.isNotEmpty(read.message)
    }
  })
})
