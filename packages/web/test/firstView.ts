// Measures the page on a slow phone: the first view of a signed-in person, which is Today over the demo data, on a processor slowed to
// a quarter and a fast 3G network; how a list of 100,000 scrolls; and the time from a start to a year on screen.
// `npm run bench:page` prints the medians; docs/benchmarks.json has the latest. No test: a busy machine is slow.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium } from "playwright-core"
import { launchOptions } from "./chromium.ts"
import { moveDate } from "./movedDate.ts"
import { ahead, keys, root, startServer } from "./server.ts"

/** Networks as the tools of Chrome and of Lighthouse define them: bytes per second, and milliseconds to the server and back. */
const networks = {
  "fast 3G of Lighthouse": { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 },
  "fast 3G of Chrome's tools": {
    downloadThroughput: (1_600_000 / 8) * 0.9,
    uploadThroughput: (750_000 / 8) * 0.9,
    latency: 562.5,
  },
} as const

interface Times {
  /** The largest text or image of the first screen. */
  readonly largest: number
  /** The longest task. */
  readonly longest: number
  /** Bytes of script as they were sent. */
  readonly script: number
  /** Requests of the API, images apart. */
  readonly requests: number
  /** The first text or image. */
  readonly painted: number
  /** The frame is there, and no task of 50 ms or more follows within a second. */
  readonly interactive: number
  /** Everything of the view is there. */
  readonly whole: number
  /** Milliseconds of tasks past their first 50 ms. */
  readonly blocked: number
}

/** Runs in the page before its own code. */
const watch = () => {
  const seen = { frame: 0, whole: 0, busyUntil: 0, blocked: 0, longest: 0, largest: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      seen.busyUntil = Math.max(seen.busyUntil, startTime + duration)
      seen.blocked += duration - 50
      seen.longest = Math.max(seen.longest, duration)
    }
  }).observe({ type: "longtask", buffered: true })
  new PerformanceObserver((list) => {
    seen.largest = list.getEntries().at(-1)?.startTime ?? seen.largest
  }).observe({ type: "largest-contentful-paint", buffered: true })
  new MutationObserver(() => {
    if (seen.frame === 0 && document.querySelector("nav, form") !== null) seen.frame = performance.now()
    const isWhole =
      document.querySelector("main h1") !== null && document.querySelector(".skeleton, [aria-busy]") === null
    if (!isWhole) seen.whole = 0
    else if (seen.whole === 0) seen.whole = performance.now()
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

const visit = async (
  context: BrowserContext,
  url: string,
  network: keyof typeof networks,
): Promise<Times> => {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send("Network.enable")
  await client.send("Network.emulateNetworkConditions", { offline: false, ...networks[network] })
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 })
  await page.addInitScript(watch)
  await page.goto(url)
  await page.waitForTimeout(5_000)
  const times = await page.evaluate(() => {
    const { seen } = globalThis as unknown as {
      seen: {
        frame: number
        whole: number
        busyUntil: number
        blocked: number
        longest: number
        largest: number
      }
    }
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0
    const sent = performance.getEntriesByType(
      "resource",
    ) as unknown as ReadonlyArray<PerformanceResourceTiming>
    return {
      largest: seen.largest,
      longest: seen.longest,
      script: sent
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      requests: sent.filter(({ name }) => /\/v1\/(?!images\/|live)/.test(name)).length,
      painted,
      interactive: Math.max(seen.frame, seen.busyUntil),
      whole: seen.whole,
      blocked: seen.blocked,
    }
  })
  await page.close()
  return times
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const measure = async (browser: Browser, url: string, network: keyof typeof networks, again: boolean) => {
  const runs: Array<Times> = []
  for (let run = 0; run < 5; run++) {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 844 } })
    await context.addInitScript(moveDate, { ahead, step: 1 })
    await context.request.post(`${url}/session`, { headers: { authorization: `Bearer ${keys.read}` } })
    if (again) await visit(context, url, network)
    runs.push(await visit(context, url, network))
    await context.close()
  }
  const of = (name: keyof Times) => Math.round(median(runs.map((times) => times[name])))
  const times = (["painted", "largest", "interactive", "whole", "longest", "blocked"] as const).map(
    (name) => `${name} ${of(name)} ms`,
  )
  console.log(
    `${network}, ${again ? "again" : "first visit"}: ${times.join(", ")}, script ${(of("script") / 1_000).toFixed(1)} kB, requests ${of("requests")}`,
  )
}

