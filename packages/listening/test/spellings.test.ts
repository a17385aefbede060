import { commonestSpelling, foldName, spellingKey } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"

describe("spellings of a name", () => {
  it("differ in case, in width or in Unicode form", () => {
    for (const [one, other] of [
      ["a-ha", "A-Ha"],
      ["Ａ－ｈａ", "a-ha"],
      ["Cafe\u0301", "café"],
      ["Straße", "STRASSE"],
      ["Straße", "STRAẞE"],
      ["ΟΔΟΣ", "οδος"],
      ["ｶﾞ", "ガ"],
      ["ﬁn", "Fin"],
      ["Low\u00a0End", "low end"],
    ] as const)
      assert.strictEqual(spellingKey(one), spellingKey(other), `${one} and ${other}`)
  })

  it("do not differ in letters, accents, punctuation or spaces", () => {
    for (const [one, other] of [
      ["Björk", "Bjork"],
      ["Kalbım", "Kalbim"],
      ["R.E.M.", "REM"],
      ["The Band", "Band"],
      ["low  end", "low end"],
      ["÷", "×"],
    ] as const)
      assert.notStrictEqual(spellingKey(one), spellingKey(other), `${one} and ${other}`)
  })

  it("are one name wherever names are matched, whatever their letters, and a key is its own key", () => {
    for (let code = 0x21; code < 0x2_ffff; code++) {
      const letter = String.fromCodePoint(code)
      if (!letter.isWellFormed() || letter.trim() === "") continue
      const name = `a\u0301${letter}b`
      const key = spellingKey(name)
      assert.strictEqual(spellingKey(key), key)
      assert.strictEqual(foldName(key), foldName(name), name)
      for (const other of [name.normalize("NFD"), name.normalize("NFKC"), name.toLowerCase()])
        assert.strictEqual(spellingKey(other), key, other)
    }
  })

  it("are shown in the most played one, the first in order of as many", () => {
    const spelled = (name: string, plays: number) => ({ name, plays })
    assert.strictEqual(commonestSpelling([spelled("a-ha", 1), spelled("A-ha", 2)]), "A-ha")
    assert.strictEqual(
      commonestSpelling([spelled("a-ha", 1), spelled("A-ha", 2), spelled("a-ha", 2)]),
      "a-ha",
    )
    assert.strictEqual(commonestSpelling([spelled("a-ha", 2), spelled("A-ha", 2)]), "A-ha")
  })
})
