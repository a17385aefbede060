import { assert, describe, inject } from "vitest"
import { it, keys, settled } from "./browser.ts"

describe("the life as it goes on", () => {
  it("is shown as it does: a track that a player has begun", async ({ openPage }) => {
    const page = await openPage("/")
    const track = `Slow Ferry ${Date.now()}`
    const sent = await fetch(`${inject("daybookUrl")}/apis/listenbrainz/1/submit-listens`, {
      method: "POST",
      headers: { authorization: `Token ${keys.admin}` },
      body: JSON.stringify({
        listen_type: "playing_now",
        payload: [
          {
            track_metadata: {
              artist_name: "Ines Faria",
              track_name: track,
              additional_info: { duration_ms: 5_000 },
            },
          },
        ],
      }),
    })
    assert.strictEqual(sent.status, 200)
    await page.getByText("Playing now").waitFor()
    await page.getByText(track).waitFor()
  })

  it("can be scrolled through for ever, and the page does not grow", async ({ openPage }) => {
    const page = await openPage("/timeline")
    const size = () => page.evaluate(() => document.querySelectorAll("main *").length)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const lengths: Array<number> = []
    for (let screen = 0; screen < 12; screen++) {
      const before = await height()
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await page.waitForFunction((known) => document.documentElement.scrollHeight > known, before)
      await settled(page)
      lengths.push(await size())
    }
    const first = await height()
    assert.isAbove(first, 20_000)
    // A few pages are drawn at a time, however many were reached.
    assert.isBelow(Math.max(...lengths.slice(4)), 2 * (lengths[2] ?? 0))

    await page.evaluate(() => window.scrollTo(0, 0))
    await settled(page)
    await page.locator(".entry").first().waitFor()
  })
})
