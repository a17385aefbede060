import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, inject, vi } from "vitest"
import { it, keys, settled } from "./browser.ts"
import { ahead, root } from "./server.ts"

const submit = (type: "playing_now" | "single", listen: object) =>
  fetch(`${inject("daybookUrl")}/apis/listenbrainz/1/submit-listens`, {
    method: "POST",
    headers: { authorization: `Token ${keys.admin}` },
    body: JSON.stringify({ listen_type: type, payload: [listen] }),
  })

const begin = (track: string) =>
  submit("playing_now", {
    track_metadata: {
      artist_name: "Ines Faria",
      track_name: track,
      additional_info: { duration_ms: 5_000 },
    },
  })

/** A play of a track, on an album of the same name. */
const play = (name: string) =>
  submit("single", {
    listened_at: Math.floor((Date.now() + ahead) / 1_000),
    track_metadata: { artist_name: "Ines Faria", track_name: name, release_name: name },
  })

/** Sixty entries of the feed, as the page requests them. */
const readFeed = async (after: string) => {
  const answer = await fetch(`${inject("daybookUrl")}/v1/feed?limit=60${after}`, {
    headers: { authorization: `Bearer ${keys.read}` },
  })
  return (await answer.json()) as {
    readonly data: ReadonlyArray<{ readonly title: string }>
    readonly next_cursor: string
  }
}

/** The page of `docs/out.md`, with the address of a share in it. */
const tenLines = async () => {
  const made = await fetch(`${inject("daybookUrl")}/v1/admin/shares`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.admin}` },
    body: JSON.stringify({ address: "/v1/live", name: "a page of ten lines" }),
  })
  const { url } = (await made.json()) as { readonly url: string }
  const [, page = ""] = /^```html\n([^]*?)^```$/m.exec(readFileSync(join(root, "docs/out.md"), "utf8")) ?? []
  return page.replace("http://127.0.0.1:8787/v1/live?share=…", url)
}

describe("the life as it continues", () => {
  it("is shown as it does: a track that a player has started", async ({ openPage }) => {
    const page = await openPage("/")
    const track = `Slow Ferry ${Date.now()}`
    const sent = await begin(track)
    assert.strictEqual(sent.status, 200)
    await page.getByText("Playing now").waitFor()
    await page.getByText(track).waitFor()
  })

  it("is shown by a page of ten lines at another site, with a URL that is shared", async ({ person }) => {
    const site = inject("siteUrl")
    const { context, problems } = await person()
    const page = await context.newPage()
    await page.goto(site)
    await page.setContent(await tenLines())
    await page.getByText(/^(Last:|▶) /).waitFor()
    const track = `Quick Ferry ${Date.now()}`
    assert.strictEqual((await begin(track)).status, 200)
    await page.getByText(`▶ ${track}, Ines Faria`).waitFor()
    assert.deepStrictEqual(problems.splice(0), [`asked ${site}/`])
  })

  it("adds what has happened to a list without a gap further down", async ({ openPage }) => {
    const page = await openPage("/timeline")
    const asked = async () => {
      const first = await readFeed("")
      const second = await readFeed(`&cursor=${first.next_cursor}`)
      return [...first.data, ...second.data].map(({ title }) => title)
    }
    const shown = () => page.locator(".entry-title").allTextContents()
    await page.locator(".entry").nth(59).scrollIntoViewIfNeeded()
    await page.locator(".entry").nth(119).waitFor({ state: "attached" })
    const album = `Tidal Ferry ${Date.now()}`
    await play(album)
    await page.getByText(album).first().waitFor({ state: "attached" })
    // Other tests may add something meanwhile. More often would reach the limit of the key.
    const seldom = { interval: 5_000, timeout: 120_000 }
    await vi.waitFor(async () => assert.deepStrictEqual(await shown(), await asked()), seldom)
  })

  it("can be scrolled through forever, and the page does not grow", async ({ openPage }) => {
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
