import { assert, describe } from "vitest"
import { assertAccessible, assertUsable, goTo, it, keys } from "../browser.ts"

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
    const said = await page.locator("dialog").getByRole("status").textContent()
    await page.reload()
    await card.waitFor()
    assert.strictEqual(await page.locator("dialog").getByRole("status").textContent(), said)
    await assertAccessible(page)

    await goTo(page, "/years/abc/story")
    await page.getByRole("heading", { level: 1, name: "abc" }).waitFor()
    await page.getByText("Couldn't load this").waitFor()
  })
})

describe("a year in review", () => {
  it("has a chapter for each domain, and leads to its story", async ({ openPage }) => {
    const page = await openPage("/years/2025")
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
    await page.getByRole("link", { name: "Play the story" }).click()
    await page.getByRole("dialog", { name: "The story of 2025" }).waitFor()

    for (const month of ["13", "0", "foo"]) {
      await goTo(page, `/years/2025/months/${month}`)
      await page.getByRole("heading", { level: 1, name: `2025-${month}` }).waitFor()
      await page.getByText("Couldn't load this").waitFor()
    }
  })

  it("has a public page that an admin key makes and ends with two clicks each", async ({ openPage }) => {
    const page = await openPage("/years/2024", { key: keys.admin })
    await page.getByRole("button", { name: "Share" }).click()
    await page.getByRole("button", { name: "Make a public page" }).click()
    const link = page.getByRole("link", { name: /\/s\/dbk_share_/ })
    await link.waitFor()
    await assertAccessible(page)
    const address = (await link.getAttribute("href")) ?? ""
    const shared = await fetch(address)
    assert.strictEqual(shared.status, 200)
    assert.include(await shared.text(), "The year 2024")
    const picture = await fetch(`${address}/cover.png?size=wide`)
    assert.strictEqual(picture.headers.get("content-type"), "image/png")
    // Over plain HTTP a browser has no clipboard: the link is selected, for the keyboard's copy.
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
    await page.getByRole("button", { name: "Copy the link" }).click()
    assert.strictEqual(await page.evaluate(() => getSelection()?.toString()), address)
    await page.getByRole("button", { name: "Done" }).click()

    await page.getByRole("button", { name: "Share" }).click()
    await page.getByRole("button", { name: "End the page" }).click()
    await page.getByText("The page has ended").waitFor()
    assert.strictEqual((await fetch(address)).status, 404)
  })

  it("shows what is happening now to strangers, on a phone too", async ({ openPage }) => {
    const owner = await openPage("/years", { key: keys.admin })
    await owner.getByRole("button", { name: "Share right now" }).click()
    await owner.getByRole("button", { name: "Make a public page" }).click()
    const link = owner.getByRole("link", { name: /\/s\/dbk_share_/ })
    const path = new URL((await link.getAttribute("href")) ?? "").pathname
    const page = await openPage(path)
    await page.getByRole("heading", { level: 1, name: "Right now" }).waitFor()
    await assertUsable(page)
    await owner.getByRole("button", { name: "End the page" }).click()
    await owner.getByText("The page has ended").waitFor()
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
