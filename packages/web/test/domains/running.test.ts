import { assert, describe } from "vitest"
import type { Answer } from "../../page/data/responses.ts"
import { assertAccessible, assertViewsUsable, goTo, it, keys, type Person, settled } from "../browser.ts"
import { assertFewReads, readsIn } from "../reads.ts"
import { viewsOf } from "../views.ts"

type Training = Answer<"running", "training">
type Run = Answer<"running", "activity">

// The sample life continues until today, so the API says how many runs are to be seen.
const overall = (one: Person) => one.read<Answer<"running", "stats">>("/v1/running/stats")

const counted = (runs: number) => `${runs.toLocaleString("en-GB")} runs`
const miles = (value: number) => `${Math.round(value).toLocaleString("en-GB")} mi`

const latest = async (one: Person) =>
  (await one.read<Answer<"running", "recent">>("/v1/running/recent?limit=1")).data[0]?.id ?? ""

describe("the training of a year", () => {
  it("adds up what the API does, next to the year before", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const year = await one.read<Training>("/v1/running/training?year=2025")
    const page = await one.open("/running?year=2025")
    await page.getByRole("heading", { name: `${miles(year.total_distance_mi)} in 2025` }).waitFor()
    await page.getByText(`2024: ${miles(year.previous?.total_distance_mi ?? 0)}.`).waitFor()
    await page.getByRole("link", { name: `All ${counted(year.total_runs)}` }).waitFor()
    // The arrows go from day to day, and the values are said.
    await page.getByRole("application", { name: "Distance added up in 2025; in dots, 2024" }).focus()
    await page.keyboard.press("ArrowLeft")
    await page.getByText(/^Up to 30 Dec 2025: [\d,]+(\.\d)? mi\. 2024: [\d,]+(\.\d)? mi\.$/).waitFor()
    await page.getByRole("link", { name: "2024", exact: true }).click()
    await page.waitForURL(/\?year=2024$/)
    await page.getByRole("heading", { name: / mi in 2024$/ }).waitFor()
  })

  it("has a disc for each day with a run, and leads to the day", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const { cumulative, months } = await one.read<Training>("/v1/running/training?year=2025")
    const newest = cumulative.at(-1)?.date ?? ""
    const page = await one.open("/running?year=2025")
    const inMonth = cumulative.filter(({ date }) => date.startsWith(newest.slice(0, 7))).length
    assert.strictEqual(await page.locator(".discs-day b").count(), inMonth)
    await page.locator(".discs-days").focus()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Enter")
    await page.waitForURL(new RegExp(`/timeline\\?domain=running&date=${newest}$`))
    await page.goBack()
    await settled(page)
    const before = Number(newest.slice(5, 7)) - 1
    await page.getByRole("button", { name: "Previous month" }).click()
    const days = cumulative.filter(({ date }) => Number(date.slice(5, 7)) === before).length
    await page.getByRole("application", { name: new RegExp(` on ${days} days?$`) }).waitFor()
    assert.strictEqual(months.length, 12)
  })

  it("is the newest that has a run, and says so; a year without one is not shown as zeros", async ({
    openPage,
  }) => {
    const page = await openPage("/running?year=2001")
    await page.getByText("No runs in 2001").waitFor()
    assert.strictEqual(await page.locator(".discs, .ring").count(), 0)
    await page.route("**/v1/running/training", async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${route.request().url()}?year=2024` }) }),
    )
    await goTo(page, "/running")
    await page.getByText(/^Your latest run: \d+ December 2024\.$/).waitFor()
    await page.getByRole("heading", { name: "December 2024" }).waitFor()
    await assertAccessible(page)
  })
})

describe("a run", () => {
  it("is found by its address, with its map, its course and its splits", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const { race_count: races, total_runs: runs } = await overall(one)
    const page = await one.open("/running/activities?race=true&sort=distance")
    await page.getByText(counted(races), { exact: true }).waitFor()
    await page.locator(".run-line a").first().click()
    await page.getByRole("heading", { level: 1, name: "Autumn Marathon" }).waitFor()
    await settled(page)
    assert.strictEqual(await page.locator(".splits tbody tr").count(), 27)
    await page.getByText(/^Faint lines: \d+ other runs of yours$/).waitFor()
    await assertAccessible(page)

    await goTo(page, "/running/activities/strava:0")
    await page.getByText("There is no run with this id").waitFor()
    await goTo(page, "/running/activities?race=perhaps&sort=beauty&from=yesterday")
    await page.getByText(counted(runs), { exact: true }).waitFor()
  })

  it("has one cursor for its course and its map", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const page = await one.open(`/running/activities/${await latest(one)}`)
    await page.getByRole("application", { name: "Along the way" }).focus()
    await page.keyboard.press("End")
    await page.getByText(/^At [\d.]+ mi: \d+:\d\d \/mi, \d+ bpm, \d+ ft high\.$/).waitFor()
    await page.locator(".map-spot").waitFor()
    // The pointer on the line says the same: its start is where its first mark is.
    const mark = page.locator(".map-start")
    await mark.evaluate((one) => one.scrollIntoView({ block: "center" }))
    const start = await mark.boundingBox()
    if (start === null) assert.fail("the start is not on the map")
    await page.mouse.move(start.x + start.width / 2 + 60, start.y + 60)
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await page.getByText(/^At [\d.]+ mi: /).waitFor()
  })

  it("compares each split with the average, and its bars begin at zero", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const id = await latest(one)
    const {
      distance_mi: length,
      moving_s: seconds,
      splits_mi: splits,
    } = await one.read<Run>(`/v1/running/activities/${id}`)
    const page = await one.open(`/running/activities/${id}`)
    const paces = splits.map((split) => split.moving_s / split.distance_mi)
    const shown = await page.locator(".splits tbody tr td:nth-child(4)").allInnerTexts()
    assert.deepStrictEqual(
      shown.map((text) => Number(text.replace("−", "-").replace(/[±+]| s/g, ""))),
      paces.map((pace) => Math.round(pace - seconds / length)).map((difference) => difference || 0),
    )
    const widths = await page
      .locator(".split-bar i")
      .evaluateAll((bars) => bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.width)))
    const slowest = Math.max(...paces)
    for (const [at, width] of widths.entries())
      assert.approximately(width, (100 * (paces[at] ?? 0)) / slowest, 0.01)
  })

  it("shows streets only if there is a tile server, and only when they are wanted", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const path = `/running/activities/${await latest(one)}`
    const without = await one.open(path)
    assert.strictEqual(await without.getByRole("button", { name: "Streets" }).count(), 0)

    const page = await one.context.newPage()
    const asked: Array<string> = []
    await page.route("**/tiles/**", (route) => {
      asked.push(route.request().url())
      return route.fulfill({
        contentType: "image/svg+xml",
        body: "<svg xmlns='http://www.w3.org/2000/svg'/>",
      })
    })
    await page.route(`${one.url}${path}`, async (route) => {
      const response = await route.fetch()
      const tiles = JSON.stringify({ url: "/tiles/{z}/{x}/{y}.svg", credit: "The mapmakers" })
      const meta = `<meta name="daybook-tiles" content='${tiles}'>`
      const body = (await response.text())
        .replace(/<meta name="daybook-tiles"[^>]*>/, "")
        .replace("</head>", `${meta}</head>`)
      await route.fulfill({ response, body })
    })
    await page.goto(one.url + path)
    await settled(page)
    await page.getByRole("button", { name: "Your trails", pressed: true }).waitFor()
    assert.deepStrictEqual(asked, [])
    await page.getByRole("button", { name: "Streets" }).click()
    await page.getByText("The mapmakers").waitFor()
    await page.locator(".map-tiles img").first().waitFor()
    assert.isAbove(asked.length, 0)
    await assertAccessible(page)
  })
})

describe("running", () => {
  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("running"))
  })

  it("has views that ask little", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const page = await one.open("/")
    await assertFewReads(page, [...viewsOf("running"), `/running/activities/${await latest(one)}`])
  })

  it("keeps the place of a list for the way back", async ({ openPage }) => {
    const page = await openPage("/running/activities")
    const asked = readsIn(page)
    await page.evaluate(() => window.scrollTo(0, 600))
    await page.locator(".run-line a").nth(12).click()
    await page.waitForURL(/\/running\/activities\/.+/)
    await settled(page)
    await page.goBack()
    await page.waitForFunction(() => window.scrollY === 600)
    assert.isAtLeast(asked.length, 1)
  })
})
