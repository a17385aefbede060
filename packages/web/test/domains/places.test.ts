import { assert, describe } from "vitest"
import type { Answer } from "../../page/data/responses.ts"
import { metresOf, placedStops, spotAt } from "../../page/views/places/route.ts"
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

type Day = Answer<"places", "day">

/** The map of all places, which says how many the API knows of: the sample life continues until today. */
const openMap = async (one: Person) => {
  await one.signIn(keys.read)
  const { features } = await one.read<Answer<"places", "map">>("/v1/places/map")
  const venues = features.reduce((sum, { properties }) => sum + properties.venues, 0)
  const page = await one.open("/places/map")
  return { page, map: page.getByRole("application", { name: new RegExp(`^${venues} places`) }) }
}

/** A day of last year's with several stops: the sample life continues, so the API says which has. */
const fullDay = async (one: Person) => {
  const { days } = await one.read<Answer<"places", "calendar">>("/v1/places/calendar?year=2025")
  const found = days.find(({ count }) => count >= 3)
  assert.isDefined(found)
  return one.read<Day>(`/v1/places/day?date=${found.date}`)
}

describe("a day of places", () => {
  it("is a route with a scrubber and the stops next to it: the newest, unless another is requested", async ({
    person,
  }) => {
    const one = await person()
    await one.signIn(keys.read)
    const day = await fullDay(one)
    const page = await one.open(`/places?date=${day.date}`)
    const shown = new Date(day.date).toLocaleDateString("en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    })
    await page.getByRole("heading", { name: shown.replace(",", "") }).waitFor()
    assert.strictEqual(await page.locator(".day-stops li").count(), day.stops.length)
    assert.strictEqual(await page.locator(".map-pin").count(), day.stops.length)

    // The slider moves the dot on the map, and the stop that it has come to is marked.
    const slider = page.getByRole("slider", { name: "Time of day" })
    await slider.focus()
    await page.keyboard.press("End")
    await page.locator(".day-stops li:last-child.stop-now").waitFor()
    const last = day.stops.at(-1)?.venue_name ?? ""
    assert.isTrue((await slider.getAttribute("aria-valuetext"))?.endsWith(`, ${last}`))
    await page.keyboard.press("Home")
    await page.locator(".day-stops li:first-child.stop-now").waitFor()
    // Played, with reduced motion, it goes from stop to stop and ends at the last one.
    await page.getByRole("button", { name: "Play the day" }).click()
    await page.locator(".day-stops li:last-child.stop-now").waitFor()
    await page.getByRole("button", { name: "Play the day" }).waitFor()

    await page.getByRole("link", { name: "The day before" }).click()
    await page.waitForURL(new RegExp(`\\?date=${day.previous}$`))
    await settled(page)
    await assertUsable(page)
    const newest = await one.read<Day>("/v1/places/day")
    await goTo(page, "/places")
    await page.locator(".day-stops li").first().waitFor()
    assert.strictEqual(await page.locator(".day-stops li").count(), newest.stops.length)
    assert.strictEqual(newest.next, "")
  })

  it("without a stop says so, and leads to the days that have some; an old one says when it was", async ({
    person,
  }) => {
    const one = await person()
    await one.signIn(keys.read)
    const old = await fullDay(one)
    const page = await one.open("/places?date=2001-01-01")
    await page.getByText("No stops on 1 January 2001.").waitFor()
    await page.getByRole("link", { name: "The day after" }).waitFor()
    await assertAccessible(page)
    await page.route("**/v1/places/day", async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${route.request().url()}?date=${old.date}` }) }),
    )
    await goTo(page, "/places")
    await page.getByText(/^Your latest day with a visit: \d+ \w+ 2025\.$/).waitFor()
  })

  it("whose stops have no position has no map", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const day = await fullDay(one)
    const page = await one.open("/")
    const stops = day.stops.map(({ lat: _lat, lng: _lng, ...stop }) => stop)
    await page.route("**/v1/places/day", (route) => route.fulfill({ json: { ...day, stops } }))
    await goTo(page, "/places")
    await page.getByText("Location unknown.").waitFor()
    assert.strictEqual(await page.locator(".map-window, .scrubber").count(), 0)
  })
})

describe("the way of a day", () => {
  const stops = [
    { lat: 38, lng: -9, checked_in_at: "2026-01-01T08:00:00Z" },
    { checked_in_at: "2026-01-01T09:00:00Z" },
    { lat: 38.1, lng: -9.2, checked_in_at: "2026-01-01T10:00:00Z" },
  ]

  it("goes straight and evenly from one known position to the next", () => {
    const placed = placedStops(stops)
    const at = (clock: string) => spotAt(placed, Date.parse(`2026-01-01T${clock}:00Z`))
    assert.deepStrictEqual(
      placed.map(({ index }) => index),
      [0, 2],
    )
    assert.deepStrictEqual(
      [at("07:00"), at("12:00")],
      [
        [-9, 38],
        [-9.2, 38.1],
      ],
    )
    const [lng = 0, lat = 0] = at("09:00") ?? []
    assert.approximately(lng, -9.1, 1e-9)
    assert.approximately(lat, 38.05, 1e-9)
    assert.isUndefined(spotAt([], 0))
    assert.approximately(metresOf(placed), 20_750, 100)
  })
})

describe("places", () => {
  it("are on a map that moves by keyboard, and whose view is in its address", async ({ person }) => {
    const { map, page } = await openMap(await person())
    // The point nearest to the middle is said, and Enter goes into it. Until then the map may be drawn again.
    const said = page.locator(".map figcaption").getByText(/ visits$/)
    await map.focus()
    await said.waitFor()
    await page.keyboard.press("+")
    await page.waitForURL(/[?&]at=[\d.-]+%2C[\d.-]+%2C[\d.]+$/)
    const at = page.url()
    await page.reload()
    await settled(page)
    await map.waitFor()
    assert.strictEqual(page.url(), at)
    await map.focus()
    await said.waitFor()
    await map.press("0")
    await page.waitForURL(/\/places\/map$/)

    // A cluster is taken apart, at first into cities, down to a venue.
    await page.locator(".map-mark", { hasText: "Lisbon" }).click()
    await page.locator(".map-mark", { hasText: "Porto" }).waitFor()
    await page.locator(".map-mark", { hasText: "Lisbon" }).click()
    await page.waitForURL(/[?&]at=38\.7/)
    await page.locator("a.map-mark").first().click()
    await page.waitForURL(/\/places\/venues\/[^/]+$/)
    await page.getByRole("heading", { level: 2, name: "Visits" }).waitFor()
    await settled(page)
    await assertAccessible(page)
  })

  it("are on a map that two fingers and a wheel zoom", async ({ person }) => {
    const { map, page } = await openMap(await person({ hasTouch: true }))
    const box = await map.boundingBox()
    if (box === null) assert.fail("the map has no box")
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const zoom = () => Number(new URL(page.url()).searchParams.get("at")?.split(",")[2])
    const told = (before: string) =>
      page.waitForURL((to) => to.searchParams.get("at") !== null && to.href !== before)

    // The page scrolls past a map that no one has pressed.
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
    assert.isFalse(page.url().includes("at="))
    await page.evaluate(() => window.scrollTo(0, 0))
    await map.focus()
    const first = page.url()
    await page.mouse.wheel(0, -300)
    await told(first)
    const wheeled = zoom()
    const client = await page.context().newCDPSession(page)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          type === "touchEnd"
            ? []
            : [
                { x: x - apart, y, id: 0 },
                { x: x + apart, y, id: 1 },
              ],
      })
    const second = page.url()
    await touch("touchStart", 30)
    for (const apart of [45, 60, 80, 100, 120]) await touch("touchMove", apart)
    await touch("touchEnd", 0)
    await told(second)
    assert.isAbove(zoom(), wheeled + 0.5)
  })

  it("are put together by the server where they are too many, and requested part by part", async ({
    openPage,
  }) => {
    const page = await openPage("/")
    const asked: Array<string> = []
    const feature = (id: number, lng: number, lat: number, properties: object) => ({
      type: "Feature",
      id: `feature ${id}`,
      geometry: { type: "Point", coordinates: [lng, lat] },
      properties,
    })
    await page.route("**/v1/places/map?*", (route) => {
      const box = new URL(route.request().url()).searchParams.get("bbox")
      if (box !== null) asked.push(box)
      const features =
        box === null
          ? [0, 1, 2].map((at) => feature(at, at * 40 - 40, 40, { cluster: true, visits: 900, venues: 800 }))
          : [0, 1, 2].map((at) =>
              feature(at, at / 50, 40, {
                cluster: false,
                venue_id: `v${at}`,
                name: `Venue ${at}`,
                city: "Nowhere",
                country: "",
                visits: 1,
                venues: 1,
              }),
            )
      return route.fulfill({ json: { type: "FeatureCollection", features } })
    })
    await goTo(page, "/places/map?period=2024&at=40,0.02,13")
    await page.locator("a.map-mark").first().waitFor()
    assert.strictEqual(await page.locator("a.map-mark").count(), 3)
    assert.isAtLeast(asked.length, 1)
    const [west = 0, , east = 0] = (asked[0] ?? "").split(",").map(Number)
    assert.isTrue(west < east && east - west < 5, asked[0])
  })

  it("lead from a city to its venues, and say which one there is not", async ({ openPage }) => {
    const page = await openPage("/places/cities")
    await page.getByRole("link", { name: /Kyoto/ }).click()
    await page.waitForURL(/\/places\/venues\?city=Kyoto&country=Japan$/)
    await settled(page)
    const all = await page.locator(".endless .entry").count()
    await page.getByRole("link", { name: /City: Kyoto/ }).click()
    await page.waitForURL(/\/places\/venues\?country=Japan$/)
    await settled(page)
    assert.strictEqual(await page.locator(".endless .entry").count(), all)

    await goTo(page, "/places/venues/nowhere")
    await page.getByText("There is no venue with this id").waitFor()
  })

  it("has views that everybody can use, the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), viewsOf("places"))
  })

  it("has views that ask little", async ({ openPage }) => {
    await assertFewReads(await openPage("/"), viewsOf("places"))
  })
})
