// Measures the first view of a signed-in person on a slow phone: home over the demo life, on a processor slowed to a quarter and a
// fast 3G network. `npm run bench:page` prints the medians; docs/benchmarks.json has the latest. No test: a busy machine is slow.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium } from "playwright-core"
import { launchOptions } from "./chromium.ts"
import { keys, root, startServer } from "./server.ts"

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
  /** The first text or image. */
  readonly painted: number
  /** The frame is there, and no task of 50 ms or more follows within a second. */
  readonly interactive: number
  /** Everything of the view is there. */
  readonly whole: number
  /** Milliseconds by which tasks were longer than 50 ms. */
  readonly blocked: number
}

/** Runs in the page before its own code. */
const watch = () => {
  const seen = { frame: 0, whole: 0, busyUntil: 0, blocked: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      seen.busyUntil = Math.max(seen.busyUntil, startTime + duration)
      seen.blocked += duration - 50
    }
  }).observe({ type: "longtask", buffered: true })
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
      seen: { frame: number; whole: number; busyUntil: number; blocked: number }
    }
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0
    return {
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
    await context.request.post(`${url}/session`, { headers: { authorization: `Bearer ${keys.read}` } })
    if (again) await visit(context, url, network)
    runs.push(await visit(context, url, network))
    await context.close()
  }
  const of = (name: keyof Times) => `${name} ${Math.round(median(runs.map((times) => times[name])))} ms`
  console.log(
    `${network}, ${again ? "again" : "first visit"}: ${[of("painted"), of("interactive"), of("whole"), of("blocked")].join(", ")}`,
  )
}

const folder = mkdtempSync(join(tmpdir(), "daybook-first-view-"))
execFileSync(process.execPath, [join(root, "scripts/buildPage.ts")], { stdio: "inherit" })
const server = startServer(folder, "demo")
const [url, browser] = await Promise.all([server.listening, chromium.launch(await launchOptions())])
try {
  for (const network of ["fast 3G of Lighthouse", "fast 3G of Chrome's tools"] as const) {
    for (const again of [false, true]) await measure(browser, url, network, again)
  }
} finally {
  server.stop()
  await browser.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
