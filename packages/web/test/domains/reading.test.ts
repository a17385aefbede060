import { assert, describe } from "vitest"
import { assertUsable, assertViewsUsable, goTo, it, settled } from "../browser.ts"
import { viewsOf } from "../views.ts"

describe("reading", () => {
  it("has what is in hand, the shelf of the year, a passage and what waits, with two requests", async ({
    openPage,
  }) => {
    const page = await openPage("/reading")
    await page.locator(".in-hand").first().waitFor()
    await page
      .getByText(/^\d+% \d+ of \d+ (min|pages)$/)
      .first()
      .waitFor()
    assert.isAtLeast(await page.locator(".shelf a").count(), 1)
    const passage = page.locator(".kept blockquote")
    const first = await passage.textContent()
    await page.getByRole("button", { name: "Another" }).click()
    await page.waitForFunction(
      (shown) => document.querySelector(".kept blockquote")?.textContent !== shown,
      first,
    )
    await assertUsable(page)

    await page.locator(".shelf a").first().click()
    await page.waitForURL(/\/reading\/books\/\d+$/)
    await page.locator(".hero h1").waitFor()
    await settled(page)
    await assertUsable(page)
    await goTo(page, "/reading/numbers?period=1990")
    await page.getByText(/^Nothing in 1990\. This is \d{4}, your latest\.$/).waitFor()
  })

  it("shows the minutes and pages of a reading device, of days and of a book", async ({ openPage }) => {
    const page = await openPage("/reading")
    await page.getByRole("heading", { name: "Books, last 30 days" }).waitFor()
    await page
      .getByText(/ pages · \d+ days?$/)
      .first()
      .waitFor()
    await page.locator("a.in-hand[href*='/books/']").first().click()
    await page.getByRole("heading", { name: "Time read" }).waitFor()
    await page.getByRole("heading", { name: "Sessions" }).waitFor()
    await assertUsable(page)
    await goTo(page, "/reading/numbers?period=overall")
    await page.getByRole("heading", { name: "Time with books" }).waitFor()
    await assertUsable(page)
  })

  it("goes through the archive by filters that are in its address, without an end", async ({ openPage }) => {
    const page = await openPage("/reading")
    await page.getByRole("navigation", { name: "Reading" }).getByRole("link", { name: "Articles" }).click()
    await page.getByText(/^1,0\d\d articles$/).waitFor()
    assert.isAtMost(await page.locator(".entry").count(), 240)
    await page.waitForFunction(() => {
      window.scrollTo(0, document.body.scrollHeight)
      return document.querySelectorAll(".endless > *").length > 2
    })

    await page.getByRole("link", { name: "Finished", exact: true }).click()
    await page.getByLabel("Tag").selectOption("maps")
    await page.waitForURL(/\?status=finished&tag=maps$/)
    await settled(page)
    const found = await page.locator("header.title p").textContent()
    await page.reload()
    await settled(page)
    assert.strictEqual(await page.locator("header.title p").textContent(), found)

    // An address that was typed wrong is one without that filter.
    await goTo(page, "/reading/articles?status=lost&from=2025-02-31")
    await page.getByText(/^1,0\d\d articles$/).waitFor()
  })

  it("finds articles by words, and shows one with its highlights", async ({ openPage }) => {
    const page = await openPage("/reading/articles")
    await page.getByRole("search", { name: "Search articles" }).getByRole("searchbox").fill("winter")
    await page.waitForURL(/\?q=winter$/)
    await page.getByText("Best matches first").waitFor()
    await settled(page)

    await goTo(page, "/reading/highlights")
    const quote = page.locator(".quote").first()
    const passage = (await quote.locator("blockquote").textContent()) ?? ""
    await quote.getByRole("link").first().click()
    await page.waitForURL(/\/reading\/articles\/\d+$/)
    await page.locator(".prose mark").first().waitFor()
    assert.include((await page.locator(".prose mark").allTextContents()).join(" "), passage.slice(0, 20))
    await assertUsable(page)

    await goTo(page, "/reading/books?sort=rating")
    await page.locator(".wall a").first().click()
    await page.waitForURL(/\/reading\/books\/\d+$/)
    await page.getByRole("img", { name: "5 of 5 stars" }).waitFor()
    await assertUsable(page)

    await goTo(page, "/reading/articles/999999")
    await page.getByText("There is no article 999999").waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("reading"))
  })
})
