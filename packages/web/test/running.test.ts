import { assert, describe } from "vitest"
import { assertAccessible, assertViewsUsable, goTo, it, settled } from "./browser.ts"
import { viewsOf } from "./views.ts"

describe("running", () => {
  it("sums a year up as the API does, and leads to its runs", async ({ openPage }) => {
    const page = await openPage("/running?period=2025")
    await page.getByRole("application", { name: /^145 runs/ }).waitFor()
    const told = await page.locator(".facts").first().innerText()
    assert.match(told, /Runs\s+145\s+Distance\s+926\.2 mi/)
    await page.getByRole("link", { name: "All time" }).click()
    await page.waitForURL(/\?period=overall$/)
    await settled(page)
    assert.match(await page.locator(".facts").first().innerText(), /Runs\s+1,010\s/)
  })

  it("narrows the runs by its address, and shows one with its splits and its track", async ({ openPage }) => {
    const page = await openPage("/running/activities?race=true&sort=distance")
    await page.getByText("16 runs").waitFor()
    await page.locator(".run-line a").first().click()
    await page.getByRole("heading", { level: 1, name: "Autumn Marathon" }).waitFor()
    await settled(page)
    assert.strictEqual(await page.locator(".splits tbody tr").count(), 27)
    // Going along the pace shows where it was on the map.
    await page.getByRole("application", { name: "Pace" }).focus()
    await page.keyboard.press("ArrowRight")
    await page.locator(".map-spot").waitFor()
    await page.getByText(/^at [\d.]+ mi$/).waitFor()
    await assertAccessible(page)

    await goTo(page, "/running/activities/strava:0")
    await page.getByText("There is no run with this id").waitFor()
    await goTo(page, "/running/activities?race=perhaps&sort=beauty&from=yesterday")
    await page.getByText("1,010 runs").waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("running"))
  })
})
