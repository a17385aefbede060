import { assert, describe } from "vitest"
import { assertUsable, assertViewsUsable, goTo, it, settled } from "../browser.ts"
import { viewsOf } from "../views.ts"

describe("collecting", () => {
  it("shows what a year added next to the year before, as a wall", async ({ openPage }) => {
    const page = await openPage("/collecting?period=2025")
    await page.getByText("the same time in 2024").waitFor()
    assert.isAtLeast(await page.locator(".wall a").count(), 3)
    await goTo(page, "/collecting?period=1990")
    await page.getByText(/^Nothing in 1990\. This is \d{4}, your latest\.$/).waitFor()
  })

  it("shows a shelf by format and genre, and a record with its tracks", async ({ openPage }) => {
    const page = await openPage("/collecting")
    await page.getByRole("link", { name: "Cassette" }).click()
    await page.waitForURL(/\/collecting\/records\?format=Cassette$/)
    await settled(page)
    await page.getByText("6 records").waitFor()
    assert.strictEqual(await page.locator(".wall a").count(), 6)
    await page.locator(".wall a").first().click()
    await page.waitForURL(/\/collecting\/records\/\d+$/)
    await page.locator(".record-tracks li").first().waitFor()
    await settled(page)
    await assertUsable(page)

    const genre = page.locator(".chip").first()
    const name = (await genre.textContent()) ?? ""
    await genre.click()
    await page.waitForURL(/\?genre=/)
    await settled(page)
    assert.strictEqual(await page.getByLabel("Genre").inputValue(), name)
  })

  it("shows owned films, and the collection next to what was played and watched", async ({ openPage }) => {
    const page = await openPage("/collecting/media?format=laserdisc")
    await page.locator(".wall a").first().click()
    await page.waitForURL(/\/collecting\/media\/[^/]+$/)
    await page.getByText("LaserDisc").waitFor()
    await assertUsable(page)

    await goTo(page, "/collecting/beside")
    await page.getByRole("link", { name: "Never played" }).click()
    await page.waitForURL(/\?list=never_played$/)
    await settled(page)
    assert.isAbove(await page.locator(".entry").count(), 0)
    assert.strictEqual(await page.locator(".entry time").count(), 0)

    await goTo(page, "/collecting/records/999999")
    await page.getByText("There is no record 999999").waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("collecting"))
  })
})
