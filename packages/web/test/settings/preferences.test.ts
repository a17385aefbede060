import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe } from "vitest"
import { assertUsable, it, type Person, settled } from "../browser.ts"
import { keys, startServer } from "../server.ts"

// A separate server, because tests change its settings.
const folder = mkdtempSync(join(tmpdir(), "daybook-preferences-"))
let url = ""
let server: ReturnType<typeof startServer>

beforeAll(async () => {
  server = startServer(folder, "serve", { TILES_CREDIT: "© Mappers" })
  url = await server.listening
})

afterAll(() => {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes a change that loads the page again: numbers or dates are written differently after it. */
const reloadedBy = (page: Page, act: () => Promise<void>) => Promise.all([page.waitForEvent("load"), act()])

const open = async (
  person: (options: object, url: string) => Promise<Person>,
  path: string,
  key: string = keys.admin,
) => {
  const one = await person({}, url)
  await one.signIn(key)
  return one.open(path)
}

describe("a sign-in link", () => {
  const makeLink = async () => {
    const answer = await fetch(`${url}/v1/admin/sign-in-links`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.admin}` },
    })
    return ((await answer.json()) as { readonly url: string }).url.slice(url.length)
  }

  it("opens the page once, leaves no trace in its address, and lasts", async ({ person }) => {
    const link = await makeLink()
    const page = await (await person({}, url)).open(link)
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    assert.strictEqual(page.url(), `${url}/settings/setup`)
    await page.reload()
    await page.getByRole("button", { name: "Sign out" }).waitFor()

    const other = await (await person({}, url)).open(link)
    await other.getByText("This link was already opened, or is older than 15 minutes.").waitFor()
    await other.getByRole("heading", { name: "Open your daybook" }).waitFor()
    await assertUsable(other)

    // Signing out ends the key that the link made.
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Open your daybook" }).waitFor()
  })

  it("keeps who is signed in when it is no longer good", async ({ person }) => {
    const page = await open(person, "/open#0123")
    await page.getByRole("button", { name: "Sign out" }).waitFor()
  })
})

describe("settings that are stored on the server", () => {
  it("change the look at once, and are undone by a press or a key", async ({ person }) => {
    const page = await open(person, "/settings/appearance")
    const theme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    const look = page.getByRole("group", { name: "Look" })
    await look.getByRole("button", { name: "Dark" }).click()
    await page.getByText("Saved.").waitFor()
    await assertUsable(page)
    assert.strictEqual(await theme(), "dark")
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Taken back.").waitFor()
    assert.strictEqual(await theme(), "light dark")

    await look.getByRole("button", { name: "Light" }).click()
    await page.getByText("Saved.").waitFor()
    await page.keyboard.press("Control+z")
    await page.getByText("Taken back.").waitFor()
    await look.getByRole("button", { name: "As the system", pressed: true }).waitFor()
  })

  it("decide where days begin, in which zone, how far is counted, and what the environment decides", async ({
    person,
  }) => {
    const page = await open(person, "/settings/time")
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo")
    await page.getByText("Saved.").waitFor()
    const beginning = page.getByRole("group", { name: "A day begins at" })
    await reloadedBy(page, () => beginning.getByRole("button", { name: "04:00" }).click())
    await page.getByRole("button", { name: "04:00", pressed: true }).waitFor()
    await page.goto(`${url}/settings/session`)
    await page.getByText("Asia/Tokyo").waitFor()

    await page.goto(`${url}/settings/appearance`)
    await settled(page)
    const distance = page.getByRole("group", { name: "Distance" })
    await reloadedBy(page, () => distance.getByRole("button", { name: "Miles" }).click())
    await page.getByRole("button", { name: "Miles", pressed: true }).waitFor()
    const week = page.getByRole("group", { name: "Week begins on" })
    await reloadedBy(page, () => week.getByRole("button", { name: "Sunday" }).click())
    const run = {
      started_at: "2024-05-06T08:00:00Z",
      distance_mi: 3,
      moving_s: 1_500,
    }
    await fetch(`${url}/v1/admin/running/run`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.admin}` },
      body: JSON.stringify(run),
    })
    await page.goto(`${url}/running`)
    await page.locator(".discs-name").first().filter({ hasText: "S" }).waitFor()
    await page.goto(`${url}/settings/appearance`)
    await settled(page)
    await page.getByLabel("Address of map tiles").fill("nonsense")
    await page.getByRole("button", { name: "Save" }).first().click()
    await page.getByText(/^TILES_URL: must be an http or https address with/).waitFor()
    await page.getByText("TILES_CREDIT in the server's environment sets this.").waitFor()
    assert.isTrue(await page.getByLabel("Credit on the map").isDisabled())
  })

  it("name the networks that webhooks may call, applied at once, and the folder of backups", async ({
    person,
  }) => {
    const page = await open(person, "/settings/webhooks")
    const save = page.getByRole("button", { name: "Save", exact: true })
    await page.getByLabel("Private networks that webhooks may call").fill("127.0.0.1")
    await save.click()
    await page.getByText("Saved.").waitFor()
    await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/daybook")
    await page.getByLabel("Play", { exact: true }).check()
    await page.getByRole("button", { name: "Create webhook" }).click()
    await page.getByRole("textbox", { name: /^Signing secret for/ }).waitFor()

    // A store in memory has no backups, and says so.
    await page.goto(`${url}/settings/export`)
    await page.getByLabel("Folder for a daily backup").fill(folder)
    await save.click()
    await page.getByText(/^BACKUP_TO /).waitFor()
  })

  it("write the whole page in another language, and the API's refusals too", async ({ person }) => {
    const german = await person({ locale: "de-AT", serviceWorkers: "allow" }, url)
    const signIn = await german.open("/")
    await signIn.getByLabel("Schlüssel").fill("wrong")
    await signIn.getByRole("button", { name: "Öffnen" }).click()
    await signIn.getByText("Dieser Schlüssel ist ungültig.").waitFor()

    await german.signIn(keys.admin)
    const page = await german.open("/settings/appearance")
    assert.strictEqual(await page.title(), "Aussehen & Einheiten · Daybook")
    assert.strictEqual(await page.evaluate(() => document.documentElement.lang), "de")
    await page.getByLabel("Adresse der Kartenkacheln").fill("nonsense")
    await page.getByRole("button", { name: "Speichern" }).first().click()
    await page.getByText(/^TILES_URL: (?:passt so nicht\. |ist keine Webadresse\.)/).waitFor()

    // The chosen language comes before the browser's, and the page is loaded again in it.
    await page.getByLabel("Sprache").selectOption("ja")
    await page.getByRole("heading", { name: "外観と単位" }).waitFor()
    await page.getByLabel("言語").selectOption("auto")
    await page.getByRole("heading", { name: "Aussehen & Einheiten" }).waitFor()
  })

  it("take credentials, never show them again", async ({ person }) => {
    const page = await open(person, "/settings/sources")
    // Some services are called at once, since they need no key.
    const keyless = page.getByRole("listitem").filter({ hasText: "Wikidata" })
    await keyless.getByText("Needs no account").waitFor()
    const line = page.getByRole("listitem").filter({ hasText: "Readwise" })
    await line.getByText("Set up").click()
    const token = line.getByLabel("Token", { exact: true })
    await token.fill("a-secret-token")
    await token.press("Enter")
    await page.getByText("Saved.").waitFor()
    await page.reload()
    await settled(page)
    await line.getByText("Configured in the server settings").waitFor()
    await line.getByText("Set up").click()
    await line.getByText("Stored. Type a new one to replace it.").waitFor()
    assert.strictEqual(await token.inputValue(), "")
    assert.notInclude(await page.content(), "a-secret-token")
    await line.getByRole("button", { name: "Forget" }).click()
    await line.getByText("Configured in the server settings").waitFor({ state: "detached" })
  })
})
