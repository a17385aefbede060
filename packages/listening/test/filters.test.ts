import { InvalidInput } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { checkRule, type CompilePattern, type FilterRule, makeNameFilter } from "../src/index.ts"

const compile: CompilePattern = (text) =>
  text === "unreadable"
    ? Result.fail(new InvalidInput({ field: "value", message: "value: is unreadable" }))
    : Result.succeed((name) => new RegExp(text, "iu").test(name))

const rule = (kind: FilterRule["kind"], match: FilterRule["match"], value: string): FilterRule => ({
  kind,
  match,
  value,
  reason: "",
})

const names = { artist: "Low", album: "Hey What", track: "White Horses" }

const exact: ReadonlyArray<readonly [value: string, name: string, hit: boolean]> = [
  ["Low", "Low", true],
  ["LOW", "low", true],
  [" Low\n", "Low  ", true],
  ["Low", "Lowly", false],
  ["Low", "L ow", false],
  ["L.w", "Low", false],
  ["caf\u00e9", "CAFE\u0301", true],
  ["cafe", "caf\u00e9", false],
  ["STRASSE", "straße", true],
  ["ΣΑΣ", "σας", true],
  ["\u0130stanbul", "\u0130STANBUL", true],
]

describe("a filter's rule", () => {
  for (const [value, name, hit] of exact) {
    it(`by the exact "${value}" ${hit ? "matches" : "spares"} "${name}"`, () => {
      assert.strictEqual(
        makeNameFilter([rule("artist", "exact", value)], compile).matches("artist", name),
        hit,
      )
    })
  }

  it("by a pattern matches wherever in a name it is found, composed or not", () => {
    const { matches } = makeNameFilter([rule("track", "pattern", "^w.*\u00f6rse")], compile)
    assert.isTrue(matches("track", "White Ho\u0308rses"))
    assert.isFalse(matches("track", "The White Hörses"))
  })

  it("only looks at names of its kind", () => {
    for (const kind of ["artist", "album", "track"] as const) {
      for (const match of ["exact", "pattern"] as const) {
        const { hides, matches } = makeNameFilter([rule(kind, match, names[kind])], compile)
        assert.isTrue(hides(names))
        for (const other of ["artist", "album", "track"] as const) {
          assert.strictEqual(matches(other, names[kind]), other === kind)
        }
      }
    }
  })

  it("matches no name that is not known", () => {
    assert.isFalse(makeNameFilter([rule("album", "pattern", "^")], compile).matches("album", ""))
  })

  it("with an unreadable pattern matches nothing, is reported, and leaves the others working", () => {
    const unreadable = rule("artist", "pattern", "unreadable")
    const { hides, unreadable: notCompiled } = makeNameFilter(
      [unreadable, rule("track", "exact", "white horses")],
      compile,
    )
    assert.isTrue(hides(names))
    assert.isFalse(hides({ ...names, track: "More" }))
    assert.deepStrictEqual(notCompiled, [unreadable])
  })
})

describe("a new rule", () => {
  const fieldOf = (one: FilterRule) => Result.mapError(checkRule(one, compile), (error) => error.field)

  it("is refused if its texts exceed their limits or its pattern cannot be read", () => {
    for (const value of ["", " \t", "a".repeat(501), "a\0"]) {
      assert.deepStrictEqual(fieldOf(rule("artist", "exact", value)), Result.fail("value"))
      assert.deepStrictEqual(fieldOf(rule("artist", "pattern", value)), Result.fail("value"))
    }
    assert.deepStrictEqual(fieldOf(rule("artist", "pattern", "unreadable")), Result.fail("value"))
    for (const reason of ["a".repeat(501), "\0"]) {
      assert.deepStrictEqual(fieldOf({ ...rule("artist", "exact", "a"), reason }), Result.fail("reason"))
    }
  })

  it("is stored as it came, and refused if no store could keep it", () => {
    const full = { ...rule("artist", "exact", ` ${"a".repeat(498)} `), reason: "b".repeat(500) }
    assert.deepStrictEqual(checkRule(full, compile), Result.succeed(full))
    assert.deepStrictEqual(fieldOf(rule("artist", "exact", "a\ud83d")), Result.fail("value"))
    assert.deepStrictEqual(
      fieldOf({ ...rule("artist", "exact", "a"), reason: "\udfb8" }),
      Result.fail("reason"),
    )
  })
})
