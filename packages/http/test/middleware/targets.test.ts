import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeRouteTable, type Routes } from "../../src/middleware/routing/routeTable.ts"
import * as Router from "../../src/middleware/routing/router.ts"
import { sharedAddress, shareParameter } from "../../src/middleware/access/sharedAddress.ts"
import type { SessionSeal } from "../../src/middleware/access/session.ts"
import { parseTarget, queryOf } from "../../src/middleware/routing/target.ts"
import { activityApi, everyDomain, NotifyApi } from "../../src/index.ts"
import { askRaw, jsonOf, parseRaw } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { saved } from "../domains/savedArticles.ts"
import { changed, changes, oneOf, rawGet, unfitHosts } from "./targetText.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

describe("a request target", () => {
  it("is a path and a query, split at the first question mark", () => {
    for (const [text, path, query] of [
      ["/", "/", ""],
      ["/v1/feed", "/v1/feed", ""],
      ["/v1/feed?", "/v1/feed", ""],
      ["/v1/feed?a=b?c&d=/", "/v1/feed", "a=b?c&d=/"],
      ["/v1/a;b=c/%2F/%3B", "/v1/a;b=c/%2F/%3B", ""],
      ["//v1/../feed/", "//v1/../feed/", ""],
      ['/v1/feed?filter={"all":[]}', undefined, undefined],
      ["/v1/feed?filter={%22all%22:[]}", "/v1/feed", "filter={%22all%22:[]}"],
      // Players put more slashes between an address and a path.
      ["/apis/lastfm//2.0/?a=//", "/apis/lastfm/2.0", "a=//"],
      ...["", "*", "v1/feed", "x:80", "http://daybook.example/v1/feed", "?a=b"].map((one) => [one] as const),
      ...["/#", "/v1/feed?limit=1&#&page=2", "/v1/feed#", "/a?b#c"].map((one) => [one] as const),
      ...["/é", "/?é", "/\u0000", "/\t", "/ ", "/?a b", "/\u007f", "/\r", "/?\n"].map(
        (one) => [one] as const,
      ),
      ...["/\\", '/"', "/<", "/>", "/{}", "/`", '/?"', "/?<", "/?>"].map((one) => [one] as const),
      ...["/%", "/%z", "/%zz", "/%C3", "/?%", "/?a=%F", "/?%ED%A0%80", "/%FF", "/?%C3&%A9"].map(
        (one) => [one] as const,
      ),
    ] as ReadonlyArray<readonly [text: string, path?: string, query?: string]>) {
      assert.deepStrictEqual(parseTarget(text), path === undefined ? undefined : { path, query }, text)
    }
  })
})

/** A request as its route sees it. */
const Seen = Schema.Struct({
  route: Schema.String,
  params: Schema.Record(Schema.String, Schema.String),
  query: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)])),
})

const apis: Readonly<Record<string, Routes>> = {
  "the activity API": activityApi(everyDomain) as unknown as Routes,
  "the profile API": NotifyApi,
}

const patternsOf = ({ groups }: Routes) =>
  Object.values(groups).flatMap(({ endpoints }) =>
    Object.values(endpoints).map(({ method, path }) => ({ method, path: path as `/${string}` })),
  )

/** Routes at every path of an API that say how they were reached. */
const echoAt = (patterns: ReturnType<typeof patternsOf>) =>
  Router.toHttpEffect(
    HttpRouter.use(
      Effect.fnUntraced(function* (router) {
        for (const { method, path } of patterns) {
          yield* router.add(
            method as "GET",
            path,
            Effect.gen(function* () {
              const { params, route } = yield* HttpRouter.RouteContext
              const query = yield* HttpServerRequest.ParsedSearchParams
              return HttpServerResponse.jsonUnsafe({ route: route.path, params, query })
            }),
          )
        }
      }),
    ),
  )

const values = [
  "1",
  "count",
  "%63ount",
  "a;b",
  "a%2Fb",
  "%2541",
  "..",
  "%2e",
  "2024",
  "%00",
  "a%20+b",
  "é%",
  "live",
]

const askedOf = (patterns: ReturnType<typeof patternsOf>) =>
  Arbitrary.all({
    pattern: oneOf(patterns),
    values: Arbitrary.array(oneOf(values), { minLength: 4, maxLength: 4 }),
    query: oneOf(["", "", "?limit=1", "?a=1&b=2&a=3", "?page=2&share=t&limit=1"]),
    made: changes,
  })

const grouped = (parameters: URLSearchParams) =>
  new Map([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]))

