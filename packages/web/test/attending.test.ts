import { assert, describe } from "vitest"
import { assertAccessible, assertViewsUsable, goTo, it, settled } from "./browser.ts"
import { viewsOf } from "./views.ts"

describe("attending", () => {
  it("leads from a season to a game with its score and players, and on to a team", async ({ openPage }) => {
    const page = await openPage("/attending/seasons?season=2025")
    await page.getByRole("heading", { level: 2, name: "3 games attended" }).waitFor()
    await page.locator(".standings").getByText("3–0").waitFor()
    await page.locator(".event-line a").first().click()
    await page.waitForURL(/\/attending\/events\/\d+$/)
    await settled(page)
    assert.isAbove(await page.locator(".players li").count(), 10)
    await assertAccessible(page)
    await page.locator(".score").getByRole("link", { name: "Brackwater Herons" }).click()
    await page.waitForURL(/\/attending\/teams\/\d+$/)
    await page.getByText("35–5").waitFor()
    await settled(page)
    await assertAccessible(page)
  })

  it("narrows the events by its address, and shows a concert and its venue", async ({ openPage }) => {
    const page = await openPage("/attending/events?category=music&year=2025&attended=maybe")
    const found = await page.locator("header.title p").textContent()
    await page.getByLabel("Attendance").selectOption("true")
    await page.waitForURL(/&attended=true$/)
    await settled(page)
    assert.match(found ?? "", /^\d+ events$/)
    await page.locator(".event-line a").first().click()
    await page.getByRole("heading", { level: 2, name: "Line-up" }).waitFor()
    await page.locator(".event-venue a").click()
    await page.waitForURL(/\/attending\/venues\/\d+$/)
    await page.getByRole("application").first().waitFor()
    await settled(page)
    await assertAccessible(page)

    await goTo(page, "/attending/events/999999")
    await page.getByText("There is no event 999999").waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("attending"))
  })
})
