import { createHash } from "node:crypto"
import { assert } from "vitest"
import { planted } from "../daybook.ts"

const everything = { decision: "allow", read: "all" }

/** The owner's browser, signed in to a server with the planted admin key. */
export const openBrowser = async (url: string) => {
  const signedIn = await fetch(`${url}/session`, {
    method: "POST",
    headers: { authorization: `Bearer ${planted.adminKey}` },
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const headers = { cookie, "sec-fetch-site": "same-origin" }

  const open = (address: string | URL) => fetch(address, { headers, redirect: "manual" })

  /** Consents to what an address requests, and returns where the browser is sent. */
  const consent = async (address: string | URL, server = url) => {
    const page = await open(address)
    const text = await page.text()
    assert.strictEqual(page.status, 200, text)
    const [, request = ""] = /name="request" value="([^"]*)"/.exec(text) ?? []
    const { pathname, search } = new URL(address)
    const sent = await fetch(`${server}${pathname}${search}`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ ...everything, request }),
      redirect: "manual",
    })
    assert.strictEqual(sent.status, 303, await sent.text())
    return new URL(sent.headers.get("location") ?? "")
  }
  return { open, consent }
}

export const redirectUri = "https://claude.ai/api/mcp/auth_callback"

export const verifier = "v".repeat(43)

/** The address at which a client requests consent. */
export const authorizeUrl = (url: string, clientId: string): string =>
  `${url}/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })}`

export const register = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/oauth/register`, {
    method: "POST",
    body: JSON.stringify({ client_name: "Claude", redirect_uris: [redirectUri] }),
  })
  const { client_id: id } = (await response.json()) as { client_id: string }
  return id
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Asks for tokens, and returns the status with what came. */
export const askTokens = async (url: string, parameters: Record<string, string>) => {
  const body = new URLSearchParams(parameters)
  const response = await fetch(`${url}/oauth/token`, { method: "POST", body })
  return { status: response.status, body: (await response.json()) as Tokens & { error?: string } }
}

/** The status of `/mcp` for a token. */
export const statusAt = async (url: string, token: string): Promise<number> => {
  const version = "2025-06-18"
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "a test", version: "1" } },
    }),
  })
  await response.body?.cancel()
  return response.status
}
