import axe from "axe-core"
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core"
import { assert, inject, test, vi } from "vitest"
import { moveDate } from "./movedDate.ts"
import { ahead, keys } from "./server.ts"

export { keys } from "./server.ts"

let started: Promise<Browser> | undefined
const browser = () => (started ??= chromium.launch(inject("browserOptions")))

interface PersonOptions extends BrowserContextOptions {
  /** The test moves the timers of the pages (`page.clock`). */
  readonly movesTimers?: boolean
}

/** A browser for one test: its pages, and every problem in them. */
export class Person {
  readonly problems: Array<string> = []
  readonly context: BrowserContext
  readonly url: string

  constructor(context: BrowserContext, url: string) {
    this.context = context
    this.url = url
    context.on("request", (request) => {
      const { origin } = new URL(request.url())
      if (origin !== new URL(url).origin && !request.url().startsWith("data:"))
        this.problems.push(`asked ${request.url()}`)
    })
    context.on("weberror", (error) => this.problems.push(error.error().message))
    context.on("console", (message) => {
      // Browsers write a line for each response that is an error; tests cause some, and look at what is shown.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        this.problems.push(message.text())
      }
    })
  }

  /** Signs in without the form. */
  async signIn(key: string): Promise<void> {
    const answer = await this.context.request.post(`${this.url}/session`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.strictEqual(answer.status(), 200)
  }

  /** Requests something as the one who is signed in. The server may just then close the connection, which was idle. */
  get(address: string): Promise<APIResponse> {
    return this.context.request.get(address, { maxRetries: 3 })
  }

  /** Reads a response of the API as the one who is signed in. */
  async read<A>(path: string): Promise<A> {
    return (await this.get(this.url + path)).json()
  }

  /** Opens a view, and waits until all of it is there. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(this.url + path)
    await settled(page)
    return page
  }
}

/** Waits until nothing of the view is still being read. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator("main").waitFor()
  await page.waitForFunction(() => document.querySelector(".skeleton, [aria-busy]") === null)
}

/** Waits until a list or map has filled its place: measured in one frame, drawn in the next. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )

/** Shows another view in the same page, as its links do: without loading the page again. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  const { origin } = new URL(page.url())
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement("a"), { href: to })
    document.body.append(link)
    link.click()
    link.remove()
  }, origin + path)
  await page.waitForURL(origin + path)
  await settled(page)
}

interface Violations {
  readonly violations: ReadonlyArray<{
    readonly id: string
    readonly help: string
    readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
  }>
}

/** Fails where axe finds that somebody could not use the view as it is now; by some of its rules, if they are named. */
export const assertAccessible = async (page: Page, rules?: ReadonlyArray<string>): Promise<void> => {
  // The policy of the page lets no script in but its own; the debugger's go past it. One is enough until the page is loaded again.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: { run: (options: object) => Promise<Violations> } }).axe.run({
        resultTypes: ["violations"],
        ...(runOnly === undefined ? {} : { runOnly }),
      }),
    rules,
  )
  const said = violations.flatMap(({ help, id, nodes }) =>
    nodes.map(({ failureSummary = "", html }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
  assert.deepStrictEqual(said, [], page.url())
}

/** Fails where the view could not be used on a wide screen in light, or on a phone in the dark, or is wider than that phone. */
export const assertUsable = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await assertAccessible(page)
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await page.setViewportSize({ width: 390, height: 844 })
  await assertAccessible(page, ["color-contrast", "target-size"])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.isAtMost(width, 390, `${page.url()} is wider than a phone`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await drawn(page)
}

/** The text of a view as the owner reads it, with the values of its filters. Times that run are left out. */
const shownIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const main = document.querySelector("main")
    const fields = [...(main?.querySelectorAll<HTMLInputElement>("input, select") ?? [])]
    const values = fields.map((field) => (field.type === "checkbox" ? String(field.checked) : field.value))
    return [...values, ...(main?.innerText ?? "").split("\n")]
      .filter((line) => !/\bago$|^now$/.test(line))
      .join("\n")
  })

/**
 * Fails if one of the views could not be used by everybody, or where its address shows another one when it is loaded.
 */
export const assertViewsUsable = async (page: Page, paths: ReadonlyArray<string>): Promise<void> => {
  for (const path of paths) {
    await goTo(page, path)
    await assertUsable(page)
    if (!path.includes("?")) continue
    // Another test may add an entry between the two readings: then the view is opened again.
    await vi.waitFor(
      async () => {
        await goTo(page, "/settings")
        await goTo(page, path)
        await drawn(page)
        const before = await shownIn(page)
        await page.reload()
        await settled(page)
        // Choices and lists next to the view's own come later.
        await vi.waitFor(
          async () =>
            assert.strictEqual(await shownIn(page), before, `${path} shows the same when it is loaded again`),
          { timeout: 20_000 },
        )
      },
      { timeout: 90_000 },
    )
  }
}

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
/**
 * A test with a browser. `person` makes one for it, not signed in; `openPage("/listening")` opens a view in one that is. When the test is
 * over nothing may have gone wrong in either: no error, no request to anybody else, nothing that the policy of the page forbids.
 */
export const it = test
  .extend("person", async ({}, { onCleanup }) => {
    const people: Array<Person> = []
    onCleanup(async () => {
      await Promise.all(people.map(({ context }) => context.close()))
      assert.deepStrictEqual(
        people.flatMap(({ problems }) => problems),
        [],
      )
    })
    return async ({ movesTimers = false, ...options }: PersonOptions = {}, url = inject("daybookUrl")) => {
      const context = await (
        await browser()
      ).newContext({
        locale: "en-GB",
        // The policy of the page is tested, and not set aside.
        bypassCSP: false,
        // A service worker stores the whole page, in all languages: a quarter of a test's work. Tests of it allow it.
        serviceWorkers: "block",
        reducedMotion: "reduce",
        ...options,
      })
      context.setDefaultTimeout(60_000)
      if (movesTimers) await context.clock.install()
      await context.addInitScript(moveDate, { ahead, step: 1 })
      const one = new Person(context, url)
      people.push(one)
      return one
    }
  })
  .extend(
    "openPage",
    ({ person }) =>
      async (path: string, options: BrowserContextOptions & { readonly key?: string } = {}) => {
        const { key = keys.read, ...rest } = options
        const one = await person(rest)
        await one.signIn(key)
        return one.open(path)
      },
  )
