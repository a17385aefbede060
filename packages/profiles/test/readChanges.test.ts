import {
  exampleOf,
  fieldOfOperation,
  fits,
  instantOf,
  isDate,
  type ProfileChange,
  type PropertyType,
  readBatch,
  readerOf,
  readFilter,
  readSetOnce,
  readValue,
  type SingleOperation,
} from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const read = (once: string): ProfileChange | InvalidInput =>
  readSetOnce(`{"distinct_id":"ann","$once":${once}}`)

const fit = (once: string): ProfileChange => {
  const one = read(once)
  return one instanceof InvalidInput ? assert.fail(one.message) : one
}

const fields = Object.entries(fieldOfOperation).map(
  ([operation, field]) => [field, operation as SingleOperation] as const,
)

const valuesOf = ({ actions }: ProfileChange) => actions.map((action) => "value" in action && action.value)

const typeOf = (value: unknown): PropertyType | undefined => {
  const one = readValue(value)
  return one.kind === "value" ? one.type : undefined
}

describe("a date", () => {
  it.each([
    "2024-02-29",
    "0001-01-01",
    "2024-02-29T23:59:59Z",
    "2024-02-29T00:00:00.1Z",
    "2024-02-29T00:00:00.123456789Z",
    "2024-02-29T10:11:12+00:00",
    "2024-02-29T10:11:12-14:00",
    "2024-02-29T10:11:12-00:00",
    "2020-10-01T18:30:00.000+05:30",
    "2024-02-29T10:11:12.5+01:00",
    "2024-02-29T10:11:12.123456789-03:30",
  ])("is %s", (text) => assert.isTrue(isDate(text)))

  it.each([
    "2023-02-29",
    "2024-13-01",
    "2024-2-9",
    "20240229",
    "2024-02-29T24:00:00Z",
    "2024-02-29T10:60:00Z",
    "2024-02-29T10:11:60Z",
    "2024-02-29T10:11Z",
    "2024-02-29T10:11:12",
    "2024-02-29 10:11:12Z",
    "2024-02-29t10:11:12z",
    "2023-02-29T10:11:12.5+01:00",
    "2024-02-29T10:11:12.5",
    "2024-02-29T10:11:12.+01:00",
    "2024-02-29T10:11:12,5+01:00",
    "2024-02-29T10:11:12.5+15:00",
    "2024-02-29T10:11:12+01:60",
    "2024-02-29T10:11:12.5+0100",
    "2024-02-29T10:11:12+0100",
    "2024-02-29T10:11:12+01",
    "2024-02-29T10:11:12+15:00",
    "2024-02-29T10:11:12.Z",
    " 2024-02-29",
    "2024-02-29\n",
  ])("is not %j", (text) => assert.isFalse(isDate(text)))

  const Fraction = Schema.String.check(Schema.isPattern(/^[0-9]{1,9}$/))
  const Offset = Schema.Int.check(Schema.isBetween({ minimum: -14 * 60, maximum: 14 * 60 }))
  it.prop(
    "may have a fraction, an offset, or both, and keeps its instant",
    { fraction: Fraction, offset: Offset },
    ({ fraction, offset }) => {
      const two = (number: number) => String(number).padStart(2, "0")
      const minutes = Math.abs(offset)
      const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
      for (const [point, digits] of [
        ["", ""],
        [`.${fraction}`, fraction],
      ] as const) {
        assert.deepStrictEqual(instantOf(`2024-02-29T12:00:00${point}${zone}`), {
          seconds: Date.UTC(2024, 1, 29, 12, -offset) / 1_000,
          fraction: digits.replace(/0+$/, ""),
        })
        assert.isTrue(isDate(`2024-02-29T12:00:00${point}${zone}`))
        assert.isTrue(isDate(`2024-02-29T12:00:00${point}Z`))
      }
    },
  )
})

