import { InvalidInput } from "@daybook/kernel"
import { type Filter, readFilter } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const now = Date.UTC(2026, 2, 31, 12, 30)

const filterOf = (...all: ReadonlyArray<unknown>) => readFilter(JSON.stringify({ all }), now)

describe("a filter", () => {
  it("is empty, or a list of conditions", () => {
    assert.deepStrictEqual(readFilter(undefined, now), { all: [] })
    assert.deepStrictEqual(readFilter("", now), { all: [] })
    assert.deepStrictEqual(filterOf(), { all: [] })
    assert.deepStrictEqual(filterOf({ name: "$x", op: "exists" }), {
      all: [{ name: "$x", op: "exists", value: true }],
    })
    const one: Filter = { name: "a", op: "in", value: ["x", 1, false] }
    assert.deepStrictEqual(filterOf(one), { all: [one] })
    const nested: Filter = { any: [one, { not: { all: [one, { any: [] }] } }] }
    assert.deepStrictEqual(readFilter(JSON.stringify(nested), now), nested)
    assert.deepStrictEqual(readFilter(JSON.stringify(one), now), one)
  })

  it.each([
    ["-30d", "2026-03-01"],
    ["+1d", "2026-04-01"],
    ["-0d", "2026-03-31"],
    ["-1w", "2026-03-24"],
    ["-1m", "2026-02-28"],
    ["-25m", "2024-02-29"],
    ["-1y", "2025-03-31"],
    ["-36h", "2026-03-30T00:30:00.000Z"],
    ["-9999y", "-9999y"],
    ["30d", "30d"],
    ["-30days", "-30days"],
  ])("reads the relative date %s as %s", (relative, date) => {
    const filter = (value: string) => ({ name: "seen", op: "gte", value })
    assert.deepStrictEqual(filterOf(filter(relative)), { all: [filter(date)] } as never)
    assert.deepStrictEqual(filterOf({ ...filter(relative), op: "eq" }), {
      all: [{ name: "seen", op: "eq", value: relative }],
    })
  })

  const within = (levels: number): unknown =>
    levels === 0 ? { name: "a", op: "exists" } : { not: within(levels - 1) }

  it("nests all, any and not at most 5 levels deep, and has at most 20 of them", () => {
    assert.notInstanceOf(readFilter(JSON.stringify(within(5)), now), InvalidInput)
    const deep = readFilter(JSON.stringify(within(6)), now)
    if (!(deep instanceof InvalidInput)) return assert.fail(JSON.stringify(deep))
    assert.match(deep.message, /5 levels/)
    const many = filterOf(...Array.from({ length: 20 }, () => ({ any: [] })))
    if (!(many instanceof InvalidInput)) return assert.fail(JSON.stringify(many))
    assert.match(many.message, /20 of all, any and not/)
  })

  it.each([
    [{ any: {} }],
    [{ all: [], any: [] }],
    [{ not: [] }],
    [{ not: { name: "a", op: "exists" }, name: "a" }],
    [[]],
    [null],
  ])("is refused as %j", (filter) => {
    assert.instanceOf(readFilter(JSON.stringify(filter), now), InvalidInput)
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
    [{ name: "a", op: "starts_with", value: 1 }, /of starts_with/],
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
    for (const text of [
      value,
      { all: value },
      { all: [{ name: "a", op: "eq", value }] },
      { any: value },
      { not: value },
    ]) {
      const read = readFilter(JSON.stringify(text), now)
      if (read instanceof InvalidInput) assert.isNotEmpty(read.message)
    }
  })
})
