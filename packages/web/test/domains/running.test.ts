import { assert, describe } from "vitest"
import type { Answer } from "../../page/data/responses.ts"
import { assertAccessible, assertViewsUsable, goTo, it, keys, type Person, settled } from "../browser.ts"
import { viewsOf } from "../views.ts"

// The sample life continues until today, so the API says how many runs are to be seen.
const overall = (one: Person) => one.read<Answer<"running", "stats">>("/v1/running/stats")

const counted = (runs: number) => `${runs.toLocaleString("en-GB")} runs`

describe("running", () => {
  it("sums a year up as the API does, and resolves to its runs", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const sums = async () => (await page.locator(".facts").first().innerText()).split(/\s*\n\s*/).slice(0, 4)
    const shown = ({
      total_distance_mi: miles,
      total_runs: runs,
    }: Pick<Answer<"running", "stats">, "total_distance_mi" | "total_runs">) => [
      "Runs",
      runs.toLocaleString("en-GB"),
      "Distance",
      `${miles.toLocaleString("en-GB", { maximumFractionDigits: 1 })} mi`,
    ]
    const { data: year } = await one.read<Answer<"running", "year">>("/v1/running/stats/years/2025")
    const page = await one.open("/running?period=2025")
    await page.getByRole("application", { name: new RegExp(`^${counted(year.total_runs)}`) }).waitFor()
    assert.deepStrictEqual(await sums(), shown(year))
    await page.getByRole("link", { name: "All time" }).click()
    await page.waitForURL(/\?period=overall$/)
    await settled(page)
    assert.deepStrictEqual(await sums(), shown(await overall(one)))
  })

  it("narrows the runs by its address, and shows one with its splits and its track", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const { race_count: races, total_runs: runs } = await overall(one)
    const page = await one.open("/running/activities?race=true&sort=distance")
    await page.getByText(counted(races), { exact: true }).waitFor()
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
    await page.getByText(counted(runs), { exact: true }).waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("running"))
  })
})
