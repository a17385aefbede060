import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { bodyWords, searchWords, wordsOf } from "../src/index.ts"

const words = (text: string) => [...wordsOf(text)].join(" ")

describe("the words of a text", () => {
  it("are runs of letters and digits, without case, accents and compatibility forms", () => {
    assert.strictEqual(words("Don't PANIC: Ｃafé №5, naïve ﬁsh!"), "don t panic cafe no5 naive fish")
    assert.strictEqual(words("İstanbul — ΕΊΝΑΙ всё"), "istanbul ειναι все")
    assert.strictEqual(words("हिन्दी 한국어"), "हिन्दी 한국어")
    assert.strictEqual(words(" … \u200b"), "")
  })

  it("are pairs of neighbours where a script puts no spaces between words", () => {
    assert.strictEqual(words("東京都"), "東京 京都 都")
    assert.strictEqual(words("iPhone版を買う"), "iphone 版を を買 買う う")
    assert.strictEqual(words("東"), "東")
  })

  it("are cut at 64 characters, none of them in half", () => {
    assert.strictEqual(words("x".repeat(100)), "x".repeat(64))
    const [cut = ""] = wordsOf(`x${"𝒳".repeat(60)}𐐷${"𐐷".repeat(60)}`)
    assert.isAtMost(cut.length, 64)
    assert.isTrue(cut.isWellFormed())
  })

  it("fit into what PostgreSQL can index, however many there are", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(" ")
    assert.isAtMost(new TextEncoder().encode(bodyWords(many)).length, 300_000)
    assert.isAtMost(new TextEncoder().encode(bodyWords("漢字".repeat(100_000))).length, 300_000)
  })
})

describe("the words of a search", () => {
  it("are each requested once, and of unspaced scripts no last character alone", () => {
    assert.deepStrictEqual(
      searchWords("Salt and SALT 東京都").map(({ word }) => word),
      ["salt", "and", "東京", "京都"],
    )
  })

  it("take a single character of an unspaced script for the beginning of a pair", () => {
    assert.deepStrictEqual(searchWords("京"), [{ word: "京", isPrefix: true }])
    assert.deepStrictEqual(searchWords("a"), [{ word: "a", isPrefix: false }])
  })

  it("are 32 at the most", () => {
    assert.lengthOf(searchWords(Array.from({ length: 50 }, (_, index) => `w${index}`).join(" ")), 32)
  })

  it.prop(
    "are words of every text that holds the search",
    { before: Schema.String, query: Schema.String, after: Schema.String },
    ({ after, before, query }) => {
      const has = [...wordsOf(`${before} ${query} ${after}`)]
      for (const { isPrefix, word } of searchWords(query)) {
        assert.isTrue(
          has.some((one) => (isPrefix ? one.startsWith(word) : one === word)),
          word,
        )
      }
    },
  )
})
