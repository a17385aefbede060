// Takes the pictures of docs/screens: each view of the page over the demo life, of one day and one seed, so that a picture changes
// only where its view did. `npm run screenshots` runs it; `npm run screenshots -- reading` takes those that begin so.
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { chromium } from "playwright-core"
import { launchOptions } from "./chromium.ts"
import { dayOfPictures } from "./fixedClock.ts"
import { keys, root, startServer } from "./server.ts"
import { views } from "./views.ts"

const [only = ""] = process.argv.slice(2)
const target = resolve(root, "docs/screens")

/** `/reading/articles?tag=maps` is `reading-articles`; of several filters of a view the first is taken. */
const nameOf = (view: string) => (view.split("?")[0] ?? "").split("/").filter(Boolean).join("-") || "home"

const pictures = new Map(views.toReversed().map((view) => [nameOf(view), view]))
const wanted = [...pictures].filter(([name]) => name.startsWith(only)).toReversed()

const folder = mkdtempSync(join(tmpdir(), "daybook-screens-"))
execFileSync(process.execPath, [join(root, "scripts/buildPage.ts")], { stdio: "inherit" })
const server = startServer(folder, "demo", {
  DAY_OF_PICTURES: "on",
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "fixedClock.ts")).href}`,
})
const [url, browser] = await Promise.all([server.listening, chromium.launch(await launchOptions())])
try {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    reducedMotion: "reduce",
    viewport: { width: 1120, height: 720 },
  })
  context.setDefaultTimeout(120_000)
  const signedIn = await context.request.post(`${url}/session`, {
    headers: { authorization: `Bearer ${keys.admin}` },
  })
  if (!signedIn.ok()) throw new Error(`signing in answered ${signedIn.status()}`)
  const page = await context.newPage()
  await page.clock.setFixedTime(dayOfPictures + 60_000)
  const client = await context.newCDPSession(page)
  mkdirSync(target, { recursive: true })
  if (only === "") for (const old of readdirSync(target)) rmSync(join(target, old))
  for (const [name, view] of wanted) {
    await page.goto(url + view)
    await page.locator("main").waitFor()
    await page.waitForFunction(() => document.querySelector(".skeleton, [aria-busy]") === null)
    const { data } = await client.send("Page.captureScreenshot", { format: "webp", quality: 55 })
    writeFileSync(join(target, `${name}.webp`), Buffer.from(data, "base64"))
    console.log(`docs/screens/${name}.webp shows ${view}`)
  }
  const rows = [...pictures].toReversed().map(([name, view]) => `## ${view}\n\n![${view}](${name}.webp)\n`)
  writeFileSync(
    join(target, "README.md"),
    `# The page in pictures\n\n<!-- Written by \`npm run screenshots\`. -->\n\nA made-up life on one day of it.\n\n${rows.join("\n")}`,
  )
} finally {
  server.stop()
  await browser.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
