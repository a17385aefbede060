import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { vi } from "vitest"
import { inexactNumber, parseExactly } from "../src/exactNumbers.ts"

/** The JSON number `digits` × 10 to the `power`, without a rounding. */
const decimalOf = (json: string): readonly [digits: bigint, power: number] => {
  const [mantissa = "", exponent = "0"] = json.toLowerCase().split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}

/** True where two JSON numbers are one number. */
const isSame = (one: string, other: string): boolean => {
  const [a, powerOfA] = decimalOf(one)
  const [b, powerOfB] = decimalOf(other)
  const least = Math.min(powerOfA, powerOfB)
  return a * 10n ** BigInt(powerOfA - least) === b * 10n ** BigInt(powerOfB - least)
}

const comesBack = (json: string): boolean => {
  const value = Number(json)
  return Number.isFinite(value) && isSame(json, String(value))
}

const patterned = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))

const JsonNumber = Schema.Union([
  patterned(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][+-]?\d{1,3})?$/),
  patterned(/^-?(?:0|[1-9]\d{0,24})$/),
  patterned(/^[1-9]\d{14,17}$/),
  patterned(/^0\.\d{14,18}$/),
])

// Digits in all places where a number may begin, between all that ends a text or seems to.
const Text = patterned(/^(?:["\\:,[ \-.eE]|\d{1,20}|[0-9a-f]{8}){0,12}$/)

describe("exact JSON", () => {
  it.prop(
    "is parsed as a slow parser with whole numbers would",
    { numbers: Schema.Array(JsonNumber), texts: Schema.Array(Text), space: Schema.Boolean },
    ({ numbers, space, texts }) => {
      const gap = space ? " " : ""
      const expected = numbers.map((one) => (comesBack(one) ? Number(one) : inexactNumber))
      const list = numbers.map((one) => `${gap}${one}`).join()
      const shown = texts.map((one) => JSON.stringify(one)).join()
      const members = texts.map((one, at) => `${JSON.stringify(`${at}${one}`)}:${gap}${numbers[at] ?? "0"}`)
      assert.deepStrictEqual(parseExactly(`[${list}]`), expected)
      assert.deepStrictEqual(parseExactly(`${gap}[[${shown}],[${list}]]${gap}`), [texts, expected])
      assert.deepStrictEqual(
        parseExactly(`{${gap}${members.join()}}`),
        Object.fromEntries(texts.map((one, at) => [`${at}${one}`, at < numbers.length ? expected[at] : 0])),
      )
    },
  )

  it.prop(
    "is not checked number by number for the digits in its texts",
    { texts: Schema.Array(Text) },
    (given) => {
      const parse = vi.spyOn(JSON, "parse")
      const id = "1e0f9a3c-6d0e-4c1b-9b58-123456789012"
      const value = { id, [`${id}, 12345678901234567890`]: [...given.texts, 1, -123456789012345, true, 0.5] }
      try {
        assert.deepStrictEqual(parseExactly(JSON.stringify(value)), value)
        assert.deepStrictEqual(
          parse.mock.calls.map((call) => call.length),
          [1],
        )
      } finally {
        parse.mockRestore()
      }
    },
  )

  it("takes a time that grows only with its length", () => {
    const zeros = "0".repeat(2_000_000)
    for (const number of [`1${zeros}1`, `0.${zeros}1`, `1.${zeros}1`]) {
      assert.deepStrictEqual(parseExactly(`[${number}]`), [inexactNumber])
    }
    assert.deepStrictEqual(parseExactly(`[1.${zeros},0.${zeros}e5]`), [1, 0])
  })
})
