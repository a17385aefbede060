import { assert, describe } from "vitest"
import { assertAccessible, it, keys } from "../browser.ts"

describe("a year in review", () => {
  it("has a chapter for each domain, and an image that can be shared with an admin key", async ({
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

  it("is printed without the frame, dark on white, each chapter whole", async ({ openPage }) => {
    const page = await openPage("/years/2025", { colorScheme: "dark" })
    await page.getByRole("heading", { level: 2, name: /^Places [\d,]+ / }).waitFor()
    await page.emulateMedia({ media: "print" })
    for (const part of [".head", ".nav", ".title button"])
      assert.isFalse(await page.locator(part).first().isVisible(), part)
    const [paper, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement)
      return [backgroundColor, color]
    })
    assert.strictEqual(paper, "rgb(255, 255, 255)")
    assert.notInclude(ink ?? "", "236")
    assert.strictEqual(
      await page
        .locator(".chapter")
        .first()
        .evaluate((one) => getComputedStyle(one).breakInside),
      "avoid",
    )
  })
})
