import { assert, describe, inject } from "vitest"
import { assertAccessible, assertUsable, assertViewsUsable, it, keys } from "./browser.ts"
import { domains, otherViews } from "./views.ts"

describe("signing in", () => {
  it("takes a key in one field, and Enter", async ({ person }) => {
    const one = await person()
    const page = await one.open("/")
    const field = page.getByLabel("Key", { exact: true })
    await assertAccessible(page)

    await field.fill("no-such-key")
    await field.press("Enter")
    await page.getByText("That key isn't valid. It may have been revoked or have expired.").waitFor()
    await assertAccessible(page)

    await field.fill(keys.read)
    await field.press("Enter")
    await page.getByRole("heading", { name: "Lately" }).waitFor()

    // No script has the key, nor has any store of the browser that a script could read.
    const kept = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage, ...sessionStorage }]),
    )
    assert.notInclude(kept, keys.read)
    const [cookie] = await one.context.cookies()
    assert.isTrue(cookie?.httpOnly)
    assert.strictEqual(cookie?.sameSite, "Strict")
    assert.notInclude(cookie?.value ?? "", keys.read)

    await page.reload()
    await page.getByRole("heading", { name: "Lately" }).waitFor()
    await page.getByRole("button", { name: "Sign out" }).click()
    await field.waitFor()
    assert.deepStrictEqual(await one.context.cookies(), [])
  })

  it("is over once the server responds, if it did not when somebody signed out", async ({ openPage }) => {
    const page = await openPage("/")
    await page.route("**/session", (route) =>
      route.request().method() === "DELETE" ? route.abort() : route.fallback(),
    )
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "detached" })
    assert.lengthOf(await page.context().cookies(), 1)
    await page.unroute("**/session")
    await page.getByLabel("Key", { exact: true }).waitFor()
    assert.deepStrictEqual(await page.context().cookies(), [])
  })

  it("ends at once when the key is revoked", async ({ person }) => {
    const url = inject("daybookUrl")
    const command = (method: string, path: string, body?: object) =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${keys.admin}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const made = (await (
      await command("POST", "/v1/admin/keys", { name: "lent", scope: "read" })
    ).json()) as {
      readonly id: number
      readonly key: string
    }
    const one = await person()
    await one.signIn(made.key)
    const page = await one.open("/")
    await page.getByRole("heading", { name: "Lately" }).waitFor()
    await command("DELETE", `/v1/admin/keys/${made.id}`)
    await page.getByText("signed out because your key expired").waitFor()
  })
})

