import { createHash } from "node:crypto"
import { assert, describe, expect } from "vitest"
import { type Daybook, it as daybookIt, planted } from "../daybook.ts"
import { LinkStandIn } from "../standIns/linkStandIn.ts"

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = daybookIt.extend("upstream", ({}, { onCleanup }) => {
  const upstream = new LinkStandIn()
  onCleanup(() => upstream.close())
  return upstream
})

const admin = { authorization: `Bearer ${planted.adminKey}` }

/** Begins a link in a browser: the address that it is sent to, and its cookie. */
const begin = async (server: Daybook, path: string, headers: Record<string, string> = admin) => {
  const answer = await fetch(server.url + path, { redirect: "manual", headers })
  const cookie = answer.headers.get("set-cookie") ?? ""
  return {
    status: answer.status,
    address: answer.headers.get("location") ?? "",
    setCookie: cookie,
    cookie: cookie.split(";")[0] ?? "",
    body: answer.status === 302 ? undefined : ((await answer.json()) as unknown),
  }
}

const comeBack = async (address: string, cookie: string, accept = "application/json") => {
  const answer = await fetch(address, { headers: { cookie, accept } })
  const body = await answer.text()
  return { status: answer.status, headers: answer.headers, body }
}

const link = async (server: Daybook, upstream: LinkStandIn, service: string) => {
  const { address, cookie } = await begin(server, `/link/${service}`)
  return comeBack(upstream.agree(address), cookie)
}

const sourceOf = async (server: Daybook, id: string) => {
  const { body } = await server.admin.get("/v1/admin/sources?limit=100")
  const { data } = body as { readonly data: ReadonlyArray<Record<string, unknown>> }
  return data.find((source) => source["id"] === id)
}

const services = [
  ["strava", "Ida Quarry", "running"],
  ["trakt", "ida", "watching"],
  ["google", "ida@example.org", "attending"],
  ["foursquare", "Ida Q", "places"],
  ["discogs", "ida", "collecting"],
  ["spotify", "Ida", "listening"],
] as const

