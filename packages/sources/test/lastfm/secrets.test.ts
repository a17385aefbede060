import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { Lastfm } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { answer, track } from "./samples.ts"
import { type Reply, scriptedServer } from "../scriptedServer.ts"

const planted = "planted0123456789abcdef"

const everything = (value: unknown) =>
  inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, showHidden: true })

const replies: ReadonlyArray<Reply> = [
  { body: answer([track({ uts: 5 })], { totalPages: 1 }) },
  { body: { error: 10, message: `Invalid API key ${planted}` } },
  { status: 500, body: `<html>${planted}</html>` },
  { status: 403, body: planted },
  { status: 302, headers: { location: `/?api_key=${planted}` }, body: "" },
  { body: answer([{ ...track({ uts: 5 }), name: { [planted]: planted } }], { totalPages: planted }) },
  { headers: { "x-echo": planted }, body: planted },
  { headers: { "content-length": "100" }, body: planted, afterwards: "drop" },
  { status: 429, headers: { "retry-after": "60" }, body: planted },
  "reset",
]

describe("the API key is in no error, log or span", () => {
  const attempt = (address: (url: URL) => URL, reply: Reply) =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const spans: Array<Tracer.Span> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        },
      })
      const logger = Logger.make(({ cause, message }) => void seen.push(message, cause, Cause.pretty(cause)))
      const clock = hastyClock()
      const server = yield* scriptedServer(() => reply)
      const source = yield* Lastfm.make({
        url: address(server.url),
        apiKey: Redacted.make(planted),
        user: "someone",
      })
      const ends = yield* Effect.all([
        Effect.exit(Stream.runCollect(source.scrobbles(Option.some("unreadable")))),
        Effect.exit(source.latest.pipe(Effect.tapCause((cause) => Effect.logError("failed", cause)))),
      ]).pipe(
        clock.provide,
        Effect.withSpan("sync"),
        Effect.withTracer(tracer),
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(References.MinimumLogLevel, "All"),
      )
      for (const exit of ends) {
        seen.push(exit, String(exit), JSON.stringify(exit))
        if (exit._tag === "Failure") seen.push(Cause.pretty(exit.cause))
      }
      for (const span of spans) {
        // Of an exit, exporters send only failures.
        seen.push(span.name, span.attributes)
        if (span.status._tag === "Ended" && span.status.exit._tag === "Failure") {
          seen.push(span.status.exit, Cause.pretty(span.status.exit.cause), JSON.stringify(span.status.exit))
        }
      }
      expect(spans.length).toBeGreaterThan(2)
      return { text: seen.map(everything).join("\n"), spans, calls: server.calls }
    }).pipe(Effect.provide(FetchHttpClient.layer))

  it.live.each(replies)("%#", (reply) =>
    Effect.gen(function* () {
      const { calls, spans, text } = yield* attempt((url) => url, reply)
      expect(calls[0]?.query.get("api_key")).toBe(planted)
      expect(spans.some((span) => String(span.attributes.get("url.full")).includes("api_key=REDACTED"))).toBe(
        true,
      )
      expect(text).not.toContain(planted)
    }),
  )

  it.live("if no one responds", () =>
    Effect.gen(function* () {
      const { text } = yield* attempt(() => new URL("http://127.0.0.1:9/"), "reset")
      expect(text).not.toContain(planted)
    }),
  )

  it.live("nor is a key in the query of the configured address", () =>
    Effect.gen(function* () {
      const { calls, text } = yield* attempt((url) => new URL("?door=the-door-key", url), {
        status: 500,
        body: "",
      })
      expect(calls[0]?.query.get("door")).toBe("the-door-key")
      expect(text).not.toContain("the-door-key")
    }),
  )
})
