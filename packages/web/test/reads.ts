import type { Page } from "playwright-core"
import { assert, vi } from "vitest"
import { settled } from "./browser.ts"

/** The most reads of the API that its own view makes. */
const mostReads = 3

/** What the page asks the API for, as it asks: without images, the live stream, and what an editor requests once. */
export const readsIn = (page: Page): Array<string> => {
  const asked: Array<string> = []
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith("/v1/") && !/^\/v1\/(images|cards|live|admin)\b/.test(pathname))
      asked.push(pathname + search)
  })
  return asked
}

/** Fails where a view, loaded on its own, requests more than it may. */
export const assertFewReads = async (page: Page, paths: ReadonlyArray<string>): Promise<void> => {
  const asked = readsIn(page)
  for (const path of paths) {
    // What another test changes meanwhile is read once more: then the view is loaded again.
    await vi.waitFor(
      async () => {
        asked.length = 0
        await page.goto(new URL(path, page.url()).href)
        await settled(page)
        // What a view requests once it is drawn, it requests in the next frames.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        await settled(page)
        assert.isAtMost(asked.length, mostReads, `${path} asks for ${asked.join(", ")}`)
      },
      { timeout: 90_000 },
    )
  }
}