describe("a value", () => {
  it("has the type of its kind; a text in the form of a date is a date", () => {
    assert.strictEqual(typeOf("x"), "string")
    assert.strictEqual(typeOf(""), "string")
    assert.strictEqual(typeOf("2024-02-29"), "date")
    assert.strictEqual(typeOf(0), "number")
    assert.strictEqual(typeOf(false), "boolean")
    assert.strictEqual(typeOf([]), "list")
    assert.strictEqual(typeOf(["x", 1, "2024-02-29"]), "list")
  })

  it("of a date fits a text's property, and nothing else fits another's", () => {
    const types = ["string", "number", "boolean", "date", "list"] as const
    for (const own of types) {
      for (const property of types) {
        assert.strictEqual(fits(own, property), own === property || (own === "date" && property === "string"))
      }
    }
  })

  it("is counted in characters, whatever they take in memory", () => {
    for (const one of ["x", "é", "🎈"]) {
      assert.strictEqual(readValue(one.repeat(255)).kind, "value")
      assert.strictEqual(readValue(one.repeat(256)).kind, "ignored")
      assert.strictEqual(readValue([one.repeat(255)]).kind, "value")
      assert.strictEqual(readValue(["x", one.repeat(256)]).kind, "ignored")
    }
  })

  it("that is not text as the contract means it is ignored", () => {
    for (const one of ["\0", "a\nb", "\t", "\u007f", "\u0085", "\ud83c", "\udf88x"]) {
      assert.strictEqual(readValue(one).kind, "ignored", JSON.stringify(one))
      assert.strictEqual(readValue([one]).kind, "ignored", JSON.stringify(one))
    }
    for (const one of ["ann@example.org", "O’Neil, Zoë", "\u2028", "\u200d", "𝕏"]) {
      assert.strictEqual(readValue(one).kind, "value", JSON.stringify(one))
    }
  })

  it("of a list has at most 1,000 items, only of texts, numbers and dates", () => {
    assert.strictEqual(readValue(Array.from({ length: 1_000 }, () => 1)).kind, "value")
    assert.strictEqual(readValue(Array.from({ length: 1_001 }, () => 1)).kind, "ignored")
    for (const one of [true, null, [], {}]) assert.strictEqual(readValue(["x", one]).kind, "refused")
    assert.strictEqual(readValue(["x".repeat(256), {}]).kind, "refused")
    assert.strictEqual(readValue({}).kind, "refused")
    assert.strictEqual(readValue(null).kind, "refused")
  })
})

describe("a body", () => {
  it("separates valid values from ignored ones", () => {
    const { actions, ignored } = fit(`{"a":1,"b":"${"x".repeat(256)}","c":["2024-01-01"],"__proto__":true}`)
    assert.deepStrictEqual(
      actions.map((action) => [action.name, "type" in action && action.type]),
      [
        ["a", "number"],
        ["c", "list"],
        ["__proto__", "boolean"],
      ],
    )
    assert.deepStrictEqual(
      ignored.map(({ name }) => name),
      ["b"],
    )
  })

  it.prop("holds any JSON or is unfit, and never fails", { value: Schema.Json }, ({ value }) => {
    for (const body of [
      value,
      { distinct_id: "a", $once: value },
      { distinct_id: value, $once: { x: value } },
    ]) {
      const one = readSetOnce(JSON.stringify(body))
      if (one instanceof InvalidInput) assert.isNotEmpty(one.message)
      else assert.isNotEmpty([...one.actions, ...one.ignored])
    }
  })

  it.prop("returns every number as it was sent, or refuses it", { value: Schema.Finite }, ({ value }) => {
    const text = JSON.stringify(value)
    assert.deepStrictEqual(valuesOf(fit(`{"x":${text}}`)), [value === 0 ? 0 : value])
    assert.deepStrictEqual(valuesOf(fit(`{"x":[${text}]}`)), [value === 0 ? [0] : [value]])
  })

  it.each([
    "0",
    "-0",
    "0.0",
    "1.10",
    "100",
    "1e2",
    "1E+2",
    "12e-1",
    "9007199254740992",
    "9007199254740993e1",
    "123456789012345680000",
    "1.7976931348623157e308",
    "5e-324",
    "0.1",
    "0.30000000000000004",
  ])("holds the number %s", (text) => {
    const exact = text !== "9007199254740993e1"
    const one = read(`{"x":${text}}`)
    if (exact) assert.strictEqual(one instanceof InvalidInput, false)
    else assert.instanceOf(one, InvalidInput)
  })

  it.each([
    "9007199254740993",
    "-9007199254740993",
    "12345678901234567890",
    "1e400",
    "-1e400",
    "1e-400",
    "0.1000000000000000055",
    "3.14159265358979323846",
    "1.00000000000000000001",
  ])("refuses the number %s, which would come back as another", (text) => {
    const values = [text, `["a",${text}]`, `["a",-1,[${text}]]`]
    for (const value of values.slice(0, 2)) {
      const one = read(`{"y":1,"x":${value},"z":[2]}`)
      if (!(one instanceof InvalidInput)) return assert.fail(JSON.stringify(one))
      assert.match(one.message, /^\$once\.x .*double.*as a text/)
    }
    for (const value of values) {
      for (const [field, operation] of fields) {
        if (field === "$unset") continue
        const one = readerOf(operation)(`{"distinct_id":"ann","${field}":{"y":1,"x":${value}}}`)
        if (!(one instanceof InvalidInput)) return assert.fail(JSON.stringify(one))
        assert.include(one.message, `${field}.x `)
      }
    }
    // In a batch it refuses only its item.
    const items = readBatch(
      `{"batch":[{"distinct_id":"ann","action":{"$set":{"x":1}}},
        {"distinct_id":"bob","action":{"$set":{"x":1},"$append":{"y":[1,${text}]}}},
        {"distinct_id":${text},"action":{"$add":{"x":${text}}}},
        {"distinct_id":"cid","action":${text}},${text}]}`,
    )
    if (items instanceof InvalidInput) return assert.fail(items.message)
    const errors = items.map((item) => ("error" in item ? item.error : "fit"))
    assert.strictEqual(errors.length, 5)
    for (const [at, says] of [
      /^fit$/,
      /^\$append\.y .*double/,
      /^distinct_id/,
      /^action/,
      /^An item/,
    ].entries()) {
      assert.match(errors[at] ?? "", says)
    }
    const filter = readFilter(
      `{"all":[{"name":"y","op":"eq","value":1},{"name":"x","op":"gt","value":${text}}]}`,
      0,
    )
    if (!(filter instanceof InvalidInput)) return assert.fail(JSON.stringify(filter))
    assert.match(filter.message, /at x: .*double/)
  })
})

