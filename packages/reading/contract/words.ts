import { ArticleStore, searchWords } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type ReadingPorts, saved, store, titlesWith } from "./articles.ts"

const body = (text: string) => ({ content: `<p>${text}</p>` })

/** Every character once, and again in another order, so that no pair of neighbours repeats. */
const manyCharacters = Array.from({ length: 190_000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + ((index * (1 + Math.floor(index / 20_000) * 7)) % 20_000)),
).join("")

/** Contract: the words that find an article. */
export const wordsContract = (fresh: () => Layer.Layer<ReadingPorts>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ReadingPorts>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "an article is found by its title, author, site, tags, description and body, right after it was stored",
    Effect.gen(function* () {
      yield* store(
        saved("1", {
          title: "Lighthouses",
          author: "Ida Quarry",
          siteName: "Salt Review",
          tags: ["coastal history"],
          description: "Keepers remembered",
          ...body("The <b>lamp</b> burned paraffin"),
        }),
        saved("2", { title: "Bread", ...body("Flour and water") }),
      )
      for (const word of ["lighthouses", "quarry", "review", "coastal", "keepers", "paraffin", "LAMP"]) {
        assert.deepStrictEqual(yield* titlesWith(word), ["Lighthouses"], word)
      }
      // Markup is not a word.
      assert.deepStrictEqual(yield* titlesWith("b"), [])
      assert.deepStrictEqual(yield* titlesWith("nowhere"), [])
      assert.deepStrictEqual(yield* titlesWith("…"), [])
    }),
  )

  test(
    "all words must be there, in any order",
    Effect.gen(function* () {
      yield* store(saved("1", { title: "Salt", ...body("and bread") }), saved("2", { title: "Bread" }))
      assert.deepStrictEqual(yield* titlesWith("bread salt"), ["Salt"])
      assert.deepStrictEqual(yield* titlesWith("bread, salt & pepper"), [])
      assert.sameMembers([...(yield* titlesWith("BREAD"))], ["Salt", "Bread"])
    }),
  )

  test(
    "a word in the title counts more than one in the text, and the later of two alike is first",
    Effect.gen(function* () {
      yield* store(
        saved("1", { title: "Alpha", ...body("about harbours") }),
        saved("2", { title: "Gamma", ...body("about harbours") }),
        saved("3", { title: "Harbours", ...body("about ports") }),
      )
      assert.deepStrictEqual(yield* titlesWith("harbours"), ["Harbours", "Gamma", "Alpha"])
    }),
  )

  test(
    "words of any language are found, whatever their case and accents",
    Effect.gen(function* () {
      const texts: ReadonlyArray<readonly [text: string, queries: ReadonlyArray<string>]> = [
        ["Les élèves de l'école", ["élèves", "ELEVES", "école"]],
        ["Die Straße war naß", ["straße", "war", "die"]],
        ["Ärger über Öl", ["ärger", "ARGER", "öl"]],
        ["Всё хорошо", ["ХОРОШО", "всё"]],
        ["Η Ελλάδα είναι", ["ελλαδα", "ΕΊΝΑΙ"]],
        ["東京都の天気は晴れです", ["東京", "京都", "天気", "晴", "天気は晴れ"]],
        ["ภาษาไทยไม่มีช่องว่าง", ["ไทย", "ช่อง"]],
        ["한국어 문장입니다", ["한국어"]],
        ["हिन्दी भाषा है", ["हिन्दी", "भाषा"]],
        ["اللغة العربية", ["العربية"]],
        ["Version 3e10 of 2026, no 12abc", ["3e10", "2026", "12abc"]],
        ["The who is who", ["the who"]],
      ]
      yield* store(...texts.map(([text], index) => saved(String(index), { title: text, ...body(text) })))
      for (const [text, queries] of texts) {
        for (const query of queries) assert.include(yield* titlesWith(query), text, query)
      }
      assert.deepStrictEqual(yield* titlesWith("京気"), [])
    }),
  )

  test(
    "English words are found by their other forms",
    Effect.gen(function* () {
      yield* store(saved("1", { title: "Harbour", ...body("Lighthouses were painted") }))
      for (const query of ["harbours", "lighthouse", "painting", "harbour lighthouses paint"])
        assert.deepStrictEqual(yield* titlesWith(query), ["Harbour"], query)
      assert.deepStrictEqual(yield* titlesWith("light"), [])
    }),
  )

  test(
    "search finds the new title and content of an article, not the ones they replaced",
    Effect.gen(function* () {
      yield* store(saved("1", { title: "First", ...body("apples") }))
      yield* store(saved("1", { title: "Second", content: undefined }))
      assert.deepStrictEqual(yield* titlesWith("second apples"), ["Second"])
      assert.deepStrictEqual(yield* titlesWith("first"), [])
      yield* store(saved("1", { title: "Second", ...body("pears") }))
      assert.deepStrictEqual(yield* titlesWith("second pears"), ["Second"])
      assert.deepStrictEqual(yield* titlesWith("apples"), [])
      yield* store(saved("1", { title: "Third", ...body("pears") }))
      assert.deepStrictEqual(yield* titlesWith("third pears"), ["Third"])
    }),
  )

  test(
    "a text of more words than can be indexed is indexed from its beginning",
    Effect.gen(function* () {
      const numbered = Array.from({ length: 60_000 }, (_, index) => `w${index.toString(36)}`).join(" ")
      yield* store(
        saved("1", { title: "Numbers", ...body(`begin ${numbered}`) }),
        saved("2", { title: "Characters", ...body(`begin ${manyCharacters}`) }),
        saved("3", { title: "One word", ...body(`begin ${"x".repeat(150_000)}`) }),
        saved("4", { title: "Short words", ...body(`begin ${"a b c ".repeat(30_000)}`) }),
      )
      assert.sameMembers(
        [...(yield* titlesWith("begin"))],
        ["Numbers", "Characters", "One word", "Short words"],
      )
      assert.deepStrictEqual(yield* titlesWith("w1"), ["Numbers"])
    }),
  )

  test(
    "no more are returned than requested",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      yield* store(...["1", "2", "3"].map((id) => saved(id, { title: "Same" })))
      assert.lengthOf(yield* articles.matching(searchWords("same"), 2), 2)
      assert.deepStrictEqual(yield* articles.matching([], 2), [])
    }),
  )
}