const listLength = 100_000

/** Scrolls through a list of 100,000 articles on the slow processor for some seconds, and prints its frames. */
const scroll = async (browser: Browser, url: string) => {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 844 } })
  await context.addInitScript(moveDate, { ahead, step: 1 })
  await context.request.post(`${url}/session`, { headers: { authorization: `Bearer ${keys.read}` } })
  const page = await context.newPage()
  await page.route("**/v1/reading/articles?*", async (route) => {
    const asked = new URL(route.request().url())
    const number = Number(asked.searchParams.get("page") ?? 1)
    // All pages hold the articles of the first: it is the drawing that is measured.
    asked.searchParams.set("page", "1")
    const response = await route.fetch({ url: asked.href })
    const body = (await response.json()) as { readonly pagination: object }
    const pages = { page: number, total: listLength, total_pages: Math.ceil(listLength / 60) }
    return route.fulfill({ response, json: { ...body, pagination: { ...body.pagination, ...pages } } })
  })
  await page.goto(`${url}/reading/articles`)
  await page.locator("main h1").waitFor()
  const client = await context.newCDPSession(page)
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 })
  const gaps = await page.evaluate(
    (): Promise<ReadonlyArray<number>> =>
      new Promise((done) => {
        const found: Array<number> = []
        let before = performance.now()
        const frame = (now: number) => {
          found.push(now - before)
          before = now
          // A fast thumb: two screens a second.
          window.scrollBy(0, 28)
          if (found.length < 400) requestAnimationFrame(frame)
          else done(found.slice(10))
        }
        requestAnimationFrame(frame)
      }),
  )
  const sorted = gaps.toSorted((one, other) => one - other)
  const whole = gaps.reduce((sum, gap) => sum + gap, 0)
  console.log(
    `a list of ${listLength} scrolls: ${Math.round((1_000 * gaps.length) / whole)} frames a second, 99 % of frames within ${Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)} ms, the longest ${Math.round(sorted.at(-1) ?? 0)} ms`,
  )
  await context.close()
}

const playsOfYear = JSON.stringify(
  Array.from({ length: 5_000 }, (_, at) => ({
    ts: new Date(Date.UTC(2025, 0, 1) + at * 6_000_000).toISOString(),
    ms_played: 200_000,
    master_metadata_track_name: `Song ${at % 300}`,
    master_metadata_album_artist_name: `Artist ${at % 40}`,
    master_metadata_album_album_name: `Album ${at % 80}`,
  })),
)

/** From the start of a new server over the link that it prints to a year that dropped files brought. */
const firstSteps = async (browser: Browser, folder: string) => {
  const began = performance.now()
  const server = startServer(folder, "serve")
  try {
    const url = await server.listening
    const context = await browser.newContext({ locale: "en-GB" })
    await context.addInitScript(moveDate, { ahead, step: 1 })
    const made = await context.request.post(`${url}/v1/admin/sign-in-links`, {
      headers: { authorization: `Bearer ${keys.admin}` },
    })
    const page = await context.newPage()
    await page.goto(((await made.json()) as { readonly url: string }).url)
    await page.locator("input[type=file]").setInputFiles({
      name: "Streaming_History_Audio_2025.json",
      mimeType: "application/json",
      buffer: Buffer.from(playsOfYear),
    })
    await page.getByRole("heading", { name: "Your 2025 is here." }).waitFor()
    console.log(
      `from the start to a year of 5,000 plays on screen, in three actions: ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    )
    await context.close()
  } finally {
    server.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), "daybook-first-view-"))
execFileSync(process.execPath, [join(root, "scripts/buildPage.ts")], { stdio: "inherit" })
const server = startServer(folder, "demo")
const [url, browser] = await Promise.all([server.listening, chromium.launch(await launchOptions())])
try {
  for (const network of ["fast 3G of Lighthouse", "fast 3G of Chrome's tools"] as const) {
    for (const again of [false, true]) await measure(browser, url, network, again)
  }
  await scroll(browser, url)
  await firstSteps(browser, folder)
} finally {
  server.stop()
  await browser.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
