import { isOneMistake, mayBeMistaken, titleText } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { suggest } from "../src/index.ts"
import { domainOf } from "./searchable.ts"

const titles = (...all: ReadonlyArray<string | readonly [title: string, subtitle: string]>) =>
  domainOf("listening", {
    track: all.map((one) => (typeof one === "string" ? { title: one } : { title: one[0], subtitle: one[1] })),
  })

const found = (domain: ReturnType<typeof titles>, q: string) =>
  Effect.map(suggest([domain], q), (items) => items.map(({ title }) => title))

describe("titles", () => {
  const finds: ReadonlyArray<readonly [what: string, q: string, title: string]> = [
    ["without case and accents", "sigur ROS", "Sigur Rós"],
    ["by the beginning of the last word", "paper lan", "Paper Lanterns"],
    ["by words in any order", "lanterns paper", "Paper Lanterns"],
    ["by a part of a text without spaces", "彩花", "高梨彩花"],
    ["by a word beside such a text", "tower", "東京Tower"],
    ["in Thai", "สวัส", "สวัสดี"],
    ["in Cyrillic", "елк", "Ёлка"],
    ["in Arabic", "مرحبا", "مرحبا بالعالم"],
    ["by initials", "rem", "R.E.M."],
    ["by signs alone", "!!!", "!!!"],
    ["by a symbol", "÷", "÷ (Deluxe)"],
    ["by an emoji", "🎸", "🎸 Solo"],
    ["with a letter too many", "radiohhead", "Radiohead"],
    ["with a letter too few", "radiohad", "Radiohead"],
    ["with another letter", "radiohesd", "Radiohead"],
    ["with two letters in the other order", "raidohead", "Radiohead"],
    ["with a mistake in one of several words", "papre lanterns", "Paper Lanterns"],
  ]
  for (const [what, q, title] of finds) {
    it.effect(`are found ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* found(titles("Else", title, "Other things"), q), [title])
      }),
    )
  }

  it.effect(
    "are not found by the middle of a word, a missing word, two mistakes or one in a short word",
    () =>
      Effect.gen(function* () {
        const domain = titles("Paper Lanterns", "Cat")
        for (const q of [
          "aper",
          "lan paper x",
          "pape lanterns lost",
          "ppaer lnaterns x",
          "lnatersn",
          "car",
          "%",
          "\\",
        ]) {
          assert.deepStrictEqual(yield* found(domain, q), [], q)
        }
      }),
  )

  it.effect("are in the order of their fit: whole, beginning, phrase, words, names, mistakes", () =>
    Effect.gen(function* () {
      const inOrder = [
        "Blue Train",
        "Blue Training",
        "A Blue Train",
        "Train of Blue",
        ["Train", "Blue"],
        "Blue Trian".replace("Trian", "Traun"),
      ] as const
      const domain = titles(...inOrder.toReversed())
      assert.deepStrictEqual(
        yield* found(domain, "blue train"),
        inOrder.map((one) => (typeof one === "string" ? one : one[0])),
      )
    }),
  )

  it.effect("of equal fit stand by length, then by domain, type, title and id, at most ten", () =>
    Effect.gen(function* () {
      const first = domainOf("listening", { artist: [{ title: "Salt B" }], album: [{ title: "Salt A" }] })
      const second = domainOf("watching", { movie: [{ title: "Salt" }, { title: "Salt A" }] })
      const all = yield* suggest([first, second], "sal")
      assert.deepStrictEqual(
        all.map(({ domain, title, type }) => `${domain} ${type} ${title}`),
        ["watching movie Salt", "listening artist Salt B", "listening album Salt A", "watching movie Salt A"],
      )
      const many = titles(...Array.from({ length: 30 }, () => "Same"))
      const ids = yield* suggest([many], "same")
      assert.deepStrictEqual(
        ids.map(({ id }) => id),
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
      )
    }),
  )

  const Letters = Schema.Array(Schema.Literals(["a", "b", "c"])).check(Schema.isBetweenLength(4, 8))

  it.effect.prop(
    "with one mistake anywhere in a word of five letters are found; those with two are not",
    [Letters, Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7, 8]), Schema.Literals(["x", ""]), Schema.Boolean],
    ([letters, at, other, isAdded]) =>
      Effect.gen(function* () {
        const word = letters.join("")
        const mistaken = word.slice(0, at) + other + word.slice(isAdded ? at : at + 1)
        if (!mayBeMistaken(mistaken) || mistaken === word) return
        assert.isTrue(isOneMistake(word, mistaken))
        assert.isTrue(isOneMistake(mistaken, word))
        assert.deepStrictEqual(yield* found(titles(word), mistaken), [word])
        assert.deepStrictEqual(yield* found(titles(word), `${mistaken}yz`), [])
      }),
  )

  it("of a word and its neighbour changed places are one mistake", () => {
    assert.isTrue(isOneMistake("abcdef", "abdcef"))
    assert.isFalse(isOneMistake("abcdef", "bacdfe"))
    assert.isFalse(isOneMistake("same", "same"))
  })

  it("have the names next to them on their own line", () => {
    assert.strictEqual(titleText("Salt", "Ida Quarry"), " salt\n ida quarry")
  })
})
