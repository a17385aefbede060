import { assert, describe } from "vitest"
import type { Answer } from "../../page/data/responses.ts"
import { assertAccessible, assertViewsUsable, goTo, it, keys, type Person, settled } from "../browser.ts"
import { viewsOf } from "../views.ts"

/** The map of all places, which says how many the API knows of: the sample life continues until today. */
const openMap = async (one: Person) => {
  await one.signIn(keys.read)
  const { features } = await one.read<Answer<"places", "map">>("/v1/places/map")
  const venues = features.reduce((sum, { properties }) => sum + properties.venues, 0)
  const page = await one.open("/places?period=overall")
  return { page, map: page.getByRole("application", { name: new RegExp(`^${venues} places`) }) }
}

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
    await page.waitForURL(/\?period=overall$/)

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

  it("are put together by the server where they are too many, and asked for part by part", async ({
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
    await goTo(page, "/places?period=2024&at=40,0.02,13")
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
})
