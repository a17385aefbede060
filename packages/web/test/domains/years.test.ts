import { assert, describe } from "vitest"
import { assertAccessible, it, keys } from "../browser.ts"

describe("the story of a year", () => {
  it("turns its cards with keys and taps, says them, and saves them as PNG", async ({ openPage }) => {
    const page = await openPage("/years")
    await page.getByRole("link", { name: /2025/ }).click()
    await page.getByRole("dialog", { name: "The story of 2025" }).waitFor()
    const said = page.getByRole("status")
    const cardAt = (card: number) => said.filter({ hasText: `${card} of 10` }).waitFor()
    await cardAt(1)
    await page.keyboard.press("ArrowRight")
    await cardAt(2)
    await page.keyboard.press("ArrowLeft")
    await cardAt(1)
    await page.keyboard.press("End")
    await cardAt(10)
    await page.keyboard.press("Home")
    await cardAt(1)
    const { height = 0, width = 0, x = 0, y = 0 } = (await page.locator(".story-stage").boundingBox()) ?? {}
    await page.mouse.click(x + width * 0.7, y + height / 2)
    await cardAt(2)
    await page.mouse.click(x + width * 0.2, y + height / 2)
    await cardAt(1)
    await page.mouse.move(x + width * 0.7, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.3, y + height / 2)
    await page.mouse.up()
    await cardAt(2)
    await page.getByRole("radio", { name: "Wide 1200 × 630" }).check({ force: true })
    await page.locator('.story-card[src*="size=wide"]').waitFor()
    const downloading = page.waitForEvent("download")
    await page.getByRole("link", { name: "Save picture" }).click()
    const download = await downloading
    assert.strictEqual(download.suggestedFilename(), "2025-plays-wide.png")
    await assertAccessible(page)
    await page.keyboard.press("Escape")
    await page.waitForURL(/\/years\/2025$/)
    await page.getByRole("heading", { level: 1, name: "2025" }).waitFor()
  })

  it("fits a phone, and is the same after a reload", async ({ openPage }) => {
    const page = await openPage("/years/2025/story?card=records", { viewport: { width: 390, height: 844 } })
    const card = page.locator(".story-card")
    await card.waitFor()
    const box = (await card.boundingBox()) ?? assert.fail()
    assert.isAtMost(box.x + box.width, 390)
    const said = await page.getByRole("status").textContent()
    await page.reload()
    await card.waitFor()
    assert.strictEqual(await page.getByRole("status").textContent(), said)
    await assertAccessible(page)
  })
})

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
