import { assert, describe } from "vitest"
import type { Answer } from "../../page/data/responses.ts"
import { assertAccessible, assertViewsUsable, goTo, it, keys, settled } from "../browser.ts"
import { viewsOf } from "../views.ts"

type Season = Answer<"attending", "season">
type Team = Answer<"attending", "team">

/** No game of the sample life ends in a draw. */
const recordOf = ({ lost, won }: Pick<Team, "won" | "lost">) => `${won}–${lost}`

describe("attending", () => {
  it("leads from a season to a game with its score and players, and on to a team", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    // The sample life continues until today, so the API states what is to be seen.
    const season = await one.read<Season>("/v1/attending/seasons/mlb/2025")
    const home = season.teams.find(({ name }) => name === "Brackwater Herons")
    assert.isDefined(home)
    const team = await one.read<Team>(`/v1/attending/teams/${home.id}`)

    const page = await one.open("/attending/seasons?season=2025&league=mlb")
    await page
      .getByRole("heading", { level: 2, name: new RegExp(`^${season.attended} games? attended$`) })
      .waitFor()
    const standing = page.locator(".standings tr").filter({ hasText: home.name })
    await standing.getByText(recordOf(home)).waitFor()
    await page.locator(".event-line a").first().click()
    await page.waitForURL(/\/attending\/events\/\d+$/)
    await settled(page)
    assert.isAbove(await page.locator(".players li").count(), 10)
    await assertAccessible(page)
    await page.locator(".score").getByRole("link", { name: home.name }).click()
    await page.waitForURL(/\/attending\/teams\/\d+$/)
    await page.getByText(recordOf(team)).waitFor()
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