describe("the gate, a share and the router", () => {
  it.effect.each(Object.entries(apis))("read every target of %s alike", ([, api]) =>
    Effect.gen(function* () {
      const table = makeRouteTable([api])
      const patterns = patternsOf(api)
      const routed = yield* echoAt(patterns)
      let [found, refused] = [0, 0]
      const sampled = yield* Arbitrary.sampleEffect(askedOf(patterns), { count: 2_000 })
      for (const { made, pattern, query, values } of sampled) {
        let next = 0
        const path = pattern.path.replace(/:\w+/g, () => values[next++] ?? "1")
        const text = changed(path + query, made)
        const request = HttpServerRequest.fromWeb(
          new Request("http://localhost/", { method: pattern.method }),
        ).modify({ url: text })
        const response = yield* routed.pipe(
          Effect.provideService(HttpServerRequest.HttpServerRequest, request),
          Effect.option,
        )
        const target = parseTarget(text)
        const known = target && table.find(pattern.method, target.path)
        assert.strictEqual(response._tag, known === undefined ? "None" : "Some", text)
        if (target === undefined) refused += 1
        if (target === undefined || known === undefined || response._tag === "None") continue
        found += 1
        const { body } = response.value
        const seen = Schema.decodeUnknownSync(Schema.fromJsonString(Seen))(
          body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "",
        )
        assert.deepStrictEqual([seen.route, seen.params], [known.value.path, { ...known.params }], text)
        // A share is compared by a URL of the same route with the same values.
        const address = sharedAddress(target)
        const parsed = parseTarget(address)
        assert.strictEqual(parsed?.path, target.path, text)
        assert.strictEqual(parsed && sharedAddress(parsed), address, text)
        const sent = Object.entries(seen.query).filter(([name]) => name !== shareParameter)
        assert.deepStrictEqual(
          grouped(queryOf(address)),
          new Map(sent.map(([name, of]) => [name, typeof of === "string" ? [of] : [...of]])),
          text,
        )
      }
      assert.isAbove(found, 200)
      assert.isAbove(refused, 200)
    }).pipe(Effect.scoped),
  )
})

describe("an id that equals a fixed word", () => {
  it.each(Object.entries(apis))("is reached by an encoded letter at %s", (_, api) => {
    const table = makeRouteTable([api])
    const patterns = patternsOf(api)
    const words: Array<string> = []
    for (const open of patterns) {
      const segments = open.path.split("/")
      for (const { method, path } of patterns) {
        const fixed = path.split("/")
        const at = segments.findIndex((segment, index) => segment !== fixed[index])
        const word = fixed[at] ?? ""
        const isTaken =
          method === open.method && fixed.length === segments.length && /^:\w+$/.test(segments[at] ?? "")
        if (!isTaken || word.startsWith(":")) continue
        const rest = segments.slice(at + 1).join("/") === fixed.slice(at + 1).join("/")
        if (!rest) continue
        words.push(word)
        const encoded = `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`
        assert.strictEqual(table.routeOf(method, path)?.path, path)
        const found = table.find(method, fixed.with(at, encoded).join("/"))
        assert.strictEqual(found?.value.path, open.path)
        assert.strictEqual(found?.params[segments[at]?.slice(1) ?? ""], word)
      }
    }
    if (api === NotifyApi) assert.deepStrictEqual(words, ["count"])
  })
})

/** A server with a history whose every page is another one. */
const startWithHistory = Effect.gen(function* () {
  const server = yield* startServer({ rateLimit: 1_000_000 })
  yield* server.store.storeScrobbles(
    Array.from({ length: 12 }, (_, index) => ({
      playedAt: start - (index + 1) * 600_000,
      track: `Track ${index}`,
      artist: `Artist ${index % 4}`,
      album: `Album ${index % 4}`,
      imageUrl: "",
    })),
  )
  yield* server.storeArticles(saved("1", { savedAt: start - 5_000_000 }))
  return server
})

const share = (server: TestServer, address: string) =>
  Effect.map(server.command("POST", "/v1/admin/shares", { body: { address } }), (reply) => {
    assert.strictEqual(reply.status, 201, reply.text)
    return new URL((jsonOf(reply) as { readonly url: string }).url).searchParams.get("share") ?? ""
  })

const addresses = [
  "/v1/listening/recent?limit=1",
  "/v1/feed?domains=listening&limit=2",
  "/v1/listening/top/albums",
] as const

describe("a share", () => {
  it.effect("opens its address however the target is written", () =>
    Effect.gen(function* () {
      const server = yield* startWithHistory
      const shared = yield* Effect.forEach(addresses, (address) =>
        Effect.gen(function* () {
          const token = yield* share(server, address)
          return { address, token, body: (yield* server.get(address)).text }
        }),
      )
      const statuses = new Map<number, number>()
      const holds = Effect.fnUntraced(function* (target: string, body: string) {
        const { text } = yield* askRaw(server.address, [rawGet(target)])
        const reply = parseRaw(text)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        if (reply.status === 200) assert.strictEqual(reply.body, body, target)
        return reply
      })
      for (const { address, body, token } of shared) {
        const opened = `${address}${address.includes("?") ? "&" : "?"}share=${token}`
        assert.strictEqual((yield* holds(opened, body)).status, 200)
        for (const more of ["page=2", "limit=9", "domains=reading", "period=overall"]) {
          for (const target of [
            `${address}${address.includes("?") ? "&" : "?"}#&${more}&share=${token}`,
            `${address}#?${more}&share=${token}`,
            `${address}#${opened}&${more}`,
            `${opened}#&${more}`,
            `http://daybook.example${opened}#&${more}`,
          ]) {
            const reply = yield* holds(target, body)
            if (target.startsWith("/")) assert.strictEqual(reply.status, 400, target)
            if (target.startsWith("/")) assert.include(reply.body, '"status":400', target)
          }
        }
      }
      const sampled = yield* Arbitrary.sampleEffect(Arbitrary.all({ of: oneOf(shared), made: changes }), {
        count: 400,
      })
      for (const { made, of } of sampled) {
        const opened = `${of.address}${of.address.includes("?") ? "&" : "?"}share=${of.token}`
        yield* holds(changed(opened, made), of.body)
      }
      for (const status of [200, 400, 401, 404]) assert.isAbove(statuses.get(status) ?? 0, 5, `${status}`)
    }),
  )
})

