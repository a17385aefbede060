import { assert, describe } from "vitest"
import type { Answer } from "../../page/data/responses.ts"
import { resultOf, shareWon } from "../../page/views/attending/results.ts"
import {
  assertAccessible,
  assertUsable,
  assertViewsUsable,
  goTo,
  it,
  keys,
  type Person,
  settled,
} from "../browser.ts"
import { assertFewReads } from "../reads.ts"
import { viewsOf } from "../views.ts"

type Season = Answer<"attending", "season">
type Team = Answer<"attending", "team">
type Event = Answer<"attending", "event">
type Around = Answer<"attending", "around">

/** No game of the sample life ends in a draw. */
const recordOf = ({ lost, won }: Pick<Team, "won" | "lost">) => `${won}–${lost}`

const newest = async (one: Person, query: string) =>
  (await one.read<Answer<"attending", "events">>(`/v1/attending/events?${query}&limit=1`)).data[0]?.id ?? 0

describe("seasons", () => {
  it("are stubs by game, and lead to its score and players, and on to a team", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    // The sample life continues until today, so the API states what is to be seen.
    const season = await one.read<Season>("/v1/attending/seasons/mlb/2025?limit=60")
    const [home] = season.teams
    assert.isDefined(home)
    const team = await one.read<Team>(`/v1/attending/teams/${home.id}`)

    const page = await one.open("/attending/seasons?season=2025&league=mlb")
    await page.getByRole("heading", { name: `${home.name}, as you saw them` }).waitFor()
    const won = season.data.filter((event) => resultOf(event, home.id) === "won").length
    assert.strictEqual(await page.locator(".game-won").count(), won)
    assert.strictEqual(await page.locator(".game").count(), season.data.length)
    await page.locator(".halves tr").filter({ hasText: home.name }).getByText(recordOf(home)).waitFor()
    // Every season leads to its own stubs.
    const earlier = page.locator("section", { hasText: "Every season you followed" }).locator("tr")
    await earlier.getByRole("link", { name: "2024" }).click()
    await page.waitForURL(/season=2024/)
    await page.goBack()
    await settled(page)
    await page.locator("a.game:not(.game-missed)").first().click()
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

  it("compare the games that were seen with those that were not, if both are enough", async ({ person }) => {
    const game = (own: number | undefined, other: number | undefined) => ({
      home_team: { id: 1, name: "A", ...(own === undefined ? {} : { score: own }) },
      away_team: { id: 2, name: "B", ...(other === undefined ? {} : { score: other }) },
    })
    assert.deepStrictEqual(
      [game(2, 1), game(1, 2), game(1, 1), game(undefined, 2)].map((one) => resultOf(one, 1)),
      ["won", "lost", "tied", undefined],
    )
    assert.strictEqual(resultOf(game(2, 1), 2), "lost")
    assert.isUndefined(resultOf(game(2, 1), 3))
    assert.isUndefined(shareWon(["won", undefined, "lost"]))
    assert.strictEqual(shareWon(["won", "won", "lost", "tied"]), 0.5)

    const one = await person()
    await one.signIn(keys.read)
    const season = await one.read<Season>("/v1/attending/seasons/mlb/2025?limit=60")
    const [home] = season.teams
    const sample = season.data.find((event) => event.home_team?.id === home?.id)
    assert.isDefined(sample)
    const page = await one.context.newPage()
    const games = [true, true, true, false, false, false].map((attended, at) => ({
      ...sample,
      id: 1_000 + at,
      attended,
      home_team: { ...sample.home_team, score: attended ? 3 : 0 },
      away_team: { ...sample.away_team, score: 1 },
    }))
    await page.route("**/v1/attending/seasons/*/*", (route) =>
      route.fulfill({
        json: { ...season, data: games, pagination: { ...season.pagination, total: 6, total_pages: 1 } },
      }),
    )
    await page.goto(`${one.url}/attending/seasons?season=2025&league=mlb`)
    await page.getByText("They win more when you are there.").waitFor()
    await page.getByText("100% of the 3 games you saw; 0% of the 3 you did not.").waitFor()
  })
})

describe("an event", () => {
  it("is a stub with its number, next to the plays of who was on stage", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const id = await newest(one, "category=music&attended=true&to=2026-01-01")
    const around = await one.read<Around>(`/v1/attending/events/${id}/around`)
    const page = await one.open(`/attending/events/${id}`)
    await page
      .locator(".stub-side")
      .getByText(`№ ${String(around.place).padStart(4, "0")}`)
      .waitFor()
    await page.getByText(/^Your \d+(st|nd|rd|th) night out$/).waitFor()
    await page.getByRole("heading", { level: 2, name: "Line-up" }).waitFor()
    assert.strictEqual(await page.locator(".line-up li").count(), around.performers.length)
    await page.locator(".stub-where a").click()
    await page.waitForURL(/\/attending\/venues\/\d+$/)
    await settled(page)
    await assertAccessible(page)

    await goTo(page, "/attending/events/999999")
    await page.getByText("There is no event 999999").waitFor()
  })

  it("has its setlist next to the plays of each song, and its days before and after", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const id = await newest(one, "category=music&attended=true")
    const event = await one.read<Event>(`/v1/attending/events/${id}`)
    const [headliner] = event.performers
    assert.isDefined(headliner)
    const song = { encore: 0, cover_of: "", guest: "", note: "", tape: false }
    const setlist = {
      performer: headliner.name,
      tour: "",
      url: "",
      songs: [
        { ...song, name: "Salt" },
        { ...song, name: "Unheard", encore: 1 },
      ],
    }
    const around: Around = {
      place: 21,
      place_at_venue: 1,
      first_at_venue: "2026-01-01",
      performers: [{ id: headliner.id, name: headliner.name, place: 3, artist_id: 1, plays: 71 }],
      songs: [
        { performer: headliner.name, name: "Salt", plays: 71 },
        { performer: headliner.name, name: "Unheard", plays: 0 },
      ],
      days: [
        { date: "2026-01-01" as Around["days"][number]["date"], plays: 4 },
        { date: event.event_date as Around["days"][number]["date"], plays: 1 },
      ],
    }
    const page = await one.context.newPage()
    await page.route(`**/v1/attending/events/${id}`, (route) =>
      route.fulfill({ json: { ...event, setlists: [setlist] } }),
    )
    await page.route(`**/v1/attending/events/${id}/around`, (route) => route.fulfill({ json: around }))
    await page.goto(`${one.url}/attending/events/${id}`)
    await page.getByText("2 songs · you know 1").waitFor()
    await page.locator(".setlist li").filter({ hasText: "Salt" }).getByText("71 plays").waitFor()
    await page.locator(".setlist li").filter({ hasText: "Unheard" }).getByText("new to you").waitFor()
    await page.getByText("Your 21st night out").waitFor()
    await page.getByText("3rd time seen · 71 plays").waitFor()
    await page.getByText("Your first time here.").waitFor()
    assert.strictEqual(await page.locator(".bar-chart li").count(), 2)
    assert.strictEqual(await page.locator(".bar-marked").count(), 1)
    await assertUsable(page)
  })

  it("that is upcoming is dashed and has no number; without coordinates there is no map", async ({
    person,
  }) => {
    const one = await person()
    await one.signIn(keys.read)
    const { data } = await one.read<Answer<"attending", "upcoming">>("/v1/attending/upcoming?limit=1")
    const [coming] = data
    assert.isDefined(coming)
    const event = await one.read<Event>(`/v1/attending/events/${coming.id}`)
    const page = await one.context.newPage()
    const { lat: _lat, lng: _lng, ...placeless } = event
    await page.route(`**/v1/attending/events/${coming.id}`, (route) => route.fulfill({ json: placeless }))
    await page.goto(`${one.url}/attending/events/${coming.id}`)
    await page.locator(".stub-coming").waitFor()
    await settled(page)
    assert.strictEqual(await page.getByText("№").count(), 0)
    assert.strictEqual(await page.locator(".map-window, .bar-chart").count(), 0)
    await assertUsable(page)
  })
})