describe("the frame", () => {
  it("shows every domain in its nav, and every view again when it is loaded again", async ({ openPage }) => {
    const page = await openPage("/")
    const nav = page.getByRole("navigation", { name: "Main" })
    for (const name of domains) {
      await nav.getByRole("link", { name }).click()
      await page.getByRole("heading", { level: 1, name }).waitFor()
      assert.strictEqual(new URL(page.url()).pathname, `/${name.toLowerCase()}`)
      await page.reload()
      await page.getByRole("heading", { level: 1, name }).waitFor()
    }
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Collecting" }).waitFor()
  })

  it("finds by keyboard what is typed", async ({ openPage }) => {
    const page = await openPage("/")
    await page.keyboard.press("/")
    await page.keyboard.type("penhal")
    const box = page.getByRole("combobox", { name: "Search everything" })
    const palette = page.locator("dialog.palette")
    const option = page.getByRole("option", { name: /Vera Penhallow/ }).first()
    await option.waitFor()
    await assertAccessible(page)
    await page.keyboard.press("ArrowDown")
    const selected = page.getByRole("option", { selected: true })
    await page.emulateMedia({ forcedColors: "active" })
    assert.strictEqual(await selected.evaluate((line) => getComputedStyle(line).outlineStyle), "solid")
    await page.emulateMedia({ forcedColors: "none" })
    assert.strictEqual(await box.getAttribute("aria-activedescendant"), await selected.getAttribute("id"))
    await page.keyboard.press("Escape")
    // A closed dialog has no role, and is taken out a moment later, when its own event says so.
    await palette.waitFor({ state: "detached" })

    // What was typed is gone, and the last line searches for it.
    await page.keyboard.press("Control+k")
    await page.keyboard.type("penhal")
    await option.waitFor()
    await page.keyboard.press("ArrowUp")
    // The palette ignores an Enter that ends a word of an input method.
    for (const composed of [{ isComposing: true }, { keyCode: 229 }]) {
      await box.dispatchEvent("keydown", { key: "Enter", ...composed })
      assert.isTrue(await palette.isVisible())
    }
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "“penhal”" }).waitFor()
    assert.strictEqual(new URL(page.url()).search, "?q=penhal")
    await palette.waitFor({ state: "detached" })

    // What was found for other words is not opened. Caps Lock makes the key another one.
    await page.route(/suggest\?q=penhalx/, () => {})
    await page.locator("body").dispatchEvent("keydown", { key: "K", ctrlKey: true })
    await page.keyboard.type("penhal")
    await option.waitFor()
    await palette
      .getByRole("status")
      .filter({ hasText: /^\d+ suggestions?$/ })
      .waitFor()
    await page.keyboard.type("x")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "“penhalx”" }).waitFor()
    await palette.waitFor({ state: "detached" })
    await page.keyboard.press("Control+k")
    await page.keyboard.type("qqxqxx")
    await palette.getByRole("status").filter({ hasText: "No suggestions" }).waitFor()
  })

  it("logs what is typed, with the stored titles", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const [film] = (await one.read<{ data: ReadonlyArray<{ title: string }> }>("/v1/watching/movies?limit=1"))
      .data
    const page = await one.open("/")
    await page.keyboard.press("Control+k")
    await page.keyboard.type(`log ${film?.title.slice(0, 9)} as a film`)
    await page
      .getByRole("option", { name: `Log “${film?.title}” as a film` })
      .first()
      .click()
    await page.getByRole("heading", { level: 1, name: "Add" }).waitFor()
    await page.waitForFunction(
      (title) => [...document.querySelectorAll("input")].some((field) => field.value === title),
      film?.title,
    )
    assert.strictEqual(new URL(page.url()).searchParams.get("type"), "watch")
  })

  it("goes by letters, lists its keys, and does without them", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const page = await one.open("/")
    await page.keyboard.press("g")
    await page.keyboard.press("n")
    await page.getByRole("heading", { level: 1, name: "Running" }).waitFor()
    await page.keyboard.press("n")
    await page.getByRole("heading", { level: 1, name: "Add" }).waitFor()
    // Letters that are written go nowhere.
    await page.locator("form input").first().pressSequentially("gt")
    await page.keyboard.press("Tab")
    assert.strictEqual(new URL(page.url()).pathname, "/settings/add")

    await page.goto(`${one.url}/years/2025`)
    const share = page.getByRole("dialog", { name: "Share" })
    await page.getByRole("button", { name: "Share", exact: true }).waitFor()
    await page.keyboard.press("s")
    await share.waitFor()
    await page.keyboard.press("Escape")
    await share.waitFor({ state: "detached" })

    await page.keyboard.press("?")
    const list = page.getByRole("dialog", { name: "Keyboard" })
    await list.getByText("Go to Reading").waitFor()
    await assertUsable(page)
    await list.getByLabel("Keys without Ctrl or Cmd").uncheck()
    await page.keyboard.press("Escape")
    await page.locator("dialog.key-list").waitFor({ state: "detached" })
    await page.keyboard.press("?")
    await page.keyboard.press("n")
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search everything" }).waitFor()
    assert.strictEqual(await list.count(), 0)
    assert.strictEqual(new URL(page.url()).pathname, "/years/2025")
  })

  it("logs a film that only the film database knows", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const page = await one.open("/")
    await page.route("**/v1/admin/watching/films?*", (route) =>
      route.fulfill({ json: { data: [{ movie_db_id: 7, title: "Low Water Rising", year: 2019 }] } }),
    )
    await page.keyboard.press("Control+k")
    await page.keyboard.type("log low w as a film")
    await page.getByRole("option", { name: "Log “Low Water Rising” as a film 2019" }).click()
    await page.getByRole("heading", { level: 1, name: "Add" }).waitFor()
    assert.deepStrictEqual(Object.fromEntries(new URL(page.url()).searchParams), {
      type: "watch",
      title: "Low Water Rising",
      movie_db_id: "7",
      year: "2019",
    })
  })

  it("says that no one answers, and continues when somebody does", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const page = await one.open("/")
    await one.context.setOffline(true)
    await page.getByRole("link", { name: "Years", exact: true }).click()
    await page.getByText("You're offline.").first().waitFor()
    await assertAccessible(page)
    await one.context.setOffline(false)
    await page.getByRole("link", { name: "2025" }).waitFor()
    await page.getByText("You're offline.").waitFor({ state: "detached" })
  })

  it("continues next to a view that fails while it is drawn", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.read)
    const page = await one.open("/")
    await page.route("**/v1/years", (route) => route.fulfill({ json: { data: [null] } }))
    await page.getByRole("link", { name: "Years", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Something went wrong on this page" }).waitFor()
    await assertAccessible(page)
    await page.getByRole("link", { name: "Timeline" }).click()
    await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor()
    // The fault itself is in the console, for anyone who fixes it.
    assert.strictEqual(one.problems.splice(0).length, 1)
  })

  it("says that there is no such page", async ({ openPage }) => {
    const page = await openPage("/settings/nothing/at/all")
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor()
    await assertAccessible(page)
  })
})

describe("views of no domain", () => {
  it("are usable by everybody, and the same when they are loaded again", async ({ openPage }) => {
    await assertViewsUsable(await openPage("/"), otherViews)
  })

  it("go to a day that is typed, and say so if nothing was before it", async ({ openPage }) => {
    const page = await openPage("/timeline?to=1990-01-01")
    await page.getByText("No matches. Try removing a filter.").waitFor()
    const day = page.getByLabel("Go to")
    // So begins a year that is being typed.
    await day.fill("0202-05-11")
    assert.strictEqual(new URL(page.url()).search, "?to=1990-01-01")
    await day.fill("2025-05-11")
    await page.waitForURL(/\?to=2025-05-11$/)
    await page.locator(".entries").first().waitFor()
  })
})
