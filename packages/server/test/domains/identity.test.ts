import { assert, describe, expect, type TestContext } from "vitest"
import { it } from "../daybook.ts"
import { GoogleStandIn, linkedAccount } from "../standIns/googleStandIn.ts"

const path = "/v1/admin/identity-provider/test"

const standIn = (onTestFinished: TestContext["onTestFinished"]) => {
  const google = new GoogleStandIn()
  onTestFinished(() => google.close())
  return google.settings
}

describe("the link to the identity provider", () => {
  it.concurrent("is tested with the settings, and reports the account", async ({
    daybook,
    onTestFinished,
  }) => {
    const google = await standIn(onTestFinished)
    const server = await daybook.start({ ...daybook.stores.memory(), ...linkedAccount, ...google })
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

  it.concurrent("that is broken or not there states what to do", async ({ daybook, onTestFinished }) => {
    const google = await standIn(onTestFinished)
    const memory = daybook.stores.memory()
    for (const [env, says] of [
      [{}, "set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_REFRESH_TOKEN"],
      [{ ...linkedAccount, ...google, GOOGLE_REFRESH_TOKEN: "revoked" }, "set a new GOOGLE_REFRESH_TOKEN"],
      [{ ...linkedAccount, ...google, GOOGLE_TOKEN_URL: "http://127.0.0.1:1" }, "check GOOGLE_TOKEN_URL"],
      [{ ...linkedAccount, ...google, GOOGLE_API_URL: "http://127.0.0.1:1" }, "check GOOGLE_API_URL"],
    ] as const) {
      const server = await daybook.start({ ...memory, ...env })
      const { body, status } = await server.admin.ask("POST", path)
      assert.strictEqual(status, 500)
      assert.include(JSON.stringify(body), says)
    }
  })
})
