import { assert, describe, inject } from "vitest"
import type { Answer } from "../page/data/responses.ts"
import { assertUsable, it, keys, settled } from "./browser.ts"
import { ahead } from "./server.ts"

type Today = Answer<"journal", "today">

describe("today", () => {
  it("is the day of the tests, on the server and in the page", async ({ person }) => {
    const one = await person()
    const page = await one.context.newPage()
    await page.goto(one.url)
    const ofTests = () => Date.now() + ahead
    const ofPage = () => page.evaluate(() => new Date().getTime())
    const ofServer = async () =>
      Date.parse((await one.read<{ readonly timestamp: string }>("/v1/health")).timestamp)
    const times = [ofTests(), await ofServer(), await ofPage(), await ofServer(), ofTests()]
    assert.deepStrictEqual(times.toSorted(), times)
  })

  it("shows the day in images, the week, on this day and lately, in one read beside what plays", async ({
    person,
  }) => {
    const one = await person()
    await one.signIn(keys.read)
    const asked: Array<string> = []
    one.context.on("request", (request) => {
      const path = new URL(request.url()).pathname
      if (path.startsWith("/v1/") && !path.startsWith("/v1/images/")) asked.push(path)
    })
    const page = await one.open("/")
    await page.getByRole("heading", { name: /^Your (latest )?day/ }).waitFor()
    await page.getByRole("heading", { name: "Lately" }).waitFor()
    assert.deepStrictEqual(asked.sort(), ["/v1/listening/now-playing", "/v1/live", "/v1/today"])
    const { lately } = await one.read<Today>("/v1/today")
    const [first] = lately
    assert.isDefined(first)
    await page
      .getByRole("link", { name: first?.title ?? "" })
      .first()
      .waitFor()
    // Everything has an image, and each is there.
    const pictures = page.locator("main .pictures .tile img")
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>("main .pictures .tile img")].some(
        ({ naturalWidth }) => naturalWidth > 0,
      ),
    )
    assert.isAbove(await pictures.count(), 4)
    await assertUsable(page)
  })

  it("explains what was left off, where the newest is old", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const now = await one.read<Today>("/v1/today")
    const old = {
      ...now,
      day: "2024-03-16",
      streak: 0,
      headline: [],
      month: {
        start: "2024-03-01",
        count: 31,
        by_domain: { listening: 30, watching: 1 },
        best: now.lately
          .slice(0, 3)
          .map((entry, at) => ({ ...entry, title: ["Low Water", "Nightjar", "Moth"][at] ?? "" })),
      },
    }
    const page = await one.context.newPage()
    await page.route("**/v1/today", (route) => route.fulfill({ json: old }))
    await page.goto(inject("daybookUrl"))
    await settled(page)
    await page
      .getByRole("heading", { level: 1, name: "March 2024 was Low Water, Nightjar and Moth." })
      .waitFor()
    await page.getByText("Your latest: 16 March 2024").waitFor()
    await page.getByRole("heading", { name: "March 2024, the month you left off" }).waitFor()
    const whole = page.getByRole("link", { name: "Open the month" })
    assert.strictEqual(await whole.getAttribute("href"), "timeline?to=2024-03-16")
    await page.getByRole("link", { name: "Keep it going" }).waitFor()
    await assertUsable(page)
  })

  it("shows only the date if the day has nothing yet, and no zeros", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const now = await one.read<Today>("/v1/today")
    const page = await one.context.newPage()
    await page.route("**/v1/today", (route) =>
      route.fulfill({
        json: {
          ...now,
          date: "2026-03-05",
          day: "2026-03-04",
          on_this_day: [],
          week: {
            from: "2026-03-02",
            to: "2026-03-04",
            domains: [{ domain: "running", count: 0, usual: 3 }],
          },
        },
      }),
    )
    await page.goto(inject("daybookUrl"))
    await settled(page)
    await page.getByRole("heading", { level: 1, name: "Thursday 5 March" }).waitFor()
    await page.getByRole("heading", { name: "Your latest day: 4 March 2026" }).waitFor()
    assert.strictEqual(await page.getByText(/^0 /).count(), 0)
    assert.strictEqual(await page.getByRole("heading", { name: "On this day" }).count(), 0)
  })
})
