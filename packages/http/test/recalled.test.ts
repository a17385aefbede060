import { KeyId } from "@daybook/access"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as IpNetwork from "effect/net/IpNetwork"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { TestClock } from "effect/testing"
import { HealthGroup } from "../src/activity/frame/health/group.ts"
import { everyDomain } from "../src/index.ts"
import { ask, type Reply } from "./ask.ts"
import { play } from "./scriptedSource.ts"
import { type ServerOptions, start, startServer } from "./testServer.ts"

/** A rule that the middleware before the router does not know, so that it leaves the answer to the route. */
class UnknownRule extends HttpApiMiddleware.Service<UnknownRule>()("test/UnknownRule", {}) {}

/** The domains that are asked: a server of all takes longer to make than its questions. */
const asIs = everyDomain.filter(({ domain }) => ["listening", "places"].includes(domain.name))

// The handlers stay as they are: the rule stands in the table of routes alone.
const byTheirRoutes = asIs.map((routes) => ({
  ...routes,
  // A group of the same name replaces the one of every list.
  api: routes.api.add(HealthGroup).middleware(UnknownRule),
})) as unknown as typeof asIs

const albums = "/v1/listening/top/albums"

const paths = [
  albums,
  albums,
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
  "/v1/health",
  "/v1/health/?more=1",
  "/v1/health/ready",
  "/v1/nothing",
]

const allowedOrigins = ["https://allowed.example"]

const loopback = Result.getOrThrow(IpNetwork.fromString("127.0.0.0/8"))

/** One of these values; one that stands there twice comes twice as often. */
const oneOf = <const A>(values: ReadonlyArray<A>) =>
  Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e6 }))),
    (number) => values[number % values.length] as A,
  )

const asked = Arbitrary.all({
  method: oneOf(["GET", "GET", "GET", "GET", "HEAD", "HEAD", "OPTIONS", "POST"]),
  path: oneOf(paths),
  key: oneOf(["read", "read", "admin", "limited", "expiring", "unknown", "none"]),
  bearer: oneOf(["Bearer ", "Bearer ", "bearer  ", "Basic "]),
  knows: oneOf(["nothing", "nothing", "the answer", "weakly", "another", "any"]),
  origin: oneOf(["none", "none", "none", "none", ...allowedOrigins, "https://other.example"]),
  encoding: oneOf(["none", "gzip, br", "identity;q=0"]),
  from: oneOf(["none", "none", "203.0.113.1", "203.0.113.2"]),
  times: oneOf([1, 1, 3]),
})
type Made<Of> = Of extends Arbitrary.Arbitrary<infer A> ? A : never
type Asked = Made<typeof asked>

/** A question whose answers after the first are remembered. */
const twice: Asked = {
  method: "GET",
  path: albums,
  key: "read",
  bearer: "Bearer ",
  knows: "nothing",
  origin: "none",
  encoding: "none",
  from: "none",
  times: 3,
}

/** Moments, an hour, a day, and both edges of a window and of a second. */
const waits = [1, 1, 1, 999, 1_000, 59_999, 60_000, 3_600_000, 86_400_000]

const change = Arbitrary.all({
  kind: oneOf(["wait", "wait", "play", "revoke"]),
  millis: oneOf(waits),
  album: oneOf([0, 1, 2, 3]),
  minutesAgo: oneOf([0, 10, 1_000, 3_000]),
  id: oneOf([3, 4]),
})

/** Questions, and at times a change before one. */
const step = Arbitrary.all({ asked, change, changes: oneOf([false, false, false, false, true]) })
type Step = Made<typeof step>

/** A server, the keys that it knows, and the ETags that it gave. Several of them share neither layers nor counts. */
const serverOf = (domains: typeof asIs, own: ServerOptions) =>
  Effect.gen(function* () {
    const server = yield* startServer({
      domains,
      timeZone: "Pacific/Auckland",
      metrics: true,
      rateLimit: 40,
      ...own,
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
  { bearer, encoding, from, key, knows, method, origin, path }: Asked,
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
      ...(from === "none" ? {} : { "x-forwarded-for": from }),
    },
  })
  if (reply.headers.etag !== undefined) etags.set(path, reply.headers.etag)
  return reply
})

/** Changes what the server stores. */
const make = Effect.fnUntraced(function* ({ server }: Side, { album, id, kind, minutesAgo }: Step["change"]) {
  if (kind === "revoke") yield* server.keys.revoke(KeyId.make(id))
  if (kind !== "play") return
  yield* server.store.storeScrobbles([play("Low", `Album ${album}`, start - minutesAgo * 60_000)])
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
    [
      Arbitrary.array(step, { minLength: 40, maxLength: 60 }),
      oneOf([allowedOrigins, [], []]),
      oneOf([[], [loopback]]),
    ],
    ([steps, allowedOrigins, trustedProxies]) =>
      Effect.scoped(
        Effect.gen(function* () {
          const own = { allowedOrigins, trustedProxies }
          const whole = yield* serverOf(byTheirRoutes, own)
          const others = [yield* serverOf(asIs, own)]
          const askAll = Effect.fnUntraced(function* (asked: Asked) {
            for (let time = 0; time < asked.times; time++) {
              const one = shown(yield* askOf(whole, asked))
              for (const side of others) {
                assert.deepStrictEqual(shown(yield* askOf(side, asked)), one, JSON.stringify(asked))
              }
            }
          })
          yield* askAll(twice)
          for (const { asked, change, changes } of steps) {
            if (changes && change.kind === "wait") yield* TestClock.adjust(change.millis)
            if (changes) for (const side of [whole, ...others]) yield* make(side, change)
            yield* askAll(asked)
          }
          yield* TestClock.adjust(60_000)
          const kept = yield* keptOf(whole)
          for (const side of others) assert.deepStrictEqual(yield* keptOf(side), kept)
        }),
      ),
    // A failure is reported before the test's time is over.
    { arbitrary: { runs: 6, maxShrinks: 8 }, timeout: 120_000 },
  )
})
