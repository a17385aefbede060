import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, vi } from "vitest"
import { assertAccessible, goTo, it, keys } from "./browser.ts"
import { startServer } from "./server.ts"
import { views } from "./views.ts"

const folder = mkdtempSync(join(tmpdir(), "daybook-empty-"))
let server: ReturnType<typeof startServer>
let url = ""

beforeAll(async () => {
  server = startServer(folder, "serve")
  url = await server.listening
})

afterAll(() => {
  server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The views of items, as they are opened first. */
const ofItems = [...new Set(views.map((view) => view.split("?")[0] ?? ""))].filter(
  (path) => !/^\/(?:search|save|settings|library)|^\/years\/\d+/.test(path),
)

describe("an empty store", () => {
  it("has views that name themselves, say how to fill them, and show no zeros", async ({ person }) => {
    const one = await person({ colorScheme: "dark", viewport: { width: 390, height: 844 } }, url)
    await one.signIn(keys.admin)
    const page = await one.open("/settings")
    for (const path of ofItems) {
      await goTo(page, path)
      const main = page.locator("main")
      await main.getByRole("heading", { level: 1 }).waitFor()
      const ways = main.locator('a[href^="settings/"], input[type=file]')
      await vi.waitFor(async () => assert.isAbove(await ways.count(), 0, `${path} says how to fill it`), {
        timeout: 60_000,
      })
      assert.notMatch(await main.innerText(), /(?:^|\s)0(?:\s|$)/m, `${path} shows no zeros`)
      await assertAccessible(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.isAtMost(width, 390, `${path} is wider than a phone`)
    }
  })
})
