import { ServiceStates } from "@daybook/kernel"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import { flow } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { gzipSync } from "node:zlib"
import { Upstream } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { type Reply, scriptedServer } from "./scriptedServer.ts"

const service = {
  name: "service",
  title: "The service",
  settings: { url: "SERVICE_URL", access: "SERVICE_TOKEN" },
}

const Body = Schema.Struct({ name: Schema.String, size: Schema.optionalKey(Schema.Finite) })

const ok: Reply = { body: { name: "ok" } }

/** Calls a server that gives these replies in turn, the last forever after. */
const asking = (replies: ReadonlyArray<Reply>, options: Partial<Upstream.Options> = {}) =>
  Effect.gen(function* () {
    const clock = hastyClock(Date.parse("2026-11-21T10:00:00Z"))
    const server = yield* scriptedServer((_, call) => replies[Math.min(call, replies.length) - 1] ?? ok)
    const upstream = yield* Upstream.make({ ...service, url: server.url, ...options })
    const answer = yield* Effect.result(
      upstream.ask(HttpClientRequest.get("/things"), upstream.json(Body)),
    ).pipe(clock.provide)
    return { answer, calls: server.calls, slept: clock.slept }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const failing = (failure: string, message: string, retryAfter?: number) => ({
  _tag: "Failure",
  failure: {
    _tag: "SourceError",
    source: "service",
    failure,
    message: expect.stringContaining(message),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  },
})

describe("transient failures are tried again", () => {
  const transient = [
    ...[408, 429, 500, 502, 503, 504, 522].map((status) => ({ status, body: "<html>Oops</html>" })),
    "reset" as const,
    { headers: { "content-length": "100" }, body: '{"name"', afterwards: "drop" as const },
  ]
  it.live.each(transient)("after %j", (reply) =>
    Effect.gen(function* () {
      const { answer, calls, slept } = yield* asking([reply, reply, ok])
      expect(answer).toMatchObject({ _tag: "Success", success: { name: "ok" } })
      expect(calls).toHaveLength(3)
      expect(slept.map((millis) => Math.round(millis / 500))).toEqual([1, 2])
    }),
  )

  it.live("at moments of chance, so that servers that failed together come back apart", () =>
    Effect.gen(function* () {
      const { slept } = yield* asking(["reset"])
      expect(slept).toHaveLength(4)
      expect(slept).not.toEqual([500, 1000, 2000, 4000])
    }),
  )

  it.live("and each try is noted, for one that is broken off before the last", () =>
    Effect.gen(function* () {
      const notes: Array<string> = []
      const note = (text: string) => Effect.sync(() => void notes.push(text))
      const states = ServiceStates.of({
        succeeded: () => note("responded"),
        failed: (_service, trouble) => note(trouble),
        list: Effect.succeed([]),
      })
      yield* Effect.provideService(asking([{ status: 503, body: "" }, ok]), ServiceStates, states)
      expect(notes).toEqual([expect.stringContaining("is failing (503)"), "responded"])
    }),
  )

  it.live("five times in all", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* asking([{ status: 503, body: "" }])
      expect(answer).toMatchObject(failing("unavailable", "The service is failing (503)"))
      expect(calls).toHaveLength(5)
    }),
  )

  it.live("and a connection that no one takes names its code and its setting", () =>
    Effect.gen(function* () {
      const { answer, slept } = yield* asking([], { url: new URL("http://127.0.0.1:9/") })
      expect(answer).toMatchObject(failing("unavailable", "check SERVICE_URL"))
      expect(slept).toHaveLength(4)
    }),
  )
})

describe("Retry-After", () => {
  it.live("in seconds is waited for", () =>
    Effect.gen(function* () {
      const { answer, slept } = yield* asking([
        { status: 429, headers: { "retry-after": "7" }, body: "" },
        ok,
      ])
      expect(answer._tag).toBe("Success")
      expect(slept).toEqual([7000])
    }),
  )

  it.live("as a date is waited for", () =>
    Effect.gen(function* () {
      const date = "Sat, 21 Nov 2026 10:00:20 GMT"
      const { slept } = yield* asking([{ status: 503, headers: { "retry-after": date }, body: "" }, ok])
      expect(slept).toEqual([20_000])
    }),
  )

  it.live("of more than half a minute ends the call at once and is reported", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* asking([{ status: 429, headers: { "retry-after": "31" }, body: "" }])
      expect(answer).toMatchObject(failing("rate limited", "slow down", 31))
      expect(calls).toHaveLength(1)
    }),
  )

  it.live("that is nonsense is not a delay at all", () =>
    Effect.gen(function* () {
      const { slept } = yield* asking([{ status: 429, headers: { "retry-after": "soon" }, body: "" }, ok])
      expect(slept[0]).toBeLessThan(700)
    }),
  )
})

