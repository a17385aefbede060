import { assert, describe } from "vitest"
import {
  assertAccessible,
  assertUsable,
  assertViewsUsable,
  it,
  keys,
  type Person,
  settled,
} from "../browser.ts"
import { viewsOf } from "../views.ts"

/** The requests for data of a view that is opened again. */
const requestsOf = async (person: Person, path: string): Promise<ReadonlyArray<string>> => {
  const page = await person.context.newPage()
  const asked: Array<string> = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/v1\/(?!live|images)/.test(pathname)) asked.push(pathname)
  })
  await page.goto(person.url + path)
  await settled(page)
  // What follows from a response is requested in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await page.close()
  return asked
}

describe("listening", () => {
  it("shows a period of its address next to the one before, and what is played most in it", async ({
    openPage,
  }) => {
    const page = await openPage("/listening?period=2024-03")
    await page.getByText("the same time in February 2024").waitFor()
    await page.getByRole("heading", { name: "What changed" }).waitFor()
    assert.match(
      (await page.locator(".compared-chip").textContent()) ?? "",
      /^[↑↓] \d+\s?% against \d+ in February 2024$/,
    )
    await page.getByRole("list", { name: "Kind" }).getByRole("link", { name: "Artists" }).click()
    await page.getByRole("heading", { name: "Artists you played most" }).waitFor()
    assert.strictEqual(new URL(page.url()).search, "?period=2024-03&top=artist")
    await assertUsable(page)

    await page.locator(".compared-bar i").first().waitFor()
    await page.emulateMedia({ forcedColors: "active" })
    const colors = await page
      .locator("html, .compared-bar i")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    assert.notInclude(colors.slice(1), colors[0])
    await page.emulateMedia({ forcedColors: "none" })

    // A chart is a stop of the keyboard, and explains what is at each point.
    await page.getByRole("application", { name: "Plays over time" }).focus()
    await page.keyboard.press("End")
    await page.getByText(/^31 March 2024: \d+ plays?$/).waitFor()
    // February had 29 days.
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await page.getByText(/^29 March 2024: \d+ plays?, \d+ the period before$/).waitFor()

    // All time has nothing before it.
    await page.getByRole("link", { name: "All time" }).click()
    await settled(page)
    assert.strictEqual(await page.locator(".compared-chip").count(), 0)

    // Any days.
    await page.getByText("Choose…").click()
    await page.getByLabel("From").fill("2023-01-02")
    await page.getByLabel("To").fill("2023-01-20")
    await page.getByRole("button", { name: "Show" }).click()
    await page.getByText("the same time in the 19 days before").waitFor()
    await page.getByLabel("From").fill("2023-01-22")
    await page.getByRole("button", { name: "Show" }).click()
    await page.getByText("the same time in the 3 days before").waitFor()
    assert.strictEqual(new URL(page.url()).search, "?top=artist&from=2023-01-20&to=2023-01-22")
    await assertAccessible(page)
  })

  it("shows the newest days with plays for a period without any, and says so", async ({ openPage }) => {
    const page = await openPage("/listening?period=2010")
    await page.getByText(/^Nothing in 2010\. This is \d{4}, your latest\.$/).waitFor()
    assert.isAtLeast(await page.locator(".wall a").count(), 6)
  })

  it("goes from a wall to an album, a song and its artist, with what happened with them", async ({
    openPage,
  }) => {
    const page = await openPage("/listening?period=overall")
    const most = page.locator(".wall a").first()
    const name = (await most.locator(".wall-name").textContent()) ?? ""
    await most.click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    assert.match(new URL(page.url()).pathname, /^\/listening\/albums\/\d+$/)
    await page.getByText(/^First played\.$/).waitFor()
    await assertUsable(page)
    await page.locator(".songs a").first().click()
    await page.waitForURL(/\/listening\/tracks\/\d+$/)
    await page.getByRole("heading", { name: "Latest plays" }).waitFor()
    await assertUsable(page)
    await page.locator(".hero a").click()
    await page.waitForURL(/\/listening\/artists\/\d+$/)
    await page.getByText(/\d plays since /).waitFor()
    await page.getByRole("heading", { name: "The story so far" }).waitFor()
    await assertUsable(page)
  })

  it("requests little: no view needs more than three requests", async ({ person }) => {
    const reader = await person()
    await reader.signIn(keys.read)
    for (const path of ["/listening", "/listening/artists/1", "/listening/albums/1", "/listening/tracks/1"]) {
      const asked = await requestsOf(reader, path)
      assert.isAtMost(asked.length, 3, `${path}: ${asked.join(" ")}`)
    }
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("listening"))
  })
})