describe("attending", () => {
  it("says how many there were; where the newest is old, when it was", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const stats = await one.read<Answer<"attending", "stats">>("/v1/attending/stats")
    const page = await one.open("/attending")
    await page.getByText(`${stats.attended_events} events so far.`).waitFor()
    await page.locator(".event-card-coming").first().waitFor()
    const old = await one.context.newPage()
    await old.route("**/v1/attending/recent?*", async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${route.request().url()}&to=2024-06-30` }) }),
    )
    await old.goto(`${one.url}/attending`)
    await old.getByText(/^Your latest event: \d+ \w+ 2024\.$/).waitFor()
    await settled(old)
    await assertAccessible(old)
  })

  it("narrows the events by its address", async ({ openPage }) => {
    const page = await openPage("/attending/events?category=music&year=2025&attended=maybe")
    const found = await page.locator("header.title p").textContent()
    await page.getByLabel("Attendance").selectOption("true")
    await page.waitForURL(/&attended=true$/)
    await settled(page)
    assert.match(found ?? "", /^\d+ events$/)
    await page.locator(".event-line a").first().click()
    await page.locator(".stub").waitFor()
  })

  it("has its venues on a map", async ({ openPage }) => {
    const page = await openPage("/attending/venues")
    await page.getByRole("application", { name: /^\d+ venues\./ }).waitFor()
    await page.locator(".map-mark").first().waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("attending"))
  })

  it("has views that ask little", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const id = await newest(one, "category=music&attended=true")
    await assertFewReads(await one.open("/"), [...viewsOf("attending"), `/attending/events/${id}`])
  })
})
