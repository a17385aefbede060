import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe } from "vitest"
import { assertAccessible, it, settled } from "./browser.ts"
import { keys, startServer } from "./server.ts"

// A new server behind a proxy, which adds a path to its address, and plays the service whose account is linked.
const folder = mkdtempSync(join(tmpdir(), "daybook-new-"))
let proxy: Server
let url = ""
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
  })
  behind = { address: await server.listening, stop: server.stop }
}

beforeAll(async () => {
  proxy = createServer(forward)
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/daybook`
  await start()
})

afterAll(() => {
  behind?.stop()
  proxy.closeAllConnections()
  proxy.close()
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
  it("leads to its set-up: zone, keys, an account, files", async ({ person }) => {
    const one = await person({ timezoneId: "Europe/Lisbon" }, url)
    await one.signIn(keys.admin)
    const page = await one.open("/")
    await assertAccessible(page)
    await page.getByRole("link", { name: "Set up Daybook" }).click()
    await page.getByText("TIME_ZONE=Europe/Lisbon npm start").waitFor()
    await settled(page)
    await assertAccessible(page)
    assert.strictEqual(page.url(), `${url}/settings/setup`)
    await page.reload()
    await settled(page)

    await page.getByLabel("Name").fill("my phone")
    await page.getByRole("button", { name: "Make a key" }).click()
    assert.match(await page.getByRole("textbox", { name: "The key “my phone”" }).inputValue(), /^dbk_live_/)

    const linking = one.context.waitForEvent("page")
    await page.getByRole("link", { name: "Link Spotify" }).click()
    const linked = await linking
    await linked.getByText("Spotify is linked").waitFor()
    await linked.close()
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event("focus")))
    await page.getByText("Linked as Ines").waitFor()

    await page.getByLabel("Choose files").setInputFiles([
      {
        name: "Streaming_History_Audio_2019.json",
        mimeType: "application/json",
        buffer: Buffer.from(plays),
      },
    ])
    await page.getByText("1 new or changed").waitFor()

    await page.getByRole("link", { name: "All services" }).click()
    await page.getByRole("button", { name: "Sync now: Listening" }).click()
    await page.getByText("1 item new or changed").waitFor()
    await settled(page)
    await assertAccessible(page)

    // Home fills by itself once there is something.
    await page.getByRole("link", { name: "Home" }).click()
    await page.getByRole("heading", { name: "Latest" }).waitFor()
    await page.getByText("Paper Lanterns").first().waitFor()
  })

  it("asks for images at the addresses that the API tells, below the path of the proxy", async ({
    person,
  }) => {
    const one = await person({}, url)
    await one.signIn(keys.read)
    const page = await one.context.newPage()
    const image = { url: `/daybook/v1/images/${"0".repeat(64)}/large`, width: 300, height: 300 }
    const asked: Array<string> = []
    await page.route("**/v1/images/**", (route) => {
      asked.push(new URL(route.request().url()).pathname)
      return route.fulfill({ status: 404 })
    })
    await page.route("**/v1/listening/top/albums*", async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { readonly data: ReadonlyArray<object> }
      return route.fulfill({ response, json: { ...body, data: body.data.map((one) => ({ ...one, image })) } })
    })
    await page.goto(`${url}/listening?top=album&period=overall`)
    await settled(page)
    await page.locator("img").first().waitFor({ state: "attached" })
    assert.match(String(asked[0]), /^\/daybook\/v1\/images\/0{64}\//)
  })

  it("opens its shell without a server, and comes back by itself with it", async ({ person }) => {
    const one = await person({}, url)
    await one.signIn(keys.admin)
    const page = await one.open("/")
    await page.evaluate(() => navigator.serviceWorker.ready)
    behind?.stop()
    behind = undefined
    await page.getByRole("link", { name: "Years" }).click()
    await page.getByText("Offline: no server is reached.").first().waitFor()
    // A proxy in front of nobody answers 502, and so it opens without any network.
    await page.reload()
    await page.getByText("Offline: no server is reached.").waitFor()
    await one.context.setOffline(true)
    await page.reload()
    await page.getByText("Offline: no server is reached.").waitFor()
    await assertAccessible(page)
    await one.context.setOffline(false)
    await start()
    await page.getByRole("heading", { level: 1, name: "Years" }).waitFor()
    assert.strictEqual(page.url(), `${url}/years`)
  })
})
