import { assert, describe } from "vitest"
import { assertAccessible, assertViewsUsable, it } from "../browser.ts"
import { viewsOf } from "../views.ts"

describe("listening", () => {
  it("shows the tops of a period in its address, and goes to an artist, an album and a track", async ({
    openPage,
  }) => {
    const page = await openPage("/listening")
    await page.getByRole("link", { name: "All time" }).click()
    await page.getByRole("list", { name: "Kind" }).getByRole("link", { name: "Artists" }).waitFor()
    assert.strictEqual(new URL(page.url()).search, "?period=overall")
    await page.reload()
    const most = page.locator(".ranked a").first()
    await most.waitFor()
    await assertAccessible(page)

    // A chart is a stop of the keyboard, and states what is at each point.
    await page.getByRole("application").first().focus()
    await page.keyboard.press("ArrowLeft")
    await page.getByText(/^\w+ \d{4}: [\d,]+ plays?$/).waitFor()

    const name = (await most.locator(".entry-title").textContent()) ?? ""
    await most.click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    assert.match(new URL(page.url()).pathname, /^\/listening\/artists\/\d+$/)
    await page.locator(".ranked a").first().click()
    await page.waitForURL(/\/listening\/albums\/\d+$/)
    await page.locator(".ranked a").first().click()
    await page.waitForURL(/\/listening\/tracks\/\d+$/)
    await page.getByRole("heading", { name: "Latest plays" }).waitFor()
    await assertAccessible(page)
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("listening"))
  })
})
