import { assert, describe } from "vitest"
import { it, settled } from "./browser.ts"

describe("moving through the page", () => {
  it("puts the focus on the heading of the view, and says its name", async ({ openPage }) => {
    const page = await openPage("/")
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Listening" }).click()
    await page.getByRole("heading", { level: 1, name: "Listening" }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === "H1")
    await page.locator("[role=status] p.hidden", { hasText: "Listening" }).waitFor({ state: "attached" })
    // What is chosen within a view keeps the focus.
    await page.getByRole("link", { name: "All time" }).click()
    await settled(page)
    assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent), "All time")
  })

  it("returns to the image that was left, and to where the view was scrolled", async ({ openPage }) => {
    const page = await openPage("/collecting/records")
    const record = page.locator("main .wall a").nth(14)
    await record.scrollIntoViewIfNeeded()
    const href = await record.getAttribute("href")
    const before = await page.evaluate(() => window.scrollY)
    await record.click()
    await page.locator("main .hero").waitFor()
    await settled(page)
    await page.goBack()
    await page.waitForFunction((left) => document.activeElement?.getAttribute("href") === left, href)
    assert.closeTo(await page.evaluate(() => window.scrollY), before, 40)
  })
})
