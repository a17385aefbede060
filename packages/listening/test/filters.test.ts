import { InvalidInput } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { checkRule, type CompilePattern, type FilterRule, makeHider } from "../src/index.ts"

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
    it(`by the exact "${value}" ${hit ? "hits" : "spares"} "${name}"`, () => {
      assert.strictEqual(makeHider([rule("artist", "exact", value)], compile).hits("artist", name), hit)
    })
  }

  it("by a pattern hits wherever in a name it is found, composed or not", () => {
    const { hits } = makeHider([rule("track", "pattern", "^w.*\u00f6rse")], compile)
    assert.isTrue(hits("track", "White Ho\u0308rses"))
    assert.isFalse(hits("track", "The White Hörses"))
  })

  it("looks at names of its own kind alone", () => {
    for (const kind of ["artist", "album", "track"] as const) {
      for (const match of ["exact", "pattern"] as const) {
        const { hides, hits } = makeHider([rule(kind, match, names[kind])], compile)
        assert.isTrue(hides(names))
        for (const other of ["artist", "album", "track"] as const) {
          assert.strictEqual(hits(other, names[kind]), other === kind)
        }
      }
    }
  })

  it("hits no name that is not known", () => {
    assert.isFalse(makeHider([rule("album", "pattern", "^")], compile).hits("album", ""))
  })

  it("that cannot be read hits nothing, is told of, and leaves the others at work", () => {
    const unreadable = rule("artist", "pattern", "unreadable")
    const { hides, unread } = makeHider([unreadable, rule("track", "exact", "white horses")], compile)
    assert.isTrue(hides(names))
    assert.isFalse(hides({ ...names, track: "More" }))
    assert.deepStrictEqual(unread, [unreadable])
  })
})

describe("a new rule", () => {
  const fieldOf = (one: FilterRule) => Result.mapError(checkRule(one, compile), (error) => error.field)

  it("is refused where its texts are out of their limits or its pattern cannot be read", () => {
    for (const value of ["", " \t", "a".repeat(501), "a\0"]) {
      assert.deepStrictEqual(fieldOf(rule("artist", "exact", value)), Result.fail("value"))
      assert.deepStrictEqual(fieldOf(rule("artist", "pattern", value)), Result.fail("value"))
    }
    assert.deepStrictEqual(fieldOf(rule("artist", "pattern", "unreadable")), Result.fail("value"))
    for (const reason of ["a".repeat(501), "\0"]) {
      assert.deepStrictEqual(fieldOf({ ...rule("artist", "exact", "a"), reason }), Result.fail("reason"))
    }
  })

  it("is kept as it came, and refused where no store could keep it", () => {
    const full = { ...rule("artist", "exact", ` ${"a".repeat(498)} `), reason: "b".repeat(500) }
    assert.deepStrictEqual(checkRule(full, compile), Result.succeed(full))
    assert.deepStrictEqual(fieldOf(rule("artist", "exact", "a\ud83d")), Result.fail("value"))
    assert.deepStrictEqual(
      fieldOf({ ...rule("artist", "exact", "a"), reason: "\udfb8" }),
      Result.fail("reason"),
    )
  })
})
