import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { NotifyClient } from "../../src/index.ts"
import { askRaw, jsonOf, parseRaw, type Reply } from "../ask.ts"
import { startNotify } from "./server.ts"
import { unfitHosts } from "../middleware/targetText.ts"

type Server = Effect.Success<ReturnType<typeof startNotify>>

const assertRefused = (reply: Pick<Reply, "status" | "text">, status: number, shown: string) => {
  assert.strictEqual(reply.status, status, `${shown}: ${reply.text}`)
  const { _message, ...rest } = JSON.parse(reply.text)
  assert.deepStrictEqual(rest, { status: "error" }, shown)
  assert.isString(_message)
}

/** Ids next to each spelling that a segment of a path may have for them. */
const spellings: ReadonlyArray<readonly [id: string, ...spellings: ReadonlyArray<string>]> = [
  ["a", "a", "%61"],
  ["a;b", "a;b", "a%3Bb", "a%3bb"],
  ["a;b=c", "a;b=c"],
  [";", ";", "%3B"],
  ["a/b", "a%2Fb"],
  ["a%2Fb", "a%252Fb"],
  ["%61", "%2561"],
  ["a?b", "a%3Fb"],
  ["a#b", "a%23b"],
  ["a+b", "a+b", "a%2Bb"],
  ["a b", "a%20b"],
  ["A", "A", "%41"],
  ["é", "%C3%A9"],
  [".", ".", "%2E"],
  ["..", "..", "%2e."],
  ["count", "%63ount", "coun%74", "%63%6F%75%6E%74"],
  ["merge", "merge"],
  ["properties", "properties"],
  ["profiles", "profiles"],
  ["live", "live"],
  ["a:b@c,d!$&'()*=~", "a:b@c,d!$&'()*=~"],
]

/** Makes a profile of each id, whose `is` says which it is. */
const makeProfiles = Effect.fnUntraced(function* (server: Server) {
  const batch = spellings.map(([id]) => ({ distinct_id: id, action: { $set: { is: id } } }))
  const reply = yield* server.send("batch", { batch })
  assert.strictEqual(reply.status, 202, reply.text)
  yield* server.outcome((jsonOf(reply) as { readonly request_id: string }).request_id)
})

const idsOf = Effect.fnUntraced(function* (server: Server) {
  const found = jsonOf(yield* server.ask("GET", `/v1/${server.home.id}/live/profiles?limit=1000`)) as {
    readonly data: ReadonlyArray<{ readonly distinct_id: string }>
  }
  return found.data.map(({ distinct_id }) => distinct_id).toSorted()
})

describe("the id in a path of the profile API", () => {
  it.live("is the whole segment, decoded once, to read a profile", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      yield* makeProfiles(server)
      const profiles = `/v1/${server.home.id}/live/profiles`
      for (const [id, ...written] of spellings) {
        for (const one of written) {
          const reply = yield* server.ask("GET", `${profiles}/${one}`)
          assert.strictEqual(reply.status, 200, `${one}: ${reply.text}`)
          assert.containsSubset(jsonOf(reply), { distinct_id: id, properties: { is: id } })
        }
      }
      assert.deepStrictEqual(jsonOf(yield* server.ask("GET", `${profiles}/count`)), {
        count: spellings.length,
      })
      for (const path of ["a;", "%2561;b", "a%00", "a%2F", "%", "a/b", "a/", "/a", "a//"]) {
        const reply = yield* server.ask("GET", `${profiles}/${path}`)
        assertRefused(reply, path === "%" ? 400 : 404, path)
      }
    }),
  )

  it.live("is the whole segment, decoded once, to erase a profile and no other", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const profiles = `/v1/${server.home.id}/live/profiles`
      const longest = Math.max(...spellings.map((one) => one.length)) - 1
      for (let turn = 0; turn < longest; turn++) {
        yield* makeProfiles(server)
        const left = new Set(spellings.map(([id]) => id))
        for (const [id, ...written] of spellings) {
          const one = written[turn % written.length] ?? ""
          const reply = yield* server.ask("DELETE", `${profiles}/${one}`)
          assert.strictEqual(reply.status, 204, `${one}: ${reply.text}`)
          left.delete(id)
          assert.deepStrictEqual(yield* idsOf(server), [...left].toSorted(), one)
        }
      }
      yield* makeProfiles(server)
      // A fixed word has no meaning if the method has no route of that name.
      assert.strictEqual((yield* server.ask("DELETE", `${profiles}/count`)).status, 204)
      assert.notInclude(yield* idsOf(server), "count")
      for (const path of ["a;x", "a%00", "b%2F"]) {
        assert.strictEqual((yield* server.ask("DELETE", `${profiles}/${path}`)).status, 204)
      }
      for (const path of ["a#b", "#a", "a?x#y", "%61%", "a b", "a\\b"]) {
        const { text } = yield* askRaw(server.address, [
          `DELETE ${profiles}/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.home.key}\r\nConnection: close\r\n\r\n`,
        ])
        assert.strictEqual(parseRaw(text).status, 400, path)
      }
      assert.strictEqual((yield* idsOf(server)).length, spellings.length - 1)
    }),
  )

  it.live("is the whole segment, decoded once, to merge two profiles", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const profiles = `/v1/${server.home.id}/live/profiles`
      yield* makeProfiles(server)
      for (const [source, target, id] of [
        ["a;b", "a", "a"],
        ["%63ount", "a%2Fb", "a/b"],
        ["merge", "merge%3B", "merge;"],
        ["live", "count", "a/b"],
      ] as const) {
        const reply = yield* server.ask("PATCH", `${profiles}/${source}/merge/${target}`)
        assert.strictEqual(reply.status, 202, `${source}: ${reply.text}`)
        yield* server.outcome((jsonOf(reply) as { readonly request_id: string }).request_id)
        const merged = jsonOf(yield* server.ask("GET", `${profiles}/${source}`))
        assert.containsSubset(merged, { distinct_id: id })
      }
    }),
  )

  it.live("may be a fixed word for the typed client", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const client = yield* NotifyClient.make({
        baseUrl: server.address,
        key: Redacted.make(server.home.key),
      })
      const place = { wsid: server.home.id, version: "live" } as const
      yield* client.profiles.set({
        params: place,
        headers: {},
        payload: { distinct_id: "count", $set: { visits: 3 } },
      })
      assert.deepStrictEqual(yield* client.profiles.count({ params: place, query: {} }), { count: 1 })
      const profile = yield* client.profiles.get({ params: { ...place, distinct_id: "count" } })
      assert.deepStrictEqual(profile.properties, { visits: 3 })
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})

