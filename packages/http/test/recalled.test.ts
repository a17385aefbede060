import { KeyId } from "@daybook/access"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schema from "effect/Schema"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { TestClock } from "effect/testing"
import { everyDomain } from "../src/index.ts"
import { ask, type Reply } from "./ask.ts"
import { play } from "./scriptedSource.ts"
import { start, startServer } from "./testServer.ts"

/** A rule that the middleware before the router does not know, so that it leaves the answer to the route. */
class UnknownRule extends HttpApiMiddleware.Service<UnknownRule>()("test/UnknownRule", {}) {}

// The handlers stay as they are: the rule stands in the table of routes alone.
const byTheirRoutes = everyDomain.map((routes) => ({
  ...routes,
  api: routes.api.middleware(UnknownRule),
})) as unknown as typeof everyDomain

const albums = "/v1/listening/top/albums"

const paths = [
  albums,
  albums,
  `${albums}?period=overall&limit=2`,
  `${albums}?limit=2&period=overall`,
  `${albums}?period=overall&limit=2&period=overall`,
  `${albums}?limit=0`,
  `${albums}?from=2026-07-01&to=2026-07-20`,
  "/v1/listening/top/%61lbums",
  "//v1/listening/top/albums/",
  "/v1/places/recent",
  "/v1/listening/now-playing",
  "/v1/admin/filters",
  "/v1/health/ready",
  "/v1/nothing",
]

const allowedOrigins = ["https://allowed.example"]

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Asked = Schema.Struct({
  kind: Schema.Literal("ask"),
  method: Schema.Literals(["GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "DELETE"]),
  path: Schema.Literals(paths),
  key: Schema.Literals(["read", "read", "admin", "limited", "expiring", "unknown", "none"]),
  bearer: Schema.Literals(["Bearer ", "bearer  ", "Basic "]),
  knows: Schema.Literals(["nothing", "nothing", "the answer", "weakly", "another", "any"]),
  origin: Schema.Literals(["none", "none", "https://allowed.example", "https://other.example"]),
  encoding: Schema.Literals(["none", "gzip, br", "identity;q=0"]),
  times: within(1, 3),
})

/** An hour, a day, and both edges of a window and of a second. */
const waits = [1, 999, 1_000, 59_999, 60_000, 3_600_000, 86_400_000]

const Step = Schema.Union([
  Asked,
  Asked,
  Asked,
  Schema.Struct({ kind: Schema.Literal("wait"), millis: Schema.Literals(waits) }),
  Schema.Struct({ kind: Schema.Literal("play"), album: within(0, 3), minutesAgo: within(0, 3_000) }),
  Schema.Struct({ kind: Schema.Literal("revoke"), id: within(3, 4) }),
])
type Step = typeof Step.Type

/** A server, the keys that it knows, and the ETags that it gave. Two of them share neither layers nor counts. */
const serverOf = (domains: typeof everyDomain) =>
  Effect.gen(function* () {
    const server = yield* startServer({
      domains,
      allowedOrigins,
      timeZone: "Pacific/Auckland",
      metrics: true,
      rateLimit: 40,
    })
    const limited = yield* server.makeKey("read", { rateLimit: 2 })
    const expiring = yield* server.makeKey("read", { expiresAt: start + 3_600_000 })
    const keys = {
      read: server.read.key,
      admin: server.admin.key,
      limited: limited.key,
      expiring: expiring.key,
      unknown: "nobody has this one",
    }
    return { server, keys, etags: new Map<string, string>() }
  }).pipe(
    Effect.provideService(Layer.CurrentMemoMap, Layer.makeMemoMapUnsafe()),
    Effect.provideService(Metric.MetricRegistry, new Map()),
  )

type Side = Effect.Success<ReturnType<typeof serverOf>>

const askOf = Effect.fnUntraced(function* (
  { etags, keys, server }: Side,
  { bearer, encoding, key, knows, method, origin, path }: typeof Asked.Type,
) {
  const etag = etags.get(path) ?? '"none yet"'
  const known = {
    nothing: undefined,
    "the answer": etag,
    weakly: `"x", W/${etag}`,
    another: '"another"',
    any: "*",
  }[knows]
  const reply = yield* ask(server.address, method, path, {
    headers: {
      ...(key === "none" ? {} : { authorization: `${bearer}${keys[key]}` }),
      ...(known === undefined ? {} : { "if-none-match": known }),
      ...(origin === "none" ? {} : { origin }),
      ...(encoding === "none" ? {} : { "accept-encoding": encoding }),
    },
  })
  if (reply.headers.etag !== undefined) etags.set(path, reply.headers.etag)
  return reply
})

const take = Effect.fnUntraced(function* (side: Side, step: Step) {
  const { server } = side
  if (step.kind === "play") {
    yield* server.store.storeScrobbles([play("Low", `Album ${step.album}`, start - step.minutesAgo * 60_000)])
  }
  if (step.kind === "revoke") yield* server.keys.revoke(KeyId.make(step.id))
  return step.kind === "ask"
    ? yield* Effect.forEach(Array.from({ length: step.times }), () => askOf(side, step))
    : []
})

/** A reply without what is another each time. */
const shown = ({ bytes, headers, status }: Reply) => {
  const { date: _date, "x-request-id": requestId, ...others } = headers
  assert.match(String(requestId), /^[0-9a-f-]{36}$/)
  return { status, headers: others, body: Buffer.from(bytes).toString("latin1") }
}

/** Everything that a server keeps of the requests: counts by route, and when keys were used. */
const keptOf = Effect.fnUntraced(function* ({ keys, server }: Side) {
  const get = (path: string) =>
    Effect.map(ask(server.address, "GET", path, { key: keys.admin }), ({ text }) => text)
  const metrics = (yield* get("/metrics")).split("\n")
  return {
    keys: (yield* get("/v1/admin/keys")).replaceAll(/"hint":"[^"]*"/g, ""),
    metrics: metrics.filter((line) =>
      /^daybook_http_(requests_total|request_duration_seconds_count)/.test(line),
    ),
  }
})

describe("an answer before the router", () => {
  it.effect.prop(
    "is the route's own, to the byte and the header, and leaves the same behind",
    [Arbitrary.array(Arbitrary.schema(Step), { minLength: 10, maxLength: 40 })],
    ([steps]) =>
      Effect.scoped(
        Effect.gen(function* () {
          const early = yield* serverOf(everyDomain)
          const whole = yield* serverOf(byTheirRoutes)
          for (const step of steps) {
            if (step.kind === "wait") yield* TestClock.adjust(step.millis)
            const one = yield* take(early, step)
            const other = yield* take(whole, step)
            assert.deepStrictEqual(one.map(shown), other.map(shown), JSON.stringify(step))
          }
          yield* TestClock.adjust(60_000)
          assert.deepStrictEqual(yield* keptOf(early), yield* keptOf(whole))
        }),
      ),
    { arbitrary: { runs: 25 } },
  )
})
