import { assert, describe, it } from "@effect/vitest"
import { noLimits, ProfileStore } from "@daybook/profiles"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schema from "effect/Schema"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { TestClock } from "effect/testing"
import { gzipSync } from "node:zlib"
import { NotifyServer } from "../src/index.ts"
import { ask } from "./ask.ts"
import { refusalsIn, startNotify } from "./notifyServer.ts"

/** One of these values; one that stands there twice comes twice as often. */
const oneOf = <const A>(values: ReadonlyArray<A>) =>
  Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e6 }))),
    (number) => values[number % values.length] as A,
  )

const fit = { distinct_id: "ann", $once: { plan: "pro", tags: ["a", 1], born: "2024-02-29" } }

const bodies: ReadonlyArray<string | Uint8Array> = [
  JSON.stringify(fit),
  JSON.stringify({ distinct_id: "ann", $set: { plan: "free" } }),
  JSON.stringify({ distinct_id: "ann", $set: { plan: 3, big: "x".repeat(256) } }),
  JSON.stringify({ distinct_id: "ann", $add: { visits: 1 } }),
  JSON.stringify({ distinct_id: "ann", $append: { tags: "b" } }),
  JSON.stringify({ batch: [{ distinct_id: "ann", action: { $set: { a: 1 } } }, { distinct_id: 1 }] }),
  JSON.stringify({ distinct_id: "", $once: { plan: "pro" } }),
  '{"distinct_id": "ann", "$once": {"id": 12345678901234567890}}',
  "{",
  "",
  "null",
  new Uint8Array([0x7b, 0xff, 0x7d]),
  " ".repeat(65 * 1024) + JSON.stringify(fit),
  gzipSync(JSON.stringify(fit)),
  gzipSync(JSON.stringify(fit)).subarray(0, -1),
  gzipSync(" ".repeat(4 * 1024 * 1024) + JSON.stringify(fit)),
]

const paths = [
  "live/profiles/properties/set-once",
  "live/profiles/properties/set-once",
  "live/profiles/properties/set",
  "test/profiles/properties/numerical-add",
  "live/profiles/properties/batch",
  "live/profiles/properties/list-append",
  "beta/profiles/properties/set-once",
  "live/profiles/properties/constructor",
  "live/profiles/properties/set-once/",
  "live/profiles/properties/set-once?a=1",
  "live/profiles/properties/set%2Donce",
] as const

const asked = Arbitrary.all({
  body: oneOf(bodies),
  path: oneOf(paths),
  method: oneOf(["POST", "POST", "POST", "PUT"]),
  key: oneOf(["own", "own", "own", "another", "none"]),
  home: oneOf([true, true, true, false]),
  encoding: oneOf([undefined, "gzip", "gzip", "identity", "br"]),
  idempotency: oneOf([undefined, undefined, "again", "x".repeat(256), ""]),
})

const own = { method: "POST", key: "own", home: true, encoding: undefined, idempotency: "again" } as const

/** Two requests that are fit, but for the idempotency key that they share. */
const underOneKey = [
  { ...own, path: "live/profiles/properties/set-once", body: JSON.stringify(fit) },
  {
    ...own,
    path: "live/profiles/properties/set",
    body: JSON.stringify({ distinct_id: "ann", $set: { x: 1 } }),
  },
] as const

/** Compressed requests: fit, cut off, too large when inflated, and in an encoding that is not taken. */
const compressed = [
  ...bodies.slice(-3).map((body) => ({ body, encoding: "gzip" as const })),
  { body: "{}", encoding: "br" as const },
].map((one) => ({ ...own, ...one, path: paths[0], idempotency: undefined }))

type Made<Of> = Of extends Arbitrary.Arbitrary<infer A> ? A : never

const idless = (text: string) => text.replace(/"request_id":"[0-9a-f-]{36}"/, "")

const textOf = ({ body }: HttpServerResponse) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const Step = Schema.Struct({
  wait: Schema.Literals([0, 0, 250, 1_000]),
  operation: Schema.Literals(["set-once", "set", "unset", "batch"]),
  distinctId: Schema.Literals(["ann", "bob", "cid"]),
  /** 0 stands for an object, which is no value. */
  value: Schema.Literals([1, 2, "a longer text than before", 0]),
  key: Schema.Literals(["", "", "again"]),
})

const perhaps = (...limits: ReadonlyArray<number>) => Schema.UndefinedOr(Schema.Literals(limits))

const LimitedLife = Schema.Struct({
  limits: Schema.Struct({
    perSecond: perhaps(1, 40),
    burst: perhaps(3),
    profiles: perhaps(1),
    properties: perhaps(1),
    bytes: perhaps(20),
    monthlyRequests: perhaps(6),
  }),
  steps: Schema.Array(Step).check(Schema.isBetweenLength(8, 30)),
})

const valueOf = ({ value }: Pick<typeof Step.Type, "value">) => (value === 0 ? {} : value)

/** The body of a step. */
const limitedBodies = {
  "set-once": ({ distinctId, ...step }: typeof Step.Type) => ({
    distinct_id: distinctId,
    $once: { [distinctId]: valueOf(step) },
  }),
  set: ({ distinctId, ...step }: typeof Step.Type) => ({
    distinct_id: distinctId,
    $set: { x: valueOf(step) },
  }),
  unset: ({ distinctId }: typeof Step.Type) => ({ distinct_id: distinctId, $unset: ["x"] }),
  batch: ({ distinctId, ...step }: typeof Step.Type) => ({
    batch: ["ann", distinctId].map((id) => ({ distinct_id: id, action: { $set: { x: valueOf(step) } } })),
  }),
}

