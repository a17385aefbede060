import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, inject } from "vitest"
import { assertAccessible, goTo, it, keys, type Person, settled } from "./browser.ts"
import { importing, startServer } from "./server.ts"
import { views } from "./views.ts"

const folder = mkdtempSync(join(tmpdir(), "daybook-limits-"))
let server: ReturnType<typeof startServer>
let url = ""

beforeAll(async () => {
  server = startServer(folder, "serve", { NODE_OPTIONS: importing("movedClock.ts") })
  url = await server.listening
})

afterAll(() => {
  server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Makes a key whose requests are those of one test alone. */
const makeKey = async (of: string, scope: "admin" | "read") => {
  const made = await fetch(`${of}/v1/admin/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.admin}` },
    body: JSON.stringify({ name: "of a test", scope }),
  })
  return ((await made.json()) as { readonly key: string }).key
}

/** The statuses of what the page asks of the API, as they come. */
const statusesIn = (page: Page): ReadonlyArray<number> => {
  const statuses: Array<number> = []
  page.on("response", (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith("/v1/") && !pathname.startsWith("/v1/images/")) statuses.push(response.status())
  })
  return statuses
}

/** Asks as the page of somebody who is signed in does. */
const statusFor = async ({ context, url: of }: Person) => {
  const [session] = await context.cookies()
  const headers = { cookie: `${session?.name}=${session?.value}` }
  return (await fetch(`${of}/v1/years`, { headers })).status
}

/** Uses up the limit of all sessions of a key, as a page would that asks all the time. */
const useUp = async (one: Person) => {
  for (let left = 2_000; left > 0; left -= 20) {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusFor(one)))
    if (statuses.includes(429)) return
  }
  assert.fail("the limit was not reached")
}

/** Lets a minute pass: on the server first, until it lets the owner in again, then in the page. */
const minuteLater = async (one: Person, page: Page) => {
  server.signal("SIGUSR2")
  while ((await statusFor(one)) === 429);
  await page.clock.fastForward(61_000)
}

/** What a page would say that gives up, or takes the limit for something else. */
const complaints = /limit|offline|try again|can't respond/i
const file = (at: number) => ({
  name: `Streaming_History_Audio_${at}.json`,
  text: JSON.stringify([
    {
      ts: new Date(Date.UTC(2019, 2, 4, 12, at)).toISOString(),
      ms_played: 200_000,
      master_metadata_track_name: `Lantern ${at}`,
      master_metadata_album_artist_name: "The Sorrel Choir",
      master_metadata_album_album_name: "Lamps",
    },
  ]),
})

describe("the limit of requests", () => {
  it("is reached neither by looking at every view, nor by loading the page again", async ({ person }) => {
    const of = inject("daybookUrl")
    const one = await person()
    await one.signIn(await makeKey(of, "read"))
    const page = await one.open("/")
    const statuses = statusesIn(page)
    // A view requests little: all of them, some twice, and what is remembered between them forgotten.
    for (const path of views) await goTo(page, path)
    await page.reload()
    for (const path of [...views.slice(0, 12), "/settings/session"]) await goTo(page, path)
    // The limit of a key that is used by a program.
    assert.isAbove(statuses.length, 60)
    await page.reload()
    await page.getByRole("heading", { level: 1, name: "This browser" }).waitFor()
    await goTo(page, "/years")
    await page.getByRole("link", { name: "2025" }).waitFor()
    assert.deepStrictEqual(
      statuses.filter((status) => status === 429),
      [],
    )
  })

  it("lets sixty files in that are dropped at once", async ({ person }) => {
    const one = await person({}, url)
    await one.signIn(await makeKey(url, "admin"))
    const page = await one.open("/settings/imports")
    const statuses = statusesIn(page)
    const dropped = await page.evaluateHandle(
      (files) => {
        const transfer = new DataTransfer()
        for (const { name, text } of files) transfer.items.add(new File([text], name))
        return transfer
      },
      Array.from({ length: 60 }, (_, at) => file(at)),
    )
    await page.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped })
    const queue = page.getByRole("heading", { name: "Uploading" })
    await queue.waitFor()
    await queue.waitFor({ state: "detached" })
    assert.strictEqual(statuses.filter((status) => status === 202).length, 60)
    assert.deepStrictEqual(
      statuses.filter((status) => status === 429),
      [],
    )
    const { pagination } = await one.read<{ readonly pagination: { readonly total: number } }>(
      "/v1/admin/imports",
    )
    assert.strictEqual(pagination.total, 60)
  })

  it("is waited for unseen, and the page continues on its own", async ({ person }) => {
    const one = await person({ movesTimers: true }, url)
    await one.signIn(await makeKey(url, "admin"))
    const page = await one.context.newPage()
    await page.goto(`${url}/`)
    await settled(page)

    await useUp(one)
    await page.getByRole("link", { name: "Years" }).click()
    await page.getByRole("heading", { level: 1, name: "Years" }).waitFor()
    await assertAccessible(page)
    assert.strictEqual(await page.getByText(complaints).count(), 0)
    await minuteLater(one, page)
    await settled(page)

    // A page that is loaded then waits as well, and does not say that no one is there.
    await useUp(one)
    await page.reload()
    await page.getByRole("heading", { level: 1, name: "Daybook" }).waitFor()
    assert.strictEqual(await page.getByText(complaints).count(), 0)
    await assertAccessible(page)
    await minuteLater(one, page)
    await page.getByRole("heading", { level: 1, name: "Years" }).waitFor()
    await settled(page)

    // A file waits, and is sent.
    await goTo(page, "/settings/imports")
    await useUp(one)
    await page
      .getByLabel("Choose files")
      .setInputFiles({ name: "plays.json", mimeType: "application/json", buffer: Buffer.from(file(60).text) })
    const queue = page.getByRole("heading", { name: "Uploading" })
    await queue.waitFor()
    await page.getByText("Waiting").waitFor()
    await assertAccessible(page)
    await minuteLater(one, page)
    await page.getByRole("listitem").filter({ hasText: "plays.json" }).getByText("1 new or changed").waitFor()
  })

  it("lets its owner sign in once the wait is over", async ({ person }) => {
    const key = await makeKey(url, "read")
    const other = await person({}, url)
    await other.signIn(key)
    await useUp(other)

    const one = await person({ movesTimers: true }, url)
    const page = await one.context.newPage()
    await page.goto(`${url}/`)
    const field = page.getByLabel("Key", { exact: true })
    await field.fill(key)
    await field.press("Enter")
    await page.getByRole("button", { name: "Opening" }).waitFor()
    await assertAccessible(page)
    await minuteLater(other, page)
    await page.getByRole("navigation", { name: "Main" }).waitFor()
  })
})
