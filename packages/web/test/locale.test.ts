import { assert, describe, it } from "vitest"
import { localeOf } from "../page/locale.ts"

describe("the language of numbers and dates", () => {
  it("is the first that is known, whatever a browser names", () => {
    for (const [languages, locale] of [
      [["en-US@posix"], "en-US"],
      [["de-at", "en"], "de-AT"],
      [["", "C", "not a tag", "pt"], "pt"],
      [["@posix"], "en"],
      [[], "en"],
    ] as const) {
      assert.strictEqual(localeOf(languages), locale)
      assert.strictEqual(new Intl.NumberFormat(localeOf(languages)).format(1), "1")
    }
  })
})