describe("the way past the router", () => {
  it.live("answers as the routes do, counts what it refuses as they do, and takes what is fit", () =>
    Effect.gen(function* () {
      const counts = { routed: new Map(), past: new Map() }
      const server = yield* Effect.provideService(startNotify(), Metric.MetricRegistry, counts.routed)
      const direct = yield* Effect.provideContext(NotifyServer.direct, server.services).pipe(
        Effect.provideService(Metric.MetricRegistry, counts.past),
      )
      const other = yield* server.makeWorkspace("other")
      const keys = { own: server.home.key, another: other.key, none: undefined }
      // Keys are known once they were asked for.
      const know = Effect.all([
        server.workspaces.holderOf(server.home.key),
        server.workspaces.holderOf(other.key),
      ])
      let taken = 0
      const holds = Effect.fnUntraced(function* ({
        body,
        encoding,
        home,
        idempotency,
        key,
        method,
        path,
      }: Made<typeof asked>) {
        yield* know
        const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
        const url = `/v1/${home ? server.home.id : "nobody"}/${path}`
        const shown = keys[key]
        const headers = {
          "content-length": String(bytes.length),
          ...(shown !== undefined && { authorization: `bearer  ${shown}` }),
          ...(encoding !== undefined && { "content-encoding": encoding }),
          // A key that came with another body is refused, on either way.
          ...(idempotency !== undefined && { "idempotency-key": idempotency }),
        }
        const take = direct({ method, url, headers })
        const isFit = method === "POST" && home && key === "own" && path === paths[0] && body === bodies[0]
        if (isFit) assert.isDefined(take)
        if (take === undefined) return
        taken += 1
        const past = yield* Effect.callback<HttpServerResponse>((resume) => {
          take(bytes, (answer) => resume(Effect.succeed(answer)))
        })
        const {
          headers: routed,
          status,
          text,
        } = yield* ask(server.address, method, url, { headers, body: bytes })
        assert.strictEqual(past.status, status)
        const own: Readonly<Record<string, string>> = past.headers
        for (const [name, value] of Object.entries(own)) assert.strictEqual(routed[name], value, name)
        const added = Object.keys(routed).filter((name) => own[name] === undefined)
        assert.deepStrictEqual(added.toSorted(), ["connection", "date"])
        if (idempotency === "again") assert.strictEqual(textOf(past), text)
        else assert.strictEqual(idless(textOf(past)), idless(text))
      })
      const sampled = yield* Arbitrary.sampleEffect(asked, { count: 400 })
      for (const one of [...underOneKey, ...compressed, ...sampled]) yield* holds(one)
      assert.isAbove(taken, 20)
      const refused = yield* refusalsIn(counts.past)
      assert.deepStrictEqual(refused, yield* refusalsIn(counts.routed))
      assert.containsAllKeys(refused, ["unfit", "key_reused", "encoding", "too_large"])
    }),
  )

  it.effect("holds a workspace to its rate and its quotas as the routes do, with the same bytes", () =>
    Effect.gen(function* () {
      const takenPast = new Map<number, number>()
      const holds = Effect.fnUntraced(function* ({ limits, steps }: typeof LimitedLife.Type) {
        const server = yield* startNotify()
        const direct = yield* Effect.provideContext(NotifyServer.direct, server.services)
        const store = Context.get(server.services, ProfileStore)
        // Two alike: the requests of one go past the router wherever they are taken there.
        const past = yield* server.makeWorkspace("past")
        const routed = yield* server.makeWorkspace("routed")
        for (const { id } of [past, routed])
          yield* server.workspaces.setLimits(id, { ...noLimits, ...limits })
        for (const { key } of [past, routed]) yield* server.workspaces.holderOf(key)

        const send = Effect.fnUntraced(function* (of: typeof past, step: typeof Step.Type, isPast: boolean) {
          const url = `/v1/${of.id}/live/profiles/properties/${step.operation}`
          const bytes = new TextEncoder().encode(JSON.stringify(limitedBodies[step.operation](step)))
          const headers = {
            "content-length": String(bytes.length),
            authorization: `Bearer ${of.key}`,
            ...(step.key !== "" && { "idempotency-key": step.key }),
          }
          const take = isPast ? direct({ method: "POST", url, headers }) : undefined
          if (take !== undefined) {
            const answer = yield* Effect.callback<HttpServerResponse>((resume) => {
              take(bytes, (response) => resume(Effect.succeed(response)))
            })
            const { headers: own, status } = answer
            takenPast.set(status, (takenPast.get(status) ?? 0) + 1)
            return { status, text: idless(textOf(answer)), own: { ...own } }
          }
          const {
            headers: all,
            status,
            text,
          } = yield* ask(server.address, "POST", url, { headers, body: bytes })
          const own = Object.entries(all).filter(([name]) => name !== "connection" && name !== "date")
          return { status, text: idless(text), own: Object.fromEntries(own) }
        })

        for (const step of steps) {
          yield* TestClock.adjust(step.wait)
          // Both have applied what they have accepted: a worker that sleeps may have come to one of them alone.
          while ((yield* store.countWaiting) > 0) yield* TestClock.adjust("10 millis")
          yield* server.workspaces.holderOf(past.key)
          const one = yield* send(past, step, true)
          assert.deepStrictEqual(one, yield* send(routed, step, false))
        }
      }, Effect.scoped)
      const lives = yield* Arbitrary.sampleEffect(Arbitrary.schema(LimitedLife), { count: 40 })
      for (const life of lives) yield* holds(life)
      assert.containsAllKeys(Object.fromEntries(takenPast), ["202", "400", "403", "429"])
    }),
  )
})