describe("the body of another operation", () => {
  const reading = (operation: SingleOperation, given: unknown) =>
    readerOf(operation)(JSON.stringify({ distinct_id: "ann", [fieldOfOperation[operation]]: given }))

  const long = "x".repeat(256)
  it.each([
    ["unset", {}, /list of names/],
    ["unset", [], /empty/],
    ["unset", ["x", 1], /texts/],
    ["unset", ["$x"], /\$x/],
    ["unset", [long], /255/],
    ["set", [], /object/],
    ["set", { x: null }, /\$set\.x/],
    ["numerical-add", { x: "1" }, /number/],
    ["numerical-add", { x: true }, /number/],
    ["numerical-add", {}, /empty/],
    ["append", { x: true }, /\$append\.x/],
    ["append", { x: [["y"]] }, /\$append\.x/],
    ["union", { x: true }, /\$union\.x/],
    ["remove", { x: {} }, /\$remove\.x/],
    ["remove", "x", /object/],
  ] as const)("of %s is refused if it contains %j", (operation, given, says) => {
    const one = reading(operation, given)
    if (!(one instanceof InvalidInput)) return assert.fail(JSON.stringify(one))
    assert.match(one.message, says)
  })

  it("takes single items as lists, names once, and ignores items that no list can hold", () => {
    assert.deepStrictEqual(reading("append", { x: "y", z: long, d: [1, "2024-01-01"] }), {
      distinctId: "ann",
      actions: [
        { verb: "append", name: "x", type: "list", value: ["y"] },
        { verb: "append", name: "d", type: "list", value: [1, "2024-01-01"] },
      ],
      ignored: [{ name: "z", reason: "a text has at most 255 characters", example: exampleOf(long) }],
      makes: true,
    })
    assert.deepStrictEqual(reading("unset", ["x", "length", "x"]), {
      distinctId: "ann",
      actions: [
        { verb: "unset", name: "x" },
        { verb: "unset", name: "length" },
      ],
      ignored: [],
      makes: false,
    })
  })
})

describe("the body of a batch", () => {
  const item = { distinct_id: "ann", action: { $set: { x: 1 } } }
  it.each([
    ["no list", { batch: item }, /list/],
    ["nothing", { batch: [] }, /empty/],
    ["1,001 items", { batch: Array.from({ length: 1_001 }, () => item) }, /1000/],
    ["another field", { batch: [item], distinct_id: "ann" }, /distinct_id/],
    ["no object", [item], /object/],
  ])("is refused if it contains %s", (_, body, says) => {
    const one = readBatch(JSON.stringify(body))
    if (!(one instanceof InvalidInput)) return assert.fail()
    assert.match(one.message, says)
  })

  it("keeps fit items, in the order of their verbs, and states what ails each other one", () => {
    const items = readBatch(
      JSON.stringify({
        batch: [
          { distinct_id: "ann", action: { $append: { l: "x" }, $set: { l: [] }, $unset: ["l"] } },
          { distinct_id: "", action: { $set: { x: 1 } } },
          { distinct_id: "ann", action: {} },
          { distinct_id: "ann", action: { $set: { x: 1 }, $grow: {} } },
          { distinct_id: "ann", action: { $add: { x: "1" } } },
          { distinct_id: "ann", action: { $remove: { x: "1" } }, more: 1 },
          "ann",
        ],
      }),
    )
    if (items instanceof InvalidInput) return assert.fail(items.message)
    const [first, ...others] = items
    if (first === undefined || !("change" in first)) return assert.fail()
    assert.deepStrictEqual(first.fields, ["$unset", "$set", "$append"])
    assert.deepStrictEqual(
      first.change.actions.map(({ verb }) => verb),
      ["unset", "set", "append"],
    )
    const errors = others.map((one) => ("error" in one ? one.error : "fit"))
    for (const [at, says] of [
      /distinct_id/,
      /\$unset, \$set/,
      /nothing else/,
      /number/,
      /more/,
      /object/,
    ].entries()) {
      assert.match(errors[at] ?? "", says)
    }
  })
})
