import { assert, describe } from "vitest"
import { assertAccessible, goTo, it, keys, settled } from "../browser.ts"
import { adminViews } from "../views.ts"

const plays = JSON.stringify(
  [1, 2, 3].map((minute) => ({
    ts: `2019-03-04T05:0${minute}:30Z`,
    ms_played: 45_000,
    master_metadata_track_name: `Gravel ${minute}`,
    master_metadata_album_artist_name: "The Sorrel Choir",
    master_metadata_album_album_name: "Gravel",
  })),
)

describe("settings", () => {
  it("say which key they need", async ({ openPage }) => {
    const page = await openPage("/settings")
    await page.getByRole("link", { name: "Imports" }).click()
    await page.getByText("“READ_KEY” is a read key. You need an admin key for this.").waitFor()
    await assertAccessible(page)
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: /^Advanced/ })
      .click()
    await page.getByRole("main").getByRole("link", { name: "This browser" }).click()
    await page.getByText("read everything").waitFor()
  })

  it("are usable on a phone, in the dark", async ({ openPage }) => {
    const page = await openPage("/", {
      key: keys.admin,
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    })
    for (const path of adminViews) {
      await goTo(page, path)
      await assertAccessible(page, ["color-contrast", "target-size", "label", "button-name"])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.isAtMost(width, 390, `${path} is wider than a phone`)
    }
  })

  it("make a key, show it once, and revoke it after a question", async ({ openPage }) => {
    const page = await openPage("/settings/keys", { key: keys.admin })
    await page.getByLabel("Name").fill("a player")
    await page.getByLabel("Submit plays and visits only").check()
    await page.getByLabel("Name").press("Enter")
    const shown = page.getByRole("textbox", { name: "Key “a player”" })
    await shown.waitFor()
    assert.match(await shown.inputValue(), /^dbk_\w+_[0-9a-f]{64}$/)
    await assertAccessible(page)
    await page.getByRole("button", { name: "Done" }).click()
    await shown.waitFor({ state: "detached" })

    const line = page.getByRole("listitem").filter({ hasText: "a player" })
    await line.getByRole("button", { name: "Revoke" }).click()
    const question = page.getByRole("dialog", { name: "Revoke “a player”?" })
    await question.waitFor()
    await assertAccessible(page)
    await page.keyboard.press("Escape")
    assert.strictEqual(await line.count(), 1)
    await line.getByRole("button", { name: "Revoke" }).click()
    await question.getByRole("button", { name: "Revoke" }).click()
    await line.waitFor({ state: "detached" })
  })

  it("import files that are chosen, show how far they are, and what each brought", async ({ openPage }) => {
    const page = await openPage("/settings/imports", { key: keys.admin })
    // The first attempt does not reach the server.
    let attempts = 0
    await page.route("**/v1/admin/imports", (route) =>
      route.request().method() === "POST" && attempts++ === 0 ? route.abort() : route.continue(),
    )
    await page.getByLabel("Choose files").setInputFiles([
      { name: "Streaming_History_Audio_2019.json", mimeType: "application/json", buffer: Buffer.from(plays) },
      { name: "holiday.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]) },
    ])
    await page.getByText("Upload interrupted. It restarts when the server is back.").waitFor()
    await page.getByText("Waiting").waitFor()
    await assertAccessible(page)
    const line = page.getByRole("listitem").filter({ hasText: "Streaming_History_Audio_2019.json" })
    await line.getByText("3 new or changed").waitFor()
    await page
      .getByRole("listitem")
      .filter({ hasText: "holiday.jpg" })
      .getByText("A photo: there is nothing in it that Daybook can keep.")
      .waitFor()
    await assertAccessible(page)
    await page.goto(new URL("/search?q=sorrel+choir", page.url()).href)
    await settled(page)
    await page
      .getByRole("link", { name: /The Sorrel Choir/ })
      .first()
      .waitFor()
  })

  it("show each source, and what it takes to set it up", async ({ openPage }) => {
    const page = await openPage("/settings/sources", { key: keys.admin })
    const strava = page.getByRole("listitem").filter({ hasText: "Strava" })
    await strava.getByText("Set up").click()
    await strava.getByLabel("Client ID").waitFor()
    assert.strictEqual(await strava.getByLabel("Client secret").getAttribute("type"), "password")
    await page.getByText(/^No source is configured for Listening, /).waitFor()
    await assertAccessible(page)
  })

  it("share an address, which opens without a key until it is revoked", async ({ openPage }) => {
    const page = await openPage("/settings/shares", { key: keys.admin })
    await page.getByLabel("Content").selectOption("Everything, for feed readers (JSON Feed)")
    await page.getByLabel("Note").fill("my reader")
    await page.getByRole("button", { name: "Share" }).click()
    const shown = page.getByRole("textbox", { name: "Share link for /v1/feed.json" })
    await shown.waitFor()
    const address = await shown.inputValue()
    assert.strictEqual((await fetch(address)).status, 200)
    await assertAccessible(page)
    const line = page.getByRole("listitem").filter({ hasText: "my reader" })
    await line.getByRole("button", { name: "Revoke" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
    await line.waitFor({ state: "detached" })
    assert.strictEqual((await fetch(address)).status, 401)
  })

  it("make a webhook, show its secret once, and its deliveries", async ({ openPage }) => {
    const page = await openPage("/settings/webhooks", { key: keys.admin })
    await page.getByLabel("URL").fill("http://127.0.0.1:9/daybook")
    await page.getByLabel("Play", { exact: true }).check()
    await page.getByRole("button", { name: "Create webhook" }).click()
    await page.getByText("is in a private network").waitFor()
    await page.getByLabel("URL").fill("https://example.org/daybook")
    await page.getByRole("button", { name: "Create webhook" }).click()
    const secret = page.getByRole("textbox", { name: /^Signing secret for/ })
    await secret.waitFor()
    assert.match(await secret.inputValue(), /^whsec_/)
    await assertAccessible(page)
    await page.getByRole("link", { name: "https://example.org/daybook" }).click()
    await page.getByText("No deliveries yet").waitFor()
    await assertAccessible(page)
    await page.goBack()
    const line = page.getByRole("listitem").filter({ hasText: "https://example.org/daybook" })
    await line.getByRole("button", { name: "Turn off" }).click()
    await line.getByText(/^Off$/).waitFor()
    await line.getByRole("button", { name: "Turn on" }).click()
    await line.getByText(/^On$/).waitFor()
    await line.getByRole("button", { name: "Remove" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await line.waitFor({ state: "detached" })
  })

  it("send plays on, and explain what is wrong with an account", async ({ openPage }) => {
    const page = await openPage("/settings/webhooks", { key: keys.admin })
    await page.getByLabel("Service", { exact: true }).selectOption("Last.fm")
    await page.getByLabel("Shared secret").waitFor()
    await page.getByLabel("Service", { exact: true }).selectOption("ListenBrainz, Maloja or Koito")
    const address = page.getByLabel("Address of the service")
    assert.strictEqual(await address.inputValue(), "https://api.listenbrainz.org")
    await assertAccessible(page)
    await address.fill("http://127.0.0.1:9/")
    await page.getByLabel("Token").fill("a token")
    await page.getByRole("button", { name: "Send plays on" }).click()
    await page.getByText("is in a private network").waitFor()
  })

  it("correct a thing in place, and take the correction back", async ({ openPage }) => {
    const page = await openPage("/search?q=sorrel+choir", { key: keys.admin })
    await page
      .getByRole("main")
      .getByRole("link", { name: /^The Sorrel Choir/ })
      .first()
      .click()
    await page.getByRole("heading", { level: 1, name: "The Sorrel Choir" }).waitFor()
    await page.getByRole("button", { name: "Edit The Sorrel Choir" }).click()
    const form = page.getByRole("dialog", { name: "Edit The Sorrel Choir" })
    await form.getByLabel("Genres").fill("hymns, folk")
    await assertAccessible(page)
    await form.getByLabel("Name").fill(" ")
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByText("name: must not be empty").waitFor()
    await form.getByLabel("Name").fill("The Sorrel Quartet")
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { level: 1, name: "The Sorrel Quartet" }).waitFor()
    await page.getByText("hymns, folk").waitFor()

    const artist = page.url()
    await page.goto(new URL("/settings/corrections", artist).href)
    const line = page.getByRole("listitem").filter({ hasText: "The Sorrel Quartet" })
    await line.getByText("Artist corrected").waitFor()
    await line.getByRole("link", { name: "The Sorrel Quartet" }).waitFor()
    await assertAccessible(page)
    const takeBack = async () => {
      await line.getByRole("button", { name: "Undo" }).click()
      await page.getByText("Its fields return to the synced values").waitFor()
      await line.waitFor({ state: "detached" })
    }
    await takeBack()
    // It is made again from its toast.
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click()
    await line.waitFor()
    await takeBack()
    await page.goto(artist)
    await page.getByRole("heading", { level: 1, name: "The Sorrel Choir" }).waitFor()
  })

  it("merge, remove and hide at once, and take each back from its toast", async ({ openPage }) => {
    const page = await openPage("/search?q=sorrel+choir", { key: keys.admin })
    const choir = page.getByRole("main").getByRole("link", { name: /^The Sorrel Choir/ })
    await choir.first().click()
    const title = page.getByRole("heading", { level: 1 })
    await title.filter({ hasText: "The Sorrel Choir" }).waitFor()
    const address = page.url()
    const edit = page.getByRole("button", { name: "Edit The Sorrel Choir" })

    await edit.click()
    await page.getByRole("button", { name: "Hide from charts" }).click()
    await page.getByText("The Sorrel Choir is hidden from charts and now playing.").waitFor()
    await assertAccessible(page)
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Taken back.").waitFor()

    await edit.click()
    await page.getByText("Merge with another").click()
    const tops = await page
      .context()
      .request.get(new URL("/v1/listening/top/artists?period=overall&limit=1", address).href, {
        maxRetries: 3,
      })
    const { data } = (await tops.json()) as { readonly data: ReadonlyArray<{ readonly name: string }> }
    await page.getByLabel("Other item").fill(data[0]?.name ?? "")
    const merge = page.getByRole("button", { name: /^Merge into / }).first()
    const into = ((await merge.getAttribute("aria-label")) ?? "").replace("Merge into ", "")
    await merge.click()
    await page.getByText(`The Sorrel Choir is joined with ${into}.`).waitFor()
    await title.filter({ hasText: into }).waitFor()
    const history = await page.context().newPage()
    await history.goto(new URL("/settings/corrections", address).href)
    await history.getByText("Artist joined with").first().waitFor()
    await history.getByRole("link", { name: into }).first().waitFor()
    await page.keyboard.press("Control+z")
    await page.getByText("Taken back.").waitFor()
    await page.goto(address)
    await title.filter({ hasText: "The Sorrel Choir" }).waitFor()

    await edit.click()
    await page.getByRole("button", { name: "Remove" }).click()
    await page.getByText("The Sorrel Choir is removed.").waitFor()
    await history.goto(new URL("/settings/corrections", address).href)
    await history.getByText("Artist removed The Sorrel Choir").first().waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Taken back.").waitFor()
    await page.goto(address)
    await title.filter({ hasText: "The Sorrel Choir" }).waitFor()
  })

  it("make two plays one, leave an artist out of tops, and lead to everything in one file", async ({
    openPage,
  }) => {
    const page = await openPage("/settings/doubles?date=2019-03-04", { key: keys.admin })
    await page.getByRole("checkbox", { name: /Gravel 1/ }).check()
    await page.getByRole("checkbox", { name: /Gravel 2/ }).check()
    assert.isTrue(await page.getByRole("checkbox", { name: /Gravel 3/ }).isDisabled())
    // A day that is empty while someone types leaves the view unchanged.
    await page.getByLabel("Day", { exact: true }).fill("")
    assert.strictEqual(new URL(page.url()).search, "?date=2019-03-04")
    await assertAccessible(page)
    const merge = async () => {
      await page.getByRole("button", { name: "Merge", exact: true }).click()
      await page.getByText("Gravel 1 is joined with Gravel 2.").waitFor()
      await page.getByRole("checkbox", { name: /Gravel 1/ }).waitFor({ state: "detached" })
    }
    await merge()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("checkbox", { name: /Gravel 1/ }).check()
    await page.getByRole("checkbox", { name: /Gravel 2/ }).check()
    await merge()

    const nav = page.getByRole("navigation", { name: "Settings" })
    await nav.getByRole("link", { name: /^Advanced/ }).click()
    await page.getByRole("main").getByRole("link", { name: "Hidden music" }).click()
    await page.getByLabel("Whose name").selectOption("matches this pattern")
    await page.getByLabel("Name or pattern").fill("(")
    await page.getByRole("button", { name: "Hide" }).click()
    await page.getByText(/^value: /).waitFor()
    await page.getByLabel("Name or pattern").fill("^the sorrel choir$")
    await page.getByRole("button", { name: "Hide" }).click()
    const line = page.getByRole("listitem").filter({ hasText: "^the sorrel choir$" })
    await line.waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await line.waitFor({ state: "detached" })
    await page.getByLabel("Name or pattern").fill("^the sorrel choir$")
    await page.getByLabel("Whose name").selectOption("matches this pattern")
    await page.getByRole("button", { name: "Hide" }).click()
    await line.waitFor()
    await assertAccessible(page)
    // A rule that is there already is not taken back.
    await page.getByLabel("Name or pattern").fill("^the sorrel choir$")
    await page.getByLabel("Whose name").selectOption("matches this pattern")
    await page.getByRole("button", { name: "Hide" }).click()
    await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" })
    await line.getByRole("button", { name: "Remove" }).click()
    await line.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    await line.waitFor()
    await line.getByRole("button", { name: "Remove" }).click()
    await line.waitFor({ state: "detached" })

    await nav.getByRole("link", { name: "Data & backup" }).click()
    await page.getByRole("link", { name: "Download everything" }).waitFor()
    await assertAccessible(page)
  })
})