describe("a Host that no URL can have", () => {
  it.effect("is a 400", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const body = JSON.stringify({ distinct_id: "ann", $once: { plan: "pro" } })
      for (const host of unfitHosts) {
        const headers = {
          host,
          authorization: `Bearer ${server.home.key}`,
          "content-length": String(body.length),
        }
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        const { text } = yield* askRaw(server.address, [
          Buffer.from(
            `POST ${server.setOncePath} HTTP/1.1\r\n${lines.join("")}Connection: close\r\n\r\n${body}`,
          ),
        ])
        const reply = parseRaw(text)
        assertRefused({ status: reply.status, text: reply.body }, 400, host)
        assert.match(reply.head, /^x-content-type-options: nosniff$/im)
      }
    }),
  )
})

describe("paths of the profile API", () => {
  it.effect("match exactly", () =>
    Effect.gen(function* () {
      const registry = new Map()
      const server = yield* Effect.provideService(startNotify(), Metric.MetricRegistry, registry)
      const body = JSON.stringify({ distinct_id: "ann", $once: { plan: "pro" } })
      const { id } = server.home
      const operation = `/v1/${id}/live/profiles/properties/set-once`
      assert.strictEqual((yield* server.ask("POST", operation, { body })).status, 202)
      for (const [path, status] of [
        [operation.replace("/v1", "/V1"), 404],
        [operation.replace("set-once", "Set-Once"), 404],
        [`/${operation}`, 404],
        [operation.replace("/live", "//live"), 404],
        [`${operation};a=b`, 404],
        [`${operation};`, 404],
        [`${operation}/`, 404],
        [operation.replace("set-once", "set%2Donce"), 404],
        [operation.replace("profiles", "%70rofiles"), 404],
        [operation.replace("/profiles", "/./profiles"), 404],
        [operation.replace("/profiles", "/x/../profiles"), 404],
        [operation.replace("/properties/", "/properties%2F"), 405],
        [operation.replace("/live", "/Live"), 400],
        [operation.replace(id, id.toUpperCase()), 401],
        [operation.replace(id, `${id};x`), 401],
        [operation.replace("/live", "/live;x"), 400],
        [`${operation}#`, 400],
        [`${operation}?#`, 400],
        [`${operation}%`, 400],
        [`${operation}?a=%FF`, 400],
        ["*", 400],
      ] as const) {
        assertRefused(yield* server.ask("POST", path, { body }), status, path)
      }
      const encoded = operation.replace(id, `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`)
      for (const path of [encoded, `${operation}?a=1`, operation.replace("live", "%6Cive")]) {
        assert.strictEqual((yield* server.ask("POST", path, { body })).status, 202, path)
      }
      const counted = yield* Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry)
      assert.isTrue(
        counted.some(
          ({ attributes, id }) =>
            id === "daybook_http_requests_total" &&
            attributes?.["route"] === "none" &&
            attributes["status"] === "400",
        ),
      )
    }),
  )
})
