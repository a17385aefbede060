import { assert, describe, it } from "vitest"
import { localeOf } from "../../page/locale.ts"

describe("the language of the page", () => {
  it("is the first that the page has, whatever a browser names", () => {
    for (const [languages, locale] of [
      [["en-US@posix"], "en-US"],
      [["de-at", "en"], "de-AT"],
      [["auto", "C", "not a tag", "pt"], "pt"],
      [["nl", "sv-SE", "ja", "de"], "ja"],
      [["eng"], "en"],
      [["@posix"], "en"],
      [[], "en"],
    ] as const) {
      assert.strictEqual(localeOf(languages), locale)
      assert.strictEqual(new Intl.NumberFormat(localeOf(languages)).format(1), "1")
    }
  })
})