describe("lasting failures are not tried again", () => {
  const lasting = [
    [401, "unauthorized", "check SERVICE_TOKEN"],
    [403, "unauthorized", "check SERVICE_TOKEN"],
    [400, "malformed answer", "check SERVICE_URL"],
    [404, "malformed answer", "check SERVICE_URL"],
  ] as const
  it.live.each(lasting)("status %j", ([status, failure, message]) =>
    Effect.gen(function* () {
      const { answer, calls } = yield* asking([{ status, body: "no" }, ok])
      expect(answer).toMatchObject(failing(failure, message))
      expect(calls).toHaveLength(1)
    }),
  )

  it.live("a redirect, which could carry our key to somebody else", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* asking([
        { status: 302, headers: { location: "/elsewhere" }, body: "" },
        ok,
      ])
      expect(answer).toMatchObject(failing("malformed answer", "elsewhere (302): check SERVICE_URL"))
      expect(calls).toHaveLength(1)
    }),
  )

  it.live("a body that is not JSON", () =>
    Effect.gen(function* () {
      const { answer } = yield* asking([{ body: "<html>hello</html>" }])
      expect(answer).toMatchObject(failing("malformed answer", "not JSON"))
    }),
  )

  it.live("a body of another shape, and the error names the field without its value", () =>
    Effect.gen(function* () {
      const { answer } = yield* asking([{ body: { name: "ok", size: "wide-open" } }])
      expect(answer).toMatchObject(failing("malformed answer", "size: Expected"))
      expect(JSON.stringify(answer)).not.toContain("wide-open")
    }),
  )
})

describe("limits", () => {
  const large = JSON.stringify({ name: "x".repeat(2_000_000) })
  const bodies = [
    { body: large },
    { headers: { "content-encoding": "gzip" }, body: gzipSync(large) },
    { body: "x".repeat(2_000_000), afterwards: "stall" as const },
  ]
  it.live.each(bodies)("a body past the limit is abandoned, body %#", (reply) =>
    Effect.gen(function* () {
      const { answer, calls } = yield* asking([reply], { bodyLimit: 2 ** 20 })
      expect(answer).toMatchObject(failing("malformed answer", "more than 1 MiB"))
      expect(calls).toHaveLength(1)
    }),
  )

  it.live("a body at the limit is read, characters split over chunks too", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ name: "日本".repeat(50_000) })
      const { answer } = yield* asking([{ body }], { bodyLimit: new TextEncoder().encode(body).length })
      expect(answer).toMatchObject({ success: { name: "日本".repeat(50_000) } })
    }),
  )

  const silences: ReadonlyArray<Reply> = ["hang", { body: '{"name":', afterwards: "stall" }]
  it.effect.each(silences)("ten seconds for a response and its body: %j", (reply) =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => reply)
      const upstream = yield* Upstream.make({ ...service, url: server.url })
      const asked = yield* Effect.forkChild(
        Effect.flip(upstream.ask(HttpClientRequest.get(""), upstream.json(Body), { retries: 0 })),
      )
      yield* Effect.promise(() => expect.poll(() => server.calls.length).toBe(1))
      yield* TestClock.adjust("9900 millis")
      expect(asked.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("100 millis")
      expect(yield* Fiber.join(asked)).toMatchObject({
        failure: "unavailable",
        message: "The service did not respond within 10s",
      })
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )

  it.live("a response that came while this process was still is read, long past the limit", () =>
    Effect.gen(function* () {
      const patient = new Worker(
        `const { createServer } = require("node:http")
        const { parentPort } = require("node:worker_threads")
        createServer((_, response) => {
          parentPort.postMessage("asked")
          setTimeout(() => response.end('{"name":"ok"}'), 50)
        }).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port) })`,
        { eval: true },
      )
      yield* Effect.addFinalizer(() => Effect.promise(() => patient.terminate()))
      const [port] = yield* Effect.promise(() => once(patient, "message"))
      // The request is sent and this thread stands still, as in a machine that sleeps.
      patient.once("message", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700))
      const upstream = yield* Upstream.make({
        ...service,
        url: new URL(`http://127.0.0.1:${port}`),
        timeout: "400 millis",
      })
      const answer = yield* upstream.ask(HttpClientRequest.get(""), upstream.json(Body), { retries: 0 })
      expect(answer).toEqual({ name: "ok" })
    }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer)),
  )

  it.effect("calls start no closer together than the gap, however many ask", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => ok)
      const upstream = yield* Upstream.make({
        ...service,
        url: server.url,
        gap: "250 millis",
        timeout: "1 hour",
      })
      const ask = upstream.ask(HttpClientRequest.get(""), upstream.json(Body))
      const asked = yield* Effect.forkChild(Effect.all([ask, ask, ask], { concurrency: "unbounded" }))
      const callsBecome = (calls: number) =>
        Effect.promise(() => expect.poll(() => server.calls.length).toBe(calls))
      yield* callsBecome(1)
      yield* TestClock.adjust("249 millis")
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      yield* callsBecome(1)
      yield* TestClock.adjust("1 millis")
      yield* callsBecome(2)
      yield* TestClock.adjust("250 millis")
      yield* callsBecome(3)
      yield* Fiber.join(asked)
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})

