import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { search, suggest } from "../src/index.ts"
import { readQuery } from "../src/query.ts"
import { snippetOf } from "../src/snippet.ts"
import { domainOf } from "./searchable.ts"
import * as Result from "effect/Result"

const articles = domainOf(
  "reading",
  {
    article: [
      { title: "On salt", text: "A history of salt." },
      { title: "Mines", text: "Below the ground there is Sált, and nothing else." },
      { title: "The sea" },
    ],
  },
  { byText: ["1", "2"], byMeaning: ["3", "2"] },
)
const music = domainOf("listening", { artist: [{ title: "Salt" }] })
const question = { q: "salt", limit: 20, mode: "hybrid" } as const

const asked = (more: Partial<Parameters<typeof search>[1]>) =>
  Effect.map(search([music, articles], { ...question, ...more }), (items) => items.map(({ title }) => title))

describe("a search over everything", () => {
  it.effect("fuses titles, texts and meaning; a whole title comes first", () =>
    Effect.gen(function* () {
      const found = yield* search([music, articles], question)
      assert.deepStrictEqual(
        found.map(({ domain, score, title }) => [domain, title, score]),
        [
          ["listening", "Salt", 1 + 1 / 61],
          ["reading", "On salt", 1 / 61 + 1 / 62],
          ["reading", "Mines", 1 / 62 + 1 / 62],
          ["reading", "The sea", 1 / 61],
        ],
      )
      assert.deepStrictEqual(
        found.map(({ snippet }) => snippet),
        ["", "A history of salt.", "Below the ground there is Sált, and nothing else.", ""],
      )
    }),
  )

  it.effect("by words calls no vectors, by meaning nothing else", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* asked({ mode: "words" }), ["Salt", "On salt", "Mines"])
      assert.deepStrictEqual(yield* asked({ mode: "meaning" }), ["The sea", "Mines"])
      assert.deepStrictEqual(yield* asked({ limit: 1 }), ["Salt"])
    }),
  )

  it.effect("is paged through in the order of all of it, and ends", () =>
    Effect.gen(function* () {
      const all = yield* asked({ page: 1 })
      assert.lengthOf(all, 4)
      const pages = yield* Effect.forEach([1, 2, 3], (page) => asked({ page, limit: 2 }))
      assert.deepStrictEqual(pages, [all.slice(0, 2), all.slice(2), []])
    }),
  )

  it.effect("finds passages by their words, the shorter first, without mistakes, and suggests none", () =>
    Effect.gen(function* () {
      const passages = {
        highlight: [
          { title: "Mines", text: "They dug for salt\nwithout end, and for nothing." },
          { title: "The sea", text: "Nothing but salt" },
        ],
      }
      const marked = domainOf("reading", {}, { passages })
      const found = yield* search([marked], { ...question, q: "nothing SALT" })
      assert.deepStrictEqual(
        found.map(({ id, score, snippet, title }) => [id, title, snippet, score]),
        [
          ["2", "The sea", "Nothing but salt", 1 / 61],
          ["1", "Mines", "They dug for salt without end, and for nothing.", 1 / 62],
        ],
      )
      // A passage that is the query is not a title that is it.
      const [whole] = yield* search([marked], { ...question, q: "nothing but salt" })
      assert.strictEqual(whole?.score, 1 / 61)
      assert.deepStrictEqual(yield* search([marked], { ...question, q: "notihng" }), [])
      assert.deepStrictEqual(yield* search([marked], { ...question, q: "salt", mode: "meaning" }), [])
      assert.deepStrictEqual(yield* suggest([marked], "salt"), [])
    }),
  )

  it.effect("finds the shortest passages that begin with the query, in any order of the store", () =>
    Effect.gen(function* () {
      const lengths = [...Array.from({ length: 100 }, () => 5), 9, 1]
      const passages = lengths.map((words) => ({ title: "Mines", text: `Salt${" x".repeat(words)}` }))
      const marked = domainOf("reading", {}, { passages: { highlight: passages } })
      const [shortest] = yield* search([marked], { ...question, limit: 3 })
      assert.strictEqual(shortest?.text, "Salt x")
    }),
  )

  it.effect("states what to send if the query is empty or too long", () =>
    Effect.gen(function* () {
      for (const q of ["", "  ", "\0", "\u200b", "x".repeat(501)]) {
        assert.match((yield* Effect.flip(asked({ q }))).message, /^q: must/)
        assert.match((yield* Effect.flip(suggest([music], q))).message, /^q: must/)
      }
      assert.deepStrictEqual(yield* asked({ q: "x".repeat(500), mode: "words" }), ["On salt", "Mines"])
    }),
  )
})

describe("a snippet", () => {
  const of = (text: string, q: string) => snippetOf(text, Result.getOrThrow(readQuery(q)))
  const words = Array.from({ length: 100 }, (_, at) => `word${at}`).join(" ")

  it("is the part of a text around the first word found, cut between words", () => {
    const snippet = of(words, "word50 word60")
    assert.match(snippet, /^…word4\d .*word50.*…$/)
    assert.isAtMost(snippet.length, 162)
  })

  it("is the beginning if no word is found", () => assert.match(of(words, "nothing"), /^word0 word1 .*…$/))

  it("is a short text as it is, in one line", () => assert.strictEqual(of(" a\n\tb  c", "b"), "a b c"))

  it("finds words that are written with accents, and no middles of words", () => {
    assert.match(of(`${words} crème ${words}`, "creme"), /crème/)
    assert.match(of(`incense ${words} cents`, "cen"), /cents$/)
  })

  it("cuts a text without spaces between its characters", () => {
    const snippet = of(`${"東".repeat(300)}塩${"京".repeat(300)}`, "塩")
    assert.match(snippet, /^…塩京+…$/)
  })
})
