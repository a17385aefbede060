import { assert, describe } from "vitest"
import type { Answer } from "../../page/data/responses.ts"
import { assertAccessible, assertUsable, assertViewsUsable, goTo, it, keys, settled } from "../browser.ts"
import { viewsOf } from "../views.ts"

interface Films {
  readonly data: ReadonlyArray<{ readonly id: number; readonly title: string; readonly watch_count: number }>
}

describe("watching", () => {
  it("has a wall of the films last seen, then the diary", async ({ openPage }) => {
    const page = await openPage("/watching")
    const wall = page.locator(".films-wall .wall a")
    assert.isAtLeast(await wall.count(), 12)
    await page
      .getByRole("img", { name: /of 5 stars$/ })
      .first()
      .waitFor()
    await page.getByRole("link", { name: "Whole diary" }).click()
    await page.waitForURL(/\/watching\/diary$/)
    await page.locator(".diary-day").first().waitFor()
    await assertUsable(page)

    // So begins a year that is being typed. Another day takes the place of the first.
    const from = page.getByLabel("From")
    await from.fill("0202-11-01")
    assert.strictEqual(new URL(page.url()).search, "")
    for (const day of ["2025-11-01", "2025-11-02"]) {
      await from.fill(day)
      await page.waitForURL(`**/watching/diary?from=${day}`)
    }
    await page.goBack()
    await page.waitForURL(/\/watching\/diary$/)
  })

  it("shows a year in numbers, its films by rating, and one film", async ({ openPage }) => {
    const page = await openPage("/watching/numbers?period=2025")
    const watches = page.locator(".headline")
    const ofYear = await watches.textContent()
    await page.getByText("the same time in 2024").waitFor()
    await page.getByRole("link", { name: "All time" }).click()
    await settled(page)
    assert.notStrictEqual(await watches.textContent(), ofYear)

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
    // A key that only reads cannot log.
    assert.strictEqual(await page.getByRole("button", { name: "Log it again" }).count(), 0)
    await assertUsable(page)
  })

  it("logs a film again only with the keyboard, and takes it back", async ({ person }) => {
    const owner = await person({ movesTimers: true })
    await owner.signIn(keys.admin)
    const { data } = await owner.read<Films>("/v1/watching/movies?limit=1&sort=title")
    const [film = assert.fail()] = data
    const page = await owner.open(`/watching/movies/${film.id}`)
    const watches = page.locator("ol.diary > li")
    const before = await watches.count()

    const open = page.getByRole("button", { name: "Log it again" })
    await open.focus()
    await page.keyboard.press("Enter")
    const form = page.getByRole("form", { name: "Log it again" })
    await form.waitFor()
    await assertAccessible(page)
    // Tonight is chosen, and Esc closes where it was opened.
    assert.isTrue(await form.getByLabel("Tonight").isChecked())
    await page.keyboard.press("Escape")
    assert.isTrue(await open.evaluate((button) => button === document.activeElement))

    await page.keyboard.press("Enter")
    const stars = form.getByLabel(/^Stars/)
    await stars.fill("4")
    await stars.press("ArrowRight")
    assert.strictEqual(await stars.inputValue(), "4.5")
    const words = form.getByLabel(/^A few words/)
    await words.fill("Better than I knew.")
    // Esc that ends a word of an input method closes nothing.
    await words.dispatchEvent("keydown", { key: "Escape", isComposing: true })
    await page.keyboard.press("Control+Enter")
    await page.getByText("Logged for tonight.").waitFor()
    await page.getByText("Better than I knew.").waitFor()
    assert.strictEqual(await watches.count(), before + 1)
    await assertUsable(page)

    await page.locator(".toast").hover({ position: { x: 5, y: 23 } })
    await page.keyboard.press("Control+z")
    await page.getByText("Better than I knew.").waitFor({ state: "detached" })
    assert.strictEqual(await watches.count(), before)
    // The toast went from under the pointer: the next one, which is narrower, goes nevertheless.
    const next = page.getByText("Taken back.")
    await next.waitFor()
    await page.clock.fastForward(11_000)
    await next.waitFor({ state: "detached" })

    // An edit that changes nothing sends nothing.
    const sent: Array<string> = []
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.postData() ?? ""))
    await watches
      .first()
      .getByRole("button", { name: /^Edit a watch of/ })
      .click()
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.locator("dialog.ask").waitFor({ state: "detached" })
    assert.deepStrictEqual(sent, [])
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
    await goTo(page, "/watching/numbers?period=1990")
    await page.getByText(/^Nothing in 1990\. This is \d{4}, your latest\.$/).waitFor()
  })

  it("shows the days of watches without a time as they are, even in a zone far ahead", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    await one.context.route("**/session", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), time_zone: "Pacific/Kiritimati" } })
    })
    const dayAt = (instant = "") => instant.slice(0, 10)
    const reviews = await one.read<Answer<"watching", "reviews">>("/v1/watching/reviews?limit=1")
    const page = await one.open("/watching/diary?show=reviews")
    const [review] = reviews.data
    await page
      .locator(`.film-review time[datetime="${dayAt(review?.watched_at)}"]`)
      .first()
      .waitFor()

    const films = await one.read<Answer<"watching", "movies">>("/v1/watching/movies?limit=12")
    const film = films.data.find(({ last_day_only: dayOnly }) => dayOnly)
    await goTo(page, "/watching")
    await page
      .locator(`.films-wall time[datetime="${dayAt(film?.last_watched_at)}"]`)
      .first()
      .waitFor()

    const { data } = await one.read<Answer<"watching", "shows">>("/v1/watching/shows?limit=1")
    const path = `/watching/shows/${data[0]?.id}`
    const at = "2026-03-01T12:00:00.000Z"
    await page.route(`**/v1${path}`, async (route) => {
      const response = await route.fetch()
      const show = JSON.parse((await response.text()).replaceAll(data[0]?.first_watched_at ?? "", at))
      const [watch] = show.seasons.flatMap((season: Answer<"watching", "show">["seasons"][number]) =>
        season.episodes.flatMap(({ watches }) => watches.filter((one) => one.watched_at === at)),
      )
      watch.day_only = true
      await route.fulfill({ response, json: show })
    })
    await goTo(page, path)
    await page.getByText("1 March 2026").first().waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("watching"))
  })
})
