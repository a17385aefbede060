import { createServer } from "node:http"
import { assert, describe, expect, onTestFinished } from "vitest"
import { it, planted } from "./daybook.ts"
import { listenOnLoopback } from "./loopback.ts"

const path = "/v1/admin/identity-provider/test"

/** Stands in for Google: its token endpoint takes one refresh token, and its mail one access token. */
const standIn = async () => {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      if (request.url === "/token") {
        return body.includes(planted.googleToken)
          ? answer(200, { access_token: planted.accessToken, expires_in: 3_599, scope: "one two" })
          : answer(400, { error: "invalid_grant", error_description: body })
      }
      return request.headers.authorization === `Bearer ${planted.accessToken}`
        ? answer(200, { emailAddress: "someone@example.org", messagesTotal: 7 })
        : answer(401, { error: { code: 401, message: "no" } })
    })
  })
  onTestFinished(() => void server.close())
  const url = await listenOnLoopback(server)
  return { GOOGLE_TOKEN_URL: `${url}token`, GOOGLE_API_URL: url }
}

const account = {
  GOOGLE_CLIENT_ID: "a-client",
  GOOGLE_CLIENT_SECRET: planted.googleSecret,
  GOOGLE_REFRESH_TOKEN: planted.googleToken,
}

describe("the link to the identity provider", () => {
  it.concurrent("is tested with what the settings say, and tells the account", async ({ daybook }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...account, ...(await standIn()) })
    const before = Date.now() / 1000
    const { body, status } = await server.admin.ask("POST", path)
    assert.strictEqual(status, 200)
    expect(body).toEqual({
      email: "someone@example.org",
      messages_total: 7,
      scopes: ["one", "two"],
      expires_at: expect.any(Number),
    })
    const { expires_at: expiresAt = 0 } = body as { expires_at?: number }
    assert.isAtLeast(expiresAt, Math.floor(before) + 3_599)
    assert.isAtMost(expiresAt, Date.now() / 1000 + 3_599)
  })

  it.concurrent("that is broken or not there says what to do", async ({ daybook }) => {
    const google = await standIn()
    const memory = daybook.stores.memory()
    for (const [env, says] of [
      [{}, "set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_REFRESH_TOKEN"],
      [{ ...account, ...google, GOOGLE_REFRESH_TOKEN: "revoked" }, "set GOOGLE_REFRESH_TOKEN anew"],
      [{ ...account, ...google, GOOGLE_TOKEN_URL: "http://127.0.0.1:1" }, "check GOOGLE_TOKEN_URL"],
      [{ ...account, ...google, GOOGLE_API_URL: "http://127.0.0.1:1" }, "check GOOGLE_API_URL"],
    ] as const) {
      const server = await daybook.start({ ...memory, ...env })
      const { body, status } = await server.admin.ask("POST", path)
      assert.strictEqual(status, 500)
      assert.include(JSON.stringify(body), says)
    }
  })
})
