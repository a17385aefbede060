import { assert, describe, vi } from "vitest"
import { assertUsable, it, keys, settled } from "./browser.ts"

interface Film {
  readonly id: number
  readonly title: string
  readonly watches: ReadonlyArray<{ readonly review: string }>
}

describe("without a connection", () => {
  it("visited views open, and a change waits until it is back, once", async ({ person }) => {
    const one = await person({ serviceWorkers: "allow" })
    await one.signIn(keys.admin)
    const { data } = await one.read<{ readonly data: ReadonlyArray<Film> }>("/v1/watching/movies?limit=1")
    const path = `/watching/movies/${data[0]?.id ?? 0}`
    const page = await one.open(path)
    await page.evaluate(() => navigator.serviceWorker.ready)
    const title = data[0]?.title ?? ""

    await one.context.setOffline(true)
    await page.reload()
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    await page.getByText(/You're offline\..* You see what was here at/).waitFor()
    const log = async (words: string) => {
      await page.getByRole("button", { name: /^Log it/ }).click()
      await page.locator(".log textarea").fill(words)
      await page.keyboard.press("Control+Enter")
      await page.getByText("Stored in this browser.").waitFor()
    }
    await log("Seen on a train")
    await page.getByText("1 change waits for a connection.").waitFor()
    // The same change waits once, and another one on its own.
    await page.keyboard.press("Control+Enter")
    await page.locator(".log textarea").fill("Seen on a ship")
    const two = page.getByText("2 changes wait for a connection.")
    // A press does nothing while the one before is under way.
    await vi.waitFor(
      async () => {
        await page.keyboard.press("Control+Enter")
        assert.isTrue(await two.isVisible())
      },
      { timeout: 60_000 },
    )
    await two.click()
    await assertUsable(page)
    const cancel = page.getByRole("button", { name: `Cancel: Add: Watch, ${title}` })
    await cancel.last().click()
    await page.getByText(`Not sent: Add: Watch, ${title}`).waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await two.waitFor()
    await cancel.last().click()

    await page.reload()
    await page.getByText("1 change waits for a connection.").waitFor()
    await one.context.setOffline(false)
    await page.getByText("1 change waits").waitFor({ state: "detached" })
    const { watches } = await one.read<Film>(`/v1${path}`)
    assert.deepStrictEqual(
      watches.map(({ review }) => review).filter((review) => review.startsWith("Seen on a")),
      ["Seen on a train"],
    )
  })

  it("explains what the server refused, and keeps nothing after signing out", async ({ person }) => {
    const one = await person({ movesTimers: true })
    await one.signIn(keys.admin)
    const page = await one.open("/save?url=https://example.org/a-page")
    // As over plain HTTP.
    await page.evaluate(() => Object.defineProperty(crypto, "randomUUID", { value: undefined }))
    await one.context.setOffline(true)
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("1 change waits for a connection.").waitFor()
    await page.getByLabel("URL", { exact: true }).fill("https://example.org/another-page")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("2 changes wait for a connection.").waitFor()
    let status = 500
    await page.route("**/v1/reading/save", (route) =>
      route.request().postData()?.includes("another") === true
        ? route.fulfill({ status: 201, json: { id: 1 } })
        : route.fulfill({ status, json: { error: "url: must be shorter", status } }),
    )
    await one.context.setOffline(false)
    // What the server fails at waits, and is sent again later; the others are sent.
    await page.getByText("1 change waits for a connection.").waitFor()
    status = 400
    const refused = page.getByText("1 change was refused.")
    await vi.waitFor(
      async () => {
        await page.clock.fastForward(61_000)
        assert.isTrue(await refused.isVisible())
      },
      { timeout: 60_000 },
    )
    await refused.click()
    await page.getByText("url: must be shorter").waitFor()
    await page.getByRole("button", { name: /^Dismiss: Add: Article/ }).click()
    await page.getByText("1 change was refused.").waitFor({ state: "detached" })

    await page.goto(one.url)
    await settled(page)
    const kept = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.endsWith("answers")))
    await page.waitForFunction(async () => (await caches.keys()).some((name) => name.endsWith("answers")))
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Open your daybook" }).waitFor()
    assert.deepStrictEqual(await kept(), [])
  })

  it("sends a change once an admin key is signed in again, if the session had ended", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const page = await one.open("/save?url=https://example.org/ended&title=Ended")
    const statuses: Array<number> = []
    page.on("response", (response) => response.url().endsWith("/save") && statuses.push(response.status()))
    await one.context.clearCookies()
    await page.getByRole("button", { name: "Save" }).click()
    const field = page.getByLabel("Key", { exact: true })
    await field.fill(keys.read)
    await field.press("Enter")
    // A read key neither sends nor sees it.
    await page.getByText("You need an admin key for this.").waitFor()
    await settled(page)
    assert.strictEqual(await page.getByText("1 change").count(), 0)
    await one.signIn(keys.admin)
    await page.reload()
    await vi.waitFor(() => assert.deepStrictEqual(statuses, [401, 201]), { timeout: 60_000 })
    await page.getByText("1 change").waitFor({ state: "detached" })
  })
})
