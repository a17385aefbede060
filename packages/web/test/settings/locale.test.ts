import { afterEach, assert, describe, it, vi } from "vitest"
import type { Session } from "../../page/data/session.ts"
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

describe("how long ago something was", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it("is hours until the day ends, which may have 25", async () => {
    const nothing = { getItem: () => null }
    vi.stubGlobal("localStorage", nothing)
    vi.stubGlobal("window", { location: { pathname: "/", search: "" } })
    vi.stubGlobal("document", {
      baseURI: "http://localhost/",
      documentElement: { dataset: {} },
      querySelector: () => null,
      querySelectorAll: () => [],
    })
    const [{ ago, locale }, { standing }] = await Promise.all([
      import("../../page/format.ts"),
      import("../../page/data/session.ts"),
    ])
    const before = standing.get()
    standing.set({ state: "in", session: { time_zone: "Europe/Berlin" } as Session })
    const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
    vi.setSystemTime("2026-10-25T22:50:00Z")
    assert.strictEqual(ago("2026-10-24T22:05:00Z"), format.format(-24, "hour"))
    assert.strictEqual(ago("2026-10-24T21:55:00Z"), format.format(-1, "day"))
    standing.set(before)
  })
})