describe("the request", () => {
  const bases = [
    ["", "", "/"],
    ["", "things", "/things"],
    ["2.0/", "", "/2.0/"],
    ["2.0", "", "/2.0"],
    ["api/v3", "/things", "/api/v3/things"],
    ["api/v3/", "/things", "/api/v3/things"],
  ] as const
  it.live.each(bases)("base %j", ([base, address, path]) =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => ok)
      const upstream = yield* Upstream.make({ ...service, url: new URL(base, server.url) })
      yield* upstream.ask(HttpClientRequest.get(address), upstream.json(Body))
      expect(server.calls[0]?.path).toBe(path)
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )

  it.live("carries the base's query, what every request carries, and who we are", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => ok)
      const upstream = yield* Upstream.make({
        ...service,
        url: new URL("?proxy=a%20b", server.url),
        everyRequest: flow(
          HttpClientRequest.bearerToken(Redacted.make("the-token")),
          HttpClientRequest.setUrlParam("key", Redacted.make("the-key")),
        ),
      })
      yield* upstream.ask(HttpClientRequest.get("", { urlParams: { page: 2 } }), upstream.json(Body))
      const [call] = server.calls
      expect(Object.fromEntries(call?.query ?? [])).toEqual({ page: "2", proxy: "a b", key: "the-key" })
      expect(call?.headers).toMatchObject({ "user-agent": "Daybook/0.1", authorization: "Bearer the-token" })
      expect(call?.headers).not.toHaveProperty("traceparent")
      expect(call?.headers).not.toHaveProperty("b3")
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )

  it.live("shows in its span no value under a name that secrets go by", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.Span> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        },
      })
      const server = yield* scriptedServer(() => ok)
      const upstream = yield* Upstream.make({ ...service, url: server.url })
      const names = [
        "API_KEY",
        "apikey",
        "key",
        "access_token",
        "token",
        "client_secret",
        "oauth_nonce",
        "sig",
      ]
      const secrets = Object.fromEntries(names.map((name) => [name, "hidden"]))
      yield* upstream
        .ask(HttpClientRequest.get("", { urlParams: { ...secrets, keyword: "shown" } }), upstream.json(Body))
        .pipe(Effect.withTracer(tracer))
      const addresses = spans.map((span) => String(span.attributes.get("url.full"))).join()
      expect(addresses).toContain("keyword=shown")
      expect(addresses).not.toContain("hidden")
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})

describe("the metrics of calls", () => {
  it.live("count every try by how it ended", () =>
    Effect.gen(function* () {
      yield* asking([{ status: 503, body: "" }, "reset", ok])
      yield* asking([{ status: 401, body: "" }])
      yield* asking([{ body: { name: 7 } }])
      const series = yield* Metric.snapshot
      const counted = series
        .filter(({ id }) => id === "daybook_upstream_calls_total")
        .map(({ attributes, state }) => ({ ...attributes, ...state }))
      expect(counted).toMatchObject([
        { service: "service", outcome: "unavailable", count: 2 },
        { service: "service", outcome: "ok", count: 1 },
        { service: "service", outcome: "unauthorized", count: 1 },
        { service: "service", outcome: "malformed answer", count: 1 },
      ])
      const [duration] = series.filter(({ id }) => id === "daybook_upstream_call_duration_seconds")
      expect(duration).toMatchObject({ attributes: { service: "service" }, state: { count: 5 } })
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
  )
})
