import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { foldText, idsContaining, titleContains, titleText } from "../../src/index.ts"

const folds: ReadonlyArray<readonly [what: string, text: string, folded: string]> = [
  ["case and accents", "Sigur RÓS", "sigur ros"],
  ["letters that are two in upper case", "Straße", "strasse"],
  ["letters with a mark in them", "Røyksopp Łąki Ætherö", "royksopp laki aethero"],
  ["accents of Greek and Cyrillic letters", "Μίκης Ёлка", "μικησ елка"],
  ["full width", "ＹＭＯ", "ymo"],
  ["punctuation", "Jay-Z: What? AC/DC", "jay z what ac dc"],
  ["apostrophes", "Don’t Can't", "dont cant"],
  ["initials", "R.E.M. and M.I.A", "rem and mia"],
  ["&", "Nick Cave & The Bad Seeds", "nick cave and the bad seeds"],
  ["symbols are kept", "÷ (Deluxe)", "÷ deluxe"],
  ["a text without letters is itself", " !!! ", "!!!"],
  ["a script without spaces is a word of its own", "東京Tower 2", "東京 tower 2"],
  ["marks of other scripts are kept", "が", "が"],
  ["nothing", "  ", ""],
]

describe("text folded for a search", () => {
  for (const [what, text, folded] of folds) {
    it(what, () => assert.strictEqual(foldText(text), folded))
  }

  it.prop("folding what is folded changes nothing", [Schema.String], ([text]) => {
    assert.strictEqual(foldText(foldText(text)), foldText(text))
  })

  it.prop(
    "a text contains each of its words, and each beginning of it that ends with a word",
    [
      Schema.Array(Schema.Literals(["Rós", "The", "日本", "A.B.", "x-y", "Ёж"])),
      Schema.Literals([0, 1, 2, 3]),
    ],
    ([words, first]) => {
      const title = words.join(" ")
      assert.isTrue(titleContains(words.slice(0, first).join(" "), title))
      assert.isTrue(words.every((word) => titleContains(word, "somebody", title)))
    },
  )

  it("a title and the names next to it are searched apart", () => {
    const list = { ids: ["1", "2"], texts: [titleText("Salt", "Ida Quarry"), titleText("Ida", "")] }
    assert.deepStrictEqual(idsContaining(list, "IDA"), ["1", "2"])
    assert.deepStrictEqual(idsContaining(list, "quar"), ["1"])
    assert.deepStrictEqual(idsContaining(list, "salt ida"), [])
    assert.deepStrictEqual(idsContaining(list, "%"), [])
  })
})
