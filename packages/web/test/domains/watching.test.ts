import { assert, describe } from "vitest"
import { assertUsable, assertViewsUsable, goTo, it, settled } from "../browser.ts"
import { viewsOf } from "../views.ts"

describe("watching", () => {
  it("shows a year, its films by rating, and one film", async ({ openPage }) => {
    const page = await openPage("/watching?period=2025")
    const films = page.locator(".facts div").first().locator("dd")
    const ofYear = await films.textContent()
    await page.getByRole("link", { name: "All time" }).click()
    await settled(page)
    assert.notStrictEqual(await films.textContent(), ofYear)

    await page
      .getByRole("list", { name: "Ratings" })
      .getByRole("link", { name: /^4\.5 of 5 stars/ })
      .click()
    await page.waitForURL(/\/watching\/movies\?rated=4\.5$/)
    await settled(page)
    const wall = page.locator(".wall a")
    assert.strictEqual(await page.locator("header.title p").textContent(), `${await wall.count()} films`)

    const name = (await page.locator(".wall-name").first().textContent()) ?? ""
    await wall.first().click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await page.getByRole("img", { name: "4.5 of 5 stars" }).first().waitFor()
    await assertUsable(page)
  })

  it("shows a show by its seasons, opened by keyboard", async ({ openPage }) => {
    const page = await openPage("/watching/shows?sort=episodes")
    await page.locator(".wall a").first().click()
    await page.waitForURL(/\/watching\/shows\/\d+$/)
    await settled(page)
    const season = page.locator(".season").first()
    const isOpen = await season.getAttribute("open")
    await season.locator("summary").focus()
    await page.keyboard.press("Enter")
    assert.notStrictEqual(await season.getAttribute("open"), isOpen)
    await assertUsable(page)

    await goTo(page, "/watching/movies/999999")
    await page.getByText("There is no film 999999").waitFor()
    await goTo(page, "/watching/diary?show=reviews")
    await page.locator(".film-review").first().waitFor()
    await goTo(page, "/watching/diary?from=1990-01-01&to=1990-12-31")
    await page.getByText("No matches. Try removing a filter.").waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("watching"))
  })
})
