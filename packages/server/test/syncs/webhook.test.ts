import { once } from "node:events"
import { connect } from "node:net"
import { assert, describe } from "vitest"
import { type Daybook, it, planted } from "../daybook.ts"

const path = "/v1/webhooks/media-server"
const withSecret = `${path}?secret=${planted.webhookSecret}`

const played = (account: string) =>
  JSON.stringify({
    event: "media.play",
    user: true,
    Account: { title: account },
    Metadata: { type: "movie", title: "The Salt Road" },
  })

/** Posts as Plex does. */
const post = async (server: Daybook, where: string, payload: string, headers = {}) => {
  const body = new FormData()
  body.set("thumb", new Blob(["\r\n--{}"], { type: "image/jpeg" }), "thumb.jpg")
  body.set("payload", payload)
  const response = await fetch(server.url + where, { method: "POST", body, headers })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

// That the planted secret appears in no output is checked after every file of tests, in daybook.ts.
describe("the webhook of a server", () => {
  it.concurrent("is closed until MEDIA_SERVER_WEBHOOK_SECRET is set", async ({ daybook }) => {
    for (const setting of [{}, { MEDIA_SERVER_WEBHOOK_SECRET: "" }] as const) {
      const server = await daybook.start({ ...daybook.stores.memory(), ...setting })
      const { body, status } = await post(server, `${path}?secret=`, played("Ines"))
      assert.strictEqual(status, 503)
      assert.match(body.error, /MEDIA_SERVER_WEBHOOK_SECRET/)
    }
  })

  it.concurrent("opens by its secret, and counts only the plays of MEDIA_SERVER_USER", async ({
    daybook,
  }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
      MEDIA_SERVER_USER: "Ines",
    })
    assert.strictEqual((await post(server, path, played("Ines"))).status, 403)
    assert.strictEqual((await post(server, `${path}?secret=wrong`, played("Ines"))).status, 403)
    const heard = await post(server, withSecret, played("Ines"))
    assert.strictEqual(heard.status, 200)
    assert.strictEqual(heard.body.success, true)
    assert.match(heard.body.message, /^Ignored: .*"media\.play"/)
    const finished = played("Guest").replace("media.play", "media.scrobble")
    const header = { "x-webhook-secret": planted.webhookSecret }
    const guest = await post(server, path, finished, header)
    assert.strictEqual(guest.status, 200)
    assert.match(guest.body.message, /^Ignored: .*MEDIA_SERVER_USER/)
    assert.strictEqual((await post(server, withSecret, "{")).status, 400)
    assert.strictEqual(server.stderr, "")
  })

  it.concurrent("responds to a body whose sender stops in its middle", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
    })
    const { hostname, port } = new URL(server.url)
    for (const rest of [
      "Content-Length: 500\r\n\r\n--x\r\n",
      "Transfer-Encoding: chunked\r\n\r\n5\r\n--x\r\n\r\n",
    ]) {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).setEncoding("utf8")
      let answer = ""
      socket.on("data", (text: string) => (answer += text))
      socket.end(
        `POST ${withSecret} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n${rest}`,
      )
      await once(socket, "close")
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.match(answer, /\{"error":"[^"]+","status":400\}$/)
    }
    assert.strictEqual(server.stderr, "")
  })
})
