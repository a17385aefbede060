import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { foldName, namesMatch } from "../../src/index.ts"

const folds: ReadonlyArray<readonly [what: string, name: string, folded: string]> = [
  ["case", "GLASS Animals", "glass animals"],
  ["a letter that is two in upper case", "Straße", "strasse"],
  ["a Greek word's last sigma", "Μίκης ΟΔΟΣ", "μικησ οδοσ"],
  ["accents", "Sigur Rós", "sigur ros"],
  ["accents that are characters of their own", "Beyonce\u0301", "beyonce"],
  ["letters that take no accent apart", "Røyksopp Łąki Ætherö", "royksopp laki aethero"],
  ["full width", "ＹＭＯ", "ymo"],
  ["ligatures", "ﬁne", "fine"],
  ["punctuation", "Jay-Z: What? More!", "jay z what more"],
  ["apostrophes of every kind", "Don’t Can't Won`t", "dont cant wont"],
  ["initials", "R.E.M. and M.I.A", "rem and mia"],
  ["an initial before a name", "J. Cole", "j cole"],
  ["dots inside of names", "will.i.am, Vol.2", "will i am vol 2"],
  ["white space", "  Low \t Tide\u00a0", "low tide"],
  ["what cannot be seen", "Lo\u00adw\u200b", "low"],
  ["&", "Nick Cave & The Bad Seeds", "nick cave and the bad seeds"],
  ["a leading the", "The Paper Lanterns", "paper lanterns"],
  ["no other the", "Into The Woods", "into the woods"],
  ["a the that is all", "The", "the"],
  ["the band of that name", "The The", "the the"],
  ["signs that only set apart", "Low Tide ~Live~ | A>B", "low tide live a b"],
  ["brackets", "Weather Maps (Deluxe Edition) [Live]", "weather maps deluxe edition live"],
  ["guests in parentheses", "Salt (feat. Ada)", "salt"],
  ["guests in brackets", "Salt [Ft. Ada & Bo]", "salt"],
  ["guests with a with", "Salt (with Ada)", "salt"],
  ["guests at the end", "Ida Quarry featuring Ada", "ida quarry"],
  ["guests without a dot", "Ida Quarry ft Ada", "ida quarry"],
  ["guests before what follows in brackets", "Salt feat. Ada (Remix)", "salt remix"],
  ["guests before what follows a dash", "Salt feat. Ada – Live", "salt live"],
  ["guests inside of brackets", "Salt (live, feat. Ada) 2", "salt live 2"],
  ["no with outside of brackets", "Stay With Me", "stay with me"],
  ["no with in the middle of brackets", "Stay (One Night with You)", "stay one night with you"],
  ["a band that ends with the word", "Little Feat", "little feat"],
  ["a name that begins with the word", "Feat. Nobody", "feat nobody"],
  ["a length in feet", "10 Ft. Under", "10 ft under"],
  ["Japanese", "宇多田ヒカル・ガール", "宇多田ヒカル ガール"],
  ["Japanese of half width, whose marks are letters apart", "ｶﾞｰﾙ", "ガール"],
  ["Japanese brackets", "海（feat. 空）", "海"],
  ["Cyrillic, whose marks make other letters", "Й Ёлка", "й ёлка"],
  ["Hangul", "방탄소년단", "방탄소년단"],
  ["digits and symbols", "÷ (Deluxe)", "÷ deluxe"],
  ["a symbol inside of a name", "A$AP", "a$ap"],
  ["punctuation alone", "!!!", "!!!"],
  ["signs alone", "+/-", "+/-"],
  ["only an ampersand", "&", "&"],
  ["only white space", " ", " "],
  ["nothing", "", ""],
]

const apart: ReadonlyArray<readonly [string, string]> = [
  ["Animals", "Glass Animals"],
  ["Animal", "Animals"],
  ["Stay With Me", "Stay"],
  ["÷ (Deluxe)", "× (Deluxe)"],
  ["!!!", "???"],
  ["か", "が"],
  // A romanised name is another name: no page at all is better than somebody else's.
  ["宇多田ヒカル", "Hikaru Utada"],
  ["Кино", "Kino"],
]

describe("folding a name", () => {
  for (const [what, name, folded] of folds) {
    it(`folds ${what}: "${name}"`, () => {
      assert.strictEqual(foldName(name), folded)
    })
  }

  // Pieces of names, chosen so that even a short sequence of them is an unusual name.
  const pieces: ReadonlyArray<string> = [
    ..."aAéßİıςあガﾞйё9½Ⅳ",
    ..."&+/-–().[]（）'’!?~|÷$ \t",
    "the",
    "The ",
    " feat. ",
    " ft ",
    "(with ",
    "(feat ",
    " featuring ",
    "and",
    " with ",
    "10",
    "R.E.M.",
    "\u0301",
    "\u3099",
    "\u0345",
    "\u200b",
    "\ufe0f",
    "¨",
    "ŉ",
    "ʼ",
    "ﷺ",
    "𝐀",
    "🎵",
    "\ud800",
  ]
  const Name = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(8))
  const runs = { arbitrary: { runs: 3_000 } }

  it.prop(
    "is idempotent",
    [Name],
    ([pieces]) => {
      const folded = foldName(pieces.join(""))
      assert.strictEqual(foldName(folded), folded)
    },
    runs,
  )

  it.prop(
    "never returns an empty text",
    [Name],
    ([pieces]) => {
      const name = pieces.join("")
      assert.strictEqual(foldName(name) === "", name === "")
    },
    runs,
  )

  it.prop(
    "is idempotent and never empty for any text",
    [Schema.String],
    ([name]) => {
      const folded = foldName(name)
      assert.strictEqual(foldName(folded), folded)
      assert.strictEqual(folded === "", name === "")
    },
    runs,
  )

  it.prop(
    "ignores case, composition, and surrounding white space",
    [Name],
    ([pieces]) => {
      // A Greek iota below becomes a letter in upper case, so the order of the marks around it must be settled before.
      const name = pieces.join("").normalize("NFKC")
      assert.isTrue(namesMatch(`a${name}`, ` A${name.toUpperCase().normalize("NFD")} `))
    },
    runs,
  )

  for (const [one, other] of apart) {
    it(`keeps "${one}" and "${other}" apart`, () => {
      assert.isFalse(namesMatch(one, other))
    })
  }
})