describe("a Host that no URL can have", () => {
  it.effect("is a 400 that is counted, with a session and without", () =>
    Effect.gen(function* () {
      const sessions: SessionSeal = {
        seal: (text) => Effect.succeed(btoa(text)),
        open: (sealed) => Effect.succeed(Option.some(atob(sealed))),
      }
      const server = yield* startServer({ metrics: true, sessions })
      const cookie = `Cookie: daybook_session=${btoa(`${start + 1_000_000} ${server.read.key}`)}`
      const own = [cookie, "Origin: http://daybook.example", "Sec-Fetch-Site: same-origin"]
      const ask = (host: string, headers: ReadonlyArray<string>) =>
        Effect.map(askRaw(server.address, [rawGet("/v1/feed", [`Host: ${host}`, ...headers])]), ({ text }) =>
          parseRaw(text),
        )
      for (const host of unfitHosts) {
        for (const headers of [[], [cookie], own, [`Authorization: Bearer ${server.read.key}`]]) {
          const { body, head, status } = yield* ask(host, headers)
          assert.strictEqual(status, 400, `${host}: ${head}`)
          assert.match(body, /^\{"error":"Host: [^"]+","status":400\}$/)
          assert.match(head, /^x-content-type-options: nosniff$/im)
          assert.match(head, /^x-request-id: /im)
        }
      }
      for (const host of [
        "daybook.example",
        "127.0.0.1:8787",
        "[::1]:8787",
        "a_b",
        "xn--bcher-kva.example:1",
      ]) {
        assert.strictEqual((yield* ask(host, own)).status, 200, host)
      }
      const { text } = yield* server.command("GET", "/metrics")
      const count = 4 * unfitHosts.length
      assert.include(
        text,
        `\ndaybook_http_requests_total{method="GET",route="/v1/feed",status="400"} ${count}\n`,
      )
      assert.notInclude(server.logs.join(), "a request failed")
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
  )
})

describe("paths of the activity API", () => {
  it.effect("match exactly, even if a response is cached", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ metrics: true })
      const albums = "/v1/listening/top/albums"
      for (let time = 0; time < 2; time++) assert.strictEqual((yield* server.get(albums)).status, 200)
      for (const path of [
        "/V1/listening/top/albums",
        "/v1/listening/top/Albums",
        "//v1/listening/top/albums",
        "/v1//listening/top/albums",
        "/v1/listening/top/albums/",
        "/v1/listening/top/albums//",
        "/v1/listening/top/albums;a=b",
        "/v1/listening/top/albums%3Ba",
        "/v1/listening/top/%61lbums",
        "/v1/listening%2Ftop/albums",
        "/v1/./listening/top/albums",
        "/v1/x/../listening/top/albums",
        "/v1/Health",
        "/v1/health/",
        "/v1/health;x",
        "/%76%31/health",
        "/docs/",
        "/Docs",
      ]) {
        assertFailure(yield* server.get(path), 404)
        assertFailure(yield* server.ask("POST", path), 404)
      }
      for (const path of [
        "/v1/health#",
        "/v1/health#x",
        `${albums}#`,
        `${albums}?limit=1#&page=2`,
        "*",
        "/%",
      ]) {
        assertFailure(yield* server.get(path), 400, /percent-encode/)
        assertFailure(yield* server.command("DELETE", path), 400, /percent-encode/)
      }
      const { text } = yield* server.command("GET", "/metrics")
      assert.match(text, /^daybook_http_requests_total\{method="GET",route="none",status="400"\} 6$/m)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
  )

  it.effect("have parameters that are whole segments, decoded once", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { id } = yield* server.makeKey("read")
      for (const written of [
        `${id};1`,
        `${id};`,
        `;${id}`,
        `${id}%3B`,
        `%253${id}`,
        `${id}%2F`,
        `${id}%00`,
        ".",
        "..",
      ]) {
        assertFailure(yield* server.command("DELETE", `/v1/admin/keys/${written}`), 400)
      }
      for (const path of ["/v1/admin/keys/", `/v1/admin/keys/${id}/`, `/v1/admin/keys//${id}`]) {
        assertFailure(yield* server.command("DELETE", path), 404)
      }
      const encoded = [...String(id)].map((digit) => `%3${digit}`).join("")
      assert.strictEqual((yield* server.command("DELETE", `/v1/admin/keys/${encoded}`)).status, 204)
    }),
  )
})