describe("linking an account", () => {
  for (const store of ["memory", "sqlite", "postgres"] as const) {
    it.concurrent(`grants its sources access at once, and after a restart, on ${store}`, async ({
      daybook,
      upstream,
    }) => {
      const env = { ...daybook.stores[store](), ...(await upstream.settings()) }
      const first = await daybook.start(env)
      for (const [service, account, domain] of services) {
        expect(await sourceOf(first, service)).toMatchObject({
          set_by: "",
          link: `/link/${service}`,
          to_do: `Open /link/${service} in a browser to link your account`,
        })
        const early = await first.admin.ask("POST", `/v1/admin/sync/${domain}`)
        expect(early).toMatchObject({ status: 500 })
        expect(JSON.stringify(early.body)).toContain(`/link/${service}`)
        const { body, status } = await link(first, upstream, service)
        assert.strictEqual(status, 200, `${service}: ${body}`)
        expect(JSON.parse(body)).toMatchObject({ account })
        expect(await sourceOf(first, service)).toMatchObject({
          set_by: "link",
          linked_as: account,
          last_trouble_at: expect.any(String),
        })
      }
      const server = store === "memory" ? first : (await first.stop(), await daybook.start(env))
      upstream.used.length = 0
      for (const [service, account, domain] of services) {
        // Trakt's owned films are requested too.
        const { body, status } = await server.admin.ask("POST", `/v1/admin/sync/${domain}`)
        assert.strictEqual(status, 200, `${service}: ${JSON.stringify(body)}`)
        expect(await sourceOf(server, service)).toMatchObject({ linked_as: account, to_do: "" })
      }
      for (const [service] of services)
        assert.include(
          upstream.used.join(),
          service === "discogs" ? "access-request" : `access of ${service}`,
        )
      expect(await server.admin.ask("DELETE", "/link/strava")).toMatchObject({ status: 204 })
      expect(await sourceOf(server, "strava")).toMatchObject({
        set_by: "",
        linked_as: "",
        describes: false,
      })
      expect(await sourceOf(server, "tmdb")).toMatchObject({ describes: true })
    })
  }

  it.concurrent("is finished once, by the browser that began it, with its state", async ({
    daybook,
    upstream,
  }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...(await upstream.settings()) })
    const old = await begin(server, "/link/strava")
    const { address, cookie, setCookie } = await begin(server, "/link/strava")
    expect(setCookie).toMatch(/HttpOnly/)
    expect(setCookie).toMatch(/SameSite=Lax/)
    const back = upstream.agree(address)
    const wrong = new URL(back)
    wrong.searchParams.set("state", "another")
    for (const [bad, bearer] of [
      [wrong.href, cookie],
      [back, ""],
      [back, old.cookie],
      [upstream.agree(old.address), old.cookie],
      [`${server.url}/link/strava/callback`, cookie],
    ] as const) {
      const refused = await comeBack(bad, bearer)
      assert.strictEqual(refused.status, 400, refused.body)
      expect(refused.body).toContain("start again at /link/strava")
    }
    assert.strictEqual((await comeBack(back, cookie)).status, 200)
    assert.strictEqual((await comeBack(back, cookie)).status, 400)
    expect(await sourceOf(server, "strava")).toMatchObject({ linked_as: "Ida Quarry" })
  })

  it.concurrent("that the owner refuses, or whose service does, says so and leaves what was", async ({
    daybook,
    upstream,
  }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...(await upstream.settings()) })
    const denied = await begin(server, "/link/google?back=sources")
    const back = new URL(upstream.agree(denied.address))
    back.searchParams.delete("code")
    back.searchParams.set("error", "access_denied")
    const page = await comeBack(back.href, denied.cookie, "text/html,application/xhtml+xml")
    assert.strictEqual(page.status, 400)
    expect(page.body).toContain("<h1>Google is not linked</h1>")
    expect(page.body).toContain("(access_denied)")
    expect(page.body).toContain(`href="${server.url}/settings/sources"`)
    const [, style = ""] = /<style>([^<]*)<\/style>/.exec(page.body) ?? []
    const hash = createHash("sha256").update(style).digest("base64")
    assert.strictEqual(
      page.headers.get("content-security-policy"),
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    )

    const late = await begin(server, "/link/google")
    upstream.takenBack = true
    const refused = await comeBack(upstream.agree(late.address), late.cookie)
    assert.strictEqual(refused.status, 500)
    expect(refused.body).toContain("invalid_grant")
    expect(await sourceOf(server, "google")).toMatchObject({ set_by: "", linked_as: "" })
  })

  it.concurrent("is started by an admin key, or by a ticket of the command line", async ({
    daybook,
    upstream,
  }) => {
    const settings = { ...daybook.stores.sqlite(), ...(await upstream.settings()) }
    const server = await daybook.start(settings)
    expect(await begin(server, "/link/strava", {})).toMatchObject({ status: 401 })
    expect(await begin(server, "/link/strava", { authorization: `Bearer ${planted.readKey}` })).toMatchObject(
      { status: 403 },
    )
    expect(await begin(server, "/link/nobody")).toMatchObject({ status: 404 })
    expect(await begin(server, "/link/strava?ticket=no", {})).toMatchObject({ status: 401 })
    const { code, stdout } = await daybook.run(["link", "strava"], settings)
    assert.strictEqual(code, 0)
    const [, ticket = ""] = /\/link\/strava(\?ticket=\S+)/.exec(stdout) ?? []
    expect(await begin(server, `/link/strava${ticket}`, {})).toMatchObject({ status: 302 })
    expect(await begin(server, `/link/trakt${ticket}`, {})).toMatchObject({ status: 401 })
    const unset = await daybook.start(daybook.stores.memory())
    const answer = await begin(unset, "/link/trakt")
    assert.strictEqual(answer.status, 503)
    expect(JSON.stringify(answer.body)).toContain("TRAKT_CLIENT_ID and TRAKT_CLIENT_SECRET")
  })

  it.concurrent("is renewed before it ends, and says when that is refused", async ({ daybook, upstream }) => {
    const server = await daybook.start({ ...daybook.stores.postgres(), ...(await upstream.settings()) })
    // Less than the five minutes before an end in which tokens are renewed.
    upstream.lifeSeconds = 60
    assert.strictEqual((await link(server, upstream, "trakt")).status, 200)
    for (let sync = 1; sync <= 2; sync++) {
      expect(await server.admin.ask("POST", "/v1/admin/sync/watching")).toMatchObject({ status: 200 })
    }
    assert.isAtLeast(upstream.refreshes.length, 2)
    upstream.takenBack = true
    const { body, status } = await server.admin.ask("POST", "/v1/admin/sync/watching")
    assert.strictEqual(status, 500)
    expect(JSON.stringify(body)).toContain("link the account again at /link/trakt")
    expect(await sourceOf(server, "trakt")).toMatchObject({
      to_do: expect.stringContaining("link the account again at /link/trakt"),
    })
  })
})
