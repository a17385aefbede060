// Takes the images of docs/screens: each view of the page over the demo data, of one day and one seed, so that an image changes
// only if its view did. `npm run screenshots` runs it; `npm run screenshots -- reading` takes those that begin so.
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout } from "node:timers/promises"
import { type CDPSession, chromium, type Page } from "playwright-core"
import { launchOptions } from "./chromium.ts"
import { ahead, keys, root, startServer } from "./server.ts"
import { views } from "./views.ts"

const [only = ""] = process.argv.slice(2)
const target = resolve(root, "docs/screens")

/** `/reading/articles?tag=maps` is `reading-articles`; of several filters of a view the first is taken. */
const nameOf = (view: string) => (view.split("?")[0] ?? "").split("/").filter(Boolean).join("-") || "home"

const pictures = new Map(views.toReversed().map((view) => [nameOf(view), view]))
const wanted = [...pictures].filter(([name]) => name.startsWith(only)).toReversed()

/** The image of a page once two in a row are the same: outlines of maps and charts follow the view. */
const settledPicture = async (client: CDPSession, before = ""): Promise<string> => {
  await setTimeout(400)
  const { data } = await client.send("Page.captureScreenshot", { format: "webp", quality: 24 })
  return data === before ? data : settledPicture(client, data)
}

/** True where more than some dots differ: letters are not drawn the same to the last dot each time. */
const differs = (blank: Page, pictures: readonly [string, string]) =>
  blank.evaluate(async (both) => {
    const [one, other] = await Promise.all(
      both.map(async (data) => {
        const image = await createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob())
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")
        canvas?.drawImage(image, 0, 0)
        return canvas?.getImageData(0, 0, image.width, image.height).data
      }),
    )
    if (one === undefined || other === undefined || one.length !== other.length) return true
    return one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 32).length > 300
  }, pictures)

const folder = mkdtempSync(join(tmpdir(), "daybook-screens-"))
execFileSync(process.execPath, [join(root, "scripts/buildPage.ts")], { stdio: "inherit" })
// The demo data is made up until now, to the millisecond: the date does not move until the screenshots are taken.
const step = 15 * 60 * 1_000
const server = startServer(folder, "demo", { DATE_STEP: String(step) })
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
  await page.clock.setFixedTime(Math.floor((Date.now() + ahead) / step) * step + 60_000)
  const blank = await browser.newPage()
  const client = await context.newCDPSession(page)
  mkdirSync(target, { recursive: true })
  for (const old of readdirSync(target)) {
    if (old.endsWith(".webp") && !pictures.has(old.slice(0, -5))) rmSync(join(target, old))
  }
  for (const [name, view] of wanted) {
    await page.goto(url + view)
    await page.locator("main").waitFor()
    await page.waitForFunction(() => document.querySelector(".skeleton, [aria-busy]") === null)
    const picture = await settledPicture(client)
    const file = join(target, `${name}.webp`)
    const before = existsSync(file) ? readFileSync(file, "base64") : undefined
    if (before !== undefined && !(await differs(blank, [before, picture]))) continue
    writeFileSync(file, Buffer.from(picture, "base64"))
    console.log(`docs/screens/${name}.webp shows ${view}`)
  }
  const rows = [...pictures].toReversed().map(([name, view]) => `## ${view}\n\n![${view}](${name}.webp)\n`)
  writeFileSync(
    join(target, "README.md"),
    `# Screenshots of the page\n\n<!-- Written by \`npm run screenshots\`. -->\n\nDemo data on one day.\n\n${rows.join("\n")}`,
  )
} finally {
  server.stop()
  await browser.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
