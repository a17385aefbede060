import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe } from "vitest"
import { assertAccessible, assertUsable, it, settled } from "../browser.ts"
import { keys, startServer } from "../server.ts"

// A new server behind a proxy, which adds a path to its address, and plays the service whose account is linked.
const folder = mkdtempSync(join(tmpdir(), "daybook-new-"))
let proxy: Server
let url = ""
let tiles: Server
let tilesUrl = ""
let behind: { readonly address: string; readonly stop: () => unknown } | undefined

const json = (answer: ServerResponse, body: object) =>
  answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))

const service = (path: string, answer: ServerResponse) => {
  const asked = new URL(path, "http://127.0.0.1")
  switch (asked.pathname) {
    case "/service/authorize": {
      const back = new URL(asked.searchParams.get("redirect_uri") ?? "")
      back.search = String(
        new URLSearchParams({ code: "a-code", state: asked.searchParams.get("state") ?? "" }),
      )
      return answer.writeHead(302, { location: back.href }).end()
    }
    case "/service/api/token":
      return json(answer, {
        access_token: "a-token",
        refresh_token: "a-refresh-token",
        token_type: "Bearer",
        expires_in: 3_600,
        scope: "user-read-recently-played user-read-currently-playing",
      })
    case "/service/gmail/v1/users/me/profile":
      return json(answer, { emailAddress: "ines@example.org", messagesTotal: 1_234 })
    case "/service/v1/me":
      return json(answer, { id: "ines", display_name: "Ines" })
    case "/service/v1/me/player/recently-played":
      return json(answer, {
        items: [
          {
            played_at: "2026-03-04T05:06:07.000Z",
            track: { name: "Paper Lanterns", artists: [{ name: "Ines Faria" }], album: { name: "Nightjar" } },
          },
        ],
      })
    default:
      return answer.writeHead(204).end()
  }
}

const forward = (asked: IncomingMessage, answer: ServerResponse) => {
  const path = asked.url ?? "/"
  if (path.startsWith("/service/")) return service(path, answer)
  const badGateway = () => {
    if (!answer.headersSent) answer.writeHead(502, { "content-type": "text/html" })
    answer.end("<h1>Bad gateway</h1>")
  }
  if (behind === undefined || !path.startsWith("/daybook/")) return badGateway()
  const sent = request(
    behind.address + path.slice("/daybook".length),
    { method: asked.method ?? "GET", headers: asked.headers },
    (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
      given.on("error", () => answer.destroy())
    },
  )
  sent.on("error", badGateway)
  answer.on("close", () => sent.destroy())
  return asked.pipe(sent)
}

const start = async () => {
  const base = new URL(url).origin
  const server = startServer(folder, "serve", {
    PUBLIC_URL: url,
    // Sessions outlive the server.
    SEALING_KEY: "5e".repeat(32),
    SPOTIFY_URL: `${base}/service`,
    SPOTIFY_ACCOUNTS_URL: `${base}/service`,
    SPOTIFY_AUTHORIZE_URL: `${base}/service/authorize`,
    SPOTIFY_CLIENT_ID: "an-id",
    SPOTIFY_CLIENT_SECRET: "a-secret",
    GOOGLE_TOKEN_URL: `${base}/service/api/token`,
    GOOGLE_API_URL: `${base}/service`,
    GOOGLE_CLIENT_ID: "an-id",
    GOOGLE_CLIENT_SECRET: "a-secret",
    GOOGLE_REFRESH_TOKEN: "a-refresh-token",
    TILES_URL: `${tilesUrl}/{z}/{x}/{y}.png`,
    TILES_CREDIT: "Tile Makers",
  })
  behind = { address: await server.listening, stop: server.stop }
}

/** An image of one dot, as every tile. */
const tile = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
)

