import { hostileTexts } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isStorableText, maxNameLength, storableJson, storableName, storableText } from "../../src/index.ts"

const many = { arbitrary: { runs: 2_000 } }

/** Texts of the units that are hard to cut between, and of whole hostile ones. */
const Hostile = Schema.Array(
  Schema.Literals([
    "a",
    " ",
    "\0",
    "\ud83c",
    "\udfb8",
    "🎸",
    "\u200d",
    "\u0301",
    "🇳",
    "🇿",
    "🏽",
    "\u202e",
    "क्षि",
    "\r\n",
    "각",
    ...hostileTexts.filter((text) => text.length < 100),
  ]),
)
const Longest = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))

const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text), ({ segment }) => segment)

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

describe("a storable text", () => {
  it.prop(
    "contains no NUL and no half of a pair, is never longer than asked, and is itself when it is made storable again",
    [Hostile, Longest],
    ([pieces, longest]) => {
      const text = pieces.join("")
      const kept = storableText(text, longest)
      assert.isTrue(isStorableText(kept))
      assert.isAtMost(kept.length, longest)
      assert.strictEqual(storableText(kept, longest), kept)
      assert.strictEqual(decoder.decode(encoder.encode(kept)), kept)
    },
    many,
  )

  it.prop(
    "is the same text if it fits",
    [Hostile],
    ([pieces]) => {
      const text = pieces.join("")
      const whole = storableText(text)
      assert.strictEqual(storableText(whole, whole.length), whole)
      if (isStorableText(text)) assert.strictEqual(whole, text)
    },
    many,
  )

  it.prop(
    "is the beginning of the whole one, cut between characters as a reader sees them",
    [Hostile, Longest],
    ([pieces, longest]) => {
      const whole = storableText(pieces.join(""))
      const kept = storableText(whole, longest)
      assert.isTrue(whole.startsWith(kept))
      // If the first character is longer, a part of it is stored.
      const characters = graphemesOf(whole)
      if ((characters[0] ?? "").length > longest) return
      const kinds = graphemesOf(kept)
      assert.deepStrictEqual(kinds, characters.slice(0, kinds.length))
      assert.isAbove(kept.length + (characters[kinds.length]?.length ?? Infinity), longest)
    },
    many,
  )

  it("loses an emoji, a flag or a letter with its accent whole", () => {
    assert.strictEqual(storableText(`${"x".repeat(499)}🎸`, maxNameLength), "x".repeat(499))
    assert.strictEqual(storableText(`${"x".repeat(498)}🎸`, maxNameLength), `${"x".repeat(498)}🎸`)
    assert.strictEqual(storableText("ab👩‍👩‍👧‍👦", 8), "ab")
    assert.strictEqual(storableText("ab🇳🇿", 4), "ab")
    assert.strictEqual(storableText("abe\u0301", 3), "ab")
    assert.strictEqual(storableText("ab👍🏽", 4), "ab")
  })

  it("keeps as much as fits of one letter with any number of marks", () => {
    const zalgo = `e${"\u0301".repeat(10_000)}`
    assert.strictEqual(storableText(zalgo, 500), zalgo.slice(0, 500))
    assert.strictEqual(storableText(`ab${zalgo}`, 500), `ab${zalgo}`.slice(0, 500))
    assert.strictEqual(storableText("🎸", 1), "")
  })

  it("of any hostile text is another than of the others, cut to a name's length too", () => {
    for (const longest of [maxNameLength, Infinity]) {
      const kept = hostileTexts.map((text) => storableText(text, longest))
      assert.isTrue(kept.every(isStorableText))
      assert.strictEqual(new Set(kept).size, kept.length)
    }
  })
})

describe("a storable name", () => {
  it.prop(
    "has no spaces around it, and is itself when it is made storable again",
    [Hostile, Longest],
    ([pieces, longest]) => {
      const name = storableName(pieces.join(""), longest)
      assert.isTrue(isStorableText(name) && name.length <= longest)
      assert.strictEqual(name.trim(), name)
      assert.strictEqual(storableName(name, longest), name)
    },
    many,
  )
})

describe("storable JSON", () => {
  it.prop(
    "is storable at any depth, in names and in texts, and itself when it is made storable again",
    [Hostile, Hostile, Longest],
    ([one, other, depth]) => {
      let value: Schema.Json = one.join("")
      for (let level = 0; level < depth; level++) {
        value = level % 2 === 0 ? [value, 1.5, null, true] : { [other.join("")]: value }
      }
      const kept = storableJson({ value })
      JSON.parse(JSON.stringify(kept), (name: string, found: unknown) => {
        assert.isTrue(isStorableText(name) && (typeof found !== "string" || isStorableText(found)))
        return found
      })
      assert.deepStrictEqual(storableJson(kept), kept)
    },
  )

  it("ends at 64 levels, and contains nothing that JSON cannot", () => {
    let deep: unknown = "bottom"
    for (let level = 0; level < 100_000; level++) deep = [deep]
    assert.notInclude(JSON.stringify(storableJson({ deep })), "bottom")
    assert.deepStrictEqual(storableJson({ a: Number.NaN, b: undefined, c: [1n] }), {
      a: null,
      b: null,
      c: [null],
    })
    const own = storableJson(JSON.parse(`{"__proto__": {"a": "b"}}`))
    assert.deepStrictEqual(Object.keys(own), ["__proto__"])
  })
})
