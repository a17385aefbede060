import { createServer } from "node:net"
import { assert, describe } from "vitest"
import { it } from "../daybook.ts"
import { askTokens, authorizeUrl, openBrowser, redirectUri, register, statusAt, verifier } from "./owner.ts"

const SEALING_KEY = "5".repeat(64)

const exchanged = (clientId: string, back: URL) => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code: back.searchParams.get("code") ?? "",
  code_verifier: verifier,
  redirect_uri: redirectUri,
})

const refreshed = (clientId: string, token: string) => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: token,
})

describe("OAuth", () => {
  it("is one authorization server over two servers of one store", async ({ daybook }) => {
    const env = { ...daybook.stores.postgres(), SEALING_KEY }
    const [a, b] = await Promise.all([daybook.start(env), daybook.startProcess(env)])
    const clientId = await register(a.url)
    const browser = await openBrowser(b.url)
    // The page of one server, sent to the other one.
    const back = await browser.consent(authorizeUrl(b.url, clientId), a.url)
    const uses = await Promise.all([
      askTokens(a.url, exchanged(clientId, back)),
      askTokens(b.url, exchanged(clientId, back)),
    ])
    assert.sameMembers(
      uses.map(({ status }) => status),
      [200, 400],
      "a code worked twice",
    )
    const twice = uses.find(({ status }) => status === 200)?.body
    assert.strictEqual(await statusAt(a.url, twice?.access_token ?? ""), 401)

    const again = await browser.consent(authorizeUrl(b.url, clientId))
    const { body: tokens } = await askTokens(a.url, exchanged(clientId, again))
    for (const { url } of [a, b]) assert.strictEqual(await statusAt(url, tokens.access_token), 200)
    const { body: next } = await askTokens(b.url, refreshed(clientId, tokens.refresh_token))
    const listed = await a.admin.get("/v1/admin/assistants")
    const { data } = listed.body as { data: ReadonlyArray<{ id: number }> }
    assert.lengthOf(data, 1)
    assert.strictEqual((await b.admin.ask("DELETE", `/v1/admin/assistants/${data[0]?.id}`)).status, 204)
    for (const { url } of [a, b])
      for (const { access_token: token } of [tokens, next])
        assert.strictEqual(await statusAt(url, token), 401)
  })

  it("loses nothing by a restart, nor by a kill", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const first = await daybook.startProcess(env)
    const clientId = await register(first.url)
    const back = await (await openBrowser(first.url)).consent(authorizeUrl(first.url, clientId))
    await first.kill()
    const second = await daybook.startProcess(env)
    const { body: tokens, status } = await askTokens(second.url, exchanged(clientId, back))
    assert.strictEqual(status, 200, JSON.stringify(tokens))
    await second.kill()
    const third = await daybook.start(env)
    assert.strictEqual(await statusAt(third.url, tokens.access_token), 200)
    const next = await askTokens(third.url, refreshed(clientId, tokens.refresh_token))
    assert.strictEqual(next.status, 200)
    assert.strictEqual((await askTokens(third.url, exchanged(clientId, back))).body.error, "invalid_grant")
    assert.strictEqual(await statusAt(third.url, next.body.access_token), 401)
  })

  it("fetches metadata documents only from public addresses", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.memory())
    const browser = await openBrowser(server.url)
    let connections = 0
    const trap = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve))
    const address = trap.address()
    const port = typeof address === "object" ? address?.port : 0
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::ffff:7f00:1]:${port}`,
      `2130706433:${port}`,
      "169.254.169.254",
      "10.0.0.1",
      "[::1]",
      "[fd00::1]",
      "0.0.0.0",
    ]) {
      const page = await browser.open(authorizeUrl(server.url, `https://${host}/client.json`))
      const text = await page.text()
      assert.strictEqual(page.status, 400, host)
      assert.match(text, /private network|unknown|cannot be reached \(ENOTFOUND\)/, host)
    }
    assert.strictEqual(connections, 0, "a private address was connected to")
    await new Promise((resolve) => trap.close(resolve))
    assert.strictEqual(server.stderr, "")
  })
})