beforeAll(async () => {
  tiles = createServer((_asked, answer) => answer.writeHead(200, { "content-type": "image/png" }).end(tile))
  await new Promise<void>((done) => tiles.listen(0, "127.0.0.1", done))
  tilesUrl = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  proxy = createServer(forward)
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/daybook`
  await start()
})

afterAll(() => {
  behind?.stop()
  proxy.closeAllConnections()
  proxy.close()
  tiles.closeAllConnections()
  tiles.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const plays = JSON.stringify([
  {
    ts: "2019-03-04T05:06:30Z",
    ms_played: 45_000,
    master_metadata_track_name: "Gravel",
    master_metadata_album_artist_name: "The Sorrel Choir",
    master_metadata_album_album_name: "Gravel",
  },
])

describe("a new server, behind a proxy that adds a path", () => {
  it("shows a year after three actions, and is set up: files, an account, time and units", async ({
    person,
  }) => {
    // The first action is the start. The second opens the link that it printed, which leads to the first step.
    const one = await person({ timezoneId: "Europe/Lisbon" }, url)
    const made = await one.context.request.post(`${url}/v1/admin/sign-in-links`, {
      headers: { authorization: `Bearer ${keys.admin}` },
    })
    const page = await one.context.newPage()
    await page.goto(((await made.json()) as { readonly url: string }).url)
    await page.getByRole("heading", { level: 1, name: "First, drop everything." }).waitFor()
    await settled(page)
    assert.strictEqual(page.url(), `${url}/settings/setup`)

    // The third drops files anywhere on their place: they are on their way at once, and each explains what was found in it.
    await page.locator(".drop").evaluate((place, text) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([text], "Streaming_History_Audio_2019.json", { type: "application/json" }))
      dropped.items.add(new File(["\u00ff\u00d8 not an export"], "IMG_2210.heic", { type: "image/heic" }))
      dropped.items.add(new File(["Date,Amount\n2026-01-01,4.20\n"], "bank.csv"))
      dropped.items.add(new File([], "empty.csv"))
      place.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }))
    }, plays)
    await page.getByText("1 new or changed").waitFor()
    await page.getByRole("heading", { name: "Your 2019 is here." }).waitFor()
    await page.getByRole("link", { name: "Open 2019" }).waitFor()
    await page.getByRole("link", { name: "Gravel" }).waitFor()
    // An unsupported file is named, with a next step.
    const lineOf = (name: string) => page.getByRole("listitem").filter({ hasText: name })
    await lineOf("IMG_2210.heic").getByText("Nothing to import").waitFor()
    await lineOf("IMG_2210.heic")
      .getByText("A photo: there is nothing in it that Daybook can keep.")
      .waitFor()
    await lineOf("bank.csv")
      .getByText(/columns that Daybook doesn't know: Date,Amount\. Drop /)
      .waitFor()
    await lineOf("empty.csv").getByText("There is nothing in it. Export it once more.").waitFor()
    await page.getByRole("button", { name: "Dismiss empty.csv" }).click()
    await assertUsable(page)
    // The service of a file that was read is named, and is linked from here.
    assert.strictEqual(
      await page.getByRole("link", { name: "Link Spotify" }).getAttribute("href"),
      "link/spotify?back=setup",
    )

    await page.getByRole("link", { name: "Next: accounts" }).click()
    await page.getByRole("heading", { level: 1, name: "Then, who keeps it going?" }).waitFor()
    await page.locator(".set-up .lines > li").first().getByText("Found in your files").waitFor()
    // The service sends the owner back to where they were, with a word of what happened.
    await page.getByRole("link", { name: "Link Spotify" }).click()
    await page.getByText("Spotify is linked. Daybook now syncs the account of Ines.").waitFor()
    assert.strictEqual(page.url(), `${url}/settings/setup?linked=spotify`)
    await page.getByText("Linked as Ines").waitFor()
    await assertUsable(page)

    await page.getByRole("link", { name: "Next: time & units" }).click()
    await page.getByRole("button", { name: "Use Europe/Lisbon" }).click()
    await page.getByText("Saved.").waitFor()
    await page.getByRole("button", { name: "Use Europe/Lisbon" }).waitFor({ state: "detached" })
    await page.getByRole("group", { name: "Distance" }).getByRole("button", { name: "Kilometres" }).click()
    await page.getByRole("button", { name: "Kilometres", pressed: true }).waitFor()
    const preview = page.locator(".preview")
    await preview.getByText("6.1 km").waitFor()
    await preview.getByText(/^Monday,? 4 March$/).waitFor()
    const beginnings = page.getByRole("group", { name: "A day begins at" })
    // Days are counted otherwise: the page is loaded again.
    const beginAt = (name: string) =>
      Promise.all([page.waitForEvent("load"), beginnings.getByRole("button", { name }).click()])
    await beginAt("06:00")
    // What was played at five belongs to the day before.
    await preview.getByText(/^Sunday,? 3 March$/).waitFor()
    await beginAt("Midnight")
    await preview.getByText(/^Monday,? 4 March$/).waitFor()
    await assertUsable(page)
    await page.getByRole("link", { name: "Open my daybook" }).click()

    await page.goto(`${url}/settings/sources`)
    await page.getByRole("button", { name: "Sync now: Listening" }).click()
    await page.getByText("1 item new or changed").waitFor()
    await settled(page)
    await assertAccessible(page)

    // Today fills on its own once there is something.
    await page.getByRole("link", { name: "Today" }).click()
    await page.getByRole("heading", { name: "Lately" }).waitFor()
    await page.getByText("Paper Lanterns").first().waitFor()
  })

  it("lays tiles of its configured server over its maps", async ({ person }) => {
    const one = await person({}, url)
    await one.signIn(keys.admin)
    await one.context.request.post(`${url}/v1/admin/places/check-in`, {
      headers: { authorization: `Bearer ${keys.admin}` },
      data: { venue: "Tin Roof", checked_in_at: "2026-05-10T18:00:00Z", lat: 44.9, lng: -66.98 },
    })
    const page = await one.open("/places/map?period=overall")
    const shown = page.locator(".map-tiles img").first()
    await shown.waitFor({ state: "attached" })
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>(".map-tiles img")?.naturalWidth ?? 0) > 0,
    )
    await page.getByText("Tile Makers").first().waitFor()
    // The policy lets images of that server in, and nothing else of any other.
    const policy = (await one.get(`${url}/`)).headers()["content-security-policy"] ?? ""
    assert.include(policy.split("; ").find((part) => part.startsWith("img-src")) ?? "", tilesUrl)
    assert.strictEqual(policy.split("http").length, 2, policy)
    assert.isTrue(one.problems.splice(0).every((problem) => problem.startsWith(`asked ${tilesUrl}/`)))
  })

  it("takes things manually, and makes an event of what waits", async ({ person }) => {
    const one = await person({}, url)
    await one.signIn(keys.admin)
    const page = await one.open("/settings/add?type=run")
    const miles = page.getByLabel("Distance in miles")
    // The browser names what is missing, and nothing is sent.
    await page.getByRole("button", { name: "Add", exact: true }).click()
    assert.isTrue(await miles.evaluate((field) => field.matches(":invalid")))
    await page.getByLabel("Started at").fill("2019-03-04T07:30:00")
    await miles.fill("6.2")
    await page.getByLabel("Moving time in seconds").fill("3120")
    await page.getByLabel("Name", { exact: true }).fill("Quay loop")
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("link", { name: "Show it" }).click()
    await page.getByRole("heading", { level: 1, name: "Quay loop" }).waitFor()

    await one.context.request.post(`${url}/v1/admin/attending/sources`, {
      headers: { authorization: `Bearer ${keys.admin}` },
      data: {
        source_type: "calendar",
        source_ref: "an-evening",
        raw_data: {
          summary: "The Sorrel Choir in concert",
          start: { dateTime: "2019-03-04T20:00:00Z" },
          location: "Quayside Hall",
        },
      },
    })
    await page.goto(`${url}/settings/waiting`)
    const line = page.getByRole("listitem").filter({ hasText: "The Sorrel Choir in concert" })
    await line.getByText("Calendar · 4 Mar 2019 · Quayside Hall").waitFor()
    // What is dismissed is not suggested again, unless the owner undoes it.
    await line.getByRole("button", { name: /^Never suggest again/ }).click()
    await line.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    await line.getByText("Edit first").click()
    await assertAccessible(page)
    await line.getByLabel("Title").fill("An evening of hymns")
    await line.getByRole("button", { name: "Confirm event" }).click()
    await page.getByText("Event confirmed.").waitFor()
    await page.getByText("Nothing to review").waitFor()
    await page.getByRole("link", { name: "Show it" }).click()
    await page.getByRole("heading", { level: 1, name: "An evening of hymns" }).waitFor()
  })

  it("tests the link to the identity provider, and removes junk venues", async ({ person }) => {
    const one = await person({}, url)
    await one.signIn(keys.admin)
    const page = await one.open("/settings/sources")
    await page.getByRole("button", { name: "Test the link to Google" }).click()
    await page.getByText("Working: ines@example.org, 1,234 messages.").waitFor()
    await assertAccessible(page)

    await one.context.request.post(`${url}/v1/admin/attending/event`, {
      headers: { authorization: `Bearer ${keys.admin}` },
      data: { title: "Brass", event_date: "2019-03-05", event_type: "concert", venue: "924 Gilman Street" },
    })
    await page.goto(`${url}/settings/upkeep`)
    await page.getByRole("button", { name: "Find junk venues" }).click()
    await page.getByText("1 venue looks like junk").waitFor()
    await assertAccessible(page)
    await page.getByRole("button", { name: "Remove them" }).click()
    const question = page.getByRole("dialog", { name: "Remove 1 venue?" })
    await question.getByText("This can't be undone.").waitFor()
    await question.getByRole("button", { name: "Remove them" }).click()
    await page.getByText("1 venue removed.").waitFor()
    await page.getByRole("button", { name: "Find junk venues" }).click()
    await page.getByText("No junk venues found.").waitFor()

    await page.getByRole("button", { name: "Start: Write excerpts" }).click()
    await page.getByText("Done: 0 checked · 0 updated").waitFor()
  })

  it("requests images at the addresses that the API reports, below the path of the proxy", async ({
    person,
  }) => {
    const one = await person({}, url)
    await one.signIn(keys.read)
    const page = await one.context.newPage()
    const image = { url: `/daybook/v1/images/${"0".repeat(64)}/large`, width: 300, height: 300 }
    await page.route("**/v1/images/**", (route) => route.fulfill({ status: 404 }))
    await page.route("**/v1/listening/overview*", async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { readonly top: ReadonlyArray<object> }
      return route.fulfill({ response, json: { ...body, top: body.top.map((one) => ({ ...one, image })) } })
    })
    const [asked] = await Promise.all([
      page.waitForRequest(/\/v1\/images\/0/),
      page.goto(`${url}/listening?top=album&period=overall`),
    ])
    assert.match(new URL(asked.url()).pathname, /^\/daybook\/v1\/images\/0{64}\//)
  })

  it("opens its shell without a server, and comes back on its own with it", async ({ person }) => {
    const one = await person({ serviceWorkers: "allow" }, url)
    await one.signIn(keys.admin)
    // The shell is stored even if the texts come after the page has loaded. It is loaded again for the owner's units.
    const first = await one.context.newPage()
    await first.route(/\/assets\/en-/, async (route) => {
      await first.waitForLoadState()
      await route.continue()
    })
    await first.goto(`${url}/`)
    await settled(first)
    await first.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await first.unrouteAll({ behavior: "ignoreErrors" })
    await first.close()
    const page = await one.open("/")
    behind?.stop()
    behind = undefined
    // A proxy in front of no one returns 502: that is a response, and the network is there.
    const unready = page.getByText("The server can't respond right now: 502. Retrying automatically…")
    await page.getByRole("link", { name: "Years" }).click()
    await unready.waitFor()
    await page.reload()
    await unready.waitFor()
    await assertAccessible(page)
    await one.context.setOffline(true)
    await page.reload()
    await page.getByText("You're offline.").waitFor()
    await assertAccessible(page)
    await one.context.setOffline(false)
    await start()
    await page.getByRole("heading", { level: 1, name: "Years" }).waitFor()
    assert.strictEqual(page.url(), `${url}/years`)
  })
})
