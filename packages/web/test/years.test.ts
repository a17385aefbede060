import { assert, describe } from "vitest"
import { assertAccessible, it, keys } from "./browser.ts"

describe("a year in review", () => {
  it("has a chapter for each domain, and a picture that can be shared with an admin key", async ({
    openPage,
  }) => {
    const page = await openPage("/years/2025", { key: keys.admin })
    for (const chapter of [
      "Listening",
      "Reading",
      "Watching",
      "Running",
      "Attending",
      "Collecting",
      "Places",
    ]) {
      await page.getByRole("heading", { level: 2, name: new RegExp(`^${chapter} [\\d,]+ `) }).waitFor()
    }
    await page.getByRole("button", { name: "Share" }).click()
    const link = page.getByRole("link", { name: /\/v1\/cards\/year\/2025\.svg\?share=/ })
    await link.waitFor()
    const shared = await fetch((await link.getAttribute("href")) ?? "")
    assert.strictEqual(shared.headers.get("content-type"), "image/svg+xml")
    await assertAccessible(page)
  })
})
