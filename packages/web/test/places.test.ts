import { assert, describe } from "vitest"
import { assertAccessible, goTo, it, settled } from "./browser.ts"

describe("places", () => {
  it("are on a map that moves by keyboard, and whose view is in its address", async ({ openPage }) => {
    const page = await openPage("/places?period=overall")
    const map = page.getByRole("application", { name: /^324 places/ })
    await map.focus()
    // The point nearest to the middle is said, and Enter goes into it.
    await page
      .locator(".map figcaption")
      .getByText(/ visits$/)
      .waitFor()
    await page.keyboard.press("+")
    await page.waitForURL(/[?&]at=[\d.-]+%2C[\d.-]+%2C[\d.]+$/)
    const at = page.url()
    await page.reload()
    await settled(page)
    await map.waitFor()
    assert.strictEqual(page.url(), at)
    await map.focus()
    await page.keyboard.press("0")
    await page.waitForURL(/\?period=overall$/)

    // A cluster is taken apart, at first into cities, down to a venue.
    await page.locator(".map-mark", { hasText: "Lisbon" }).click()
    await page.locator(".map-mark", { hasText: "Porto" }).waitFor()
    await page.locator(".map-mark", { hasText: "Lisbon" }).click()
    await page.waitForURL(/[?&]at=38\.7/)
    await page.locator("a.map-mark").first().click()
    await page.waitForURL(/\/places\/venues\/[^/]+$/)
    await page.getByRole("heading", { level: 2, name: "Visits" }).waitFor()
    await settled(page)
    await assertAccessible(page)
  })

  it("lead from a city to its venues, and say which one there is not", async ({ openPage }) => {
    const page = await openPage("/places/cities")
    await page.getByRole("link", { name: /Kyoto/ }).click()
    await page.waitForURL(/\/places\/venues\?city=Kyoto&country=Japan$/)
    await settled(page)
    const all = await page.locator(".endless .entry").count()
    await page.getByRole("link", { name: /City: Kyoto/ }).click()
    await page.waitForURL(/\/places\/venues\?country=Japan$/)
    await settled(page)
    assert.strictEqual(await page.locator(".endless .entry").count(), all)

    await goTo(page, "/places/venues/nowhere")
    await page.getByText("There is no venue with this id").waitFor()
  })
})
