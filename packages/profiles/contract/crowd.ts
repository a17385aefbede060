import type { OfferedRequest, ProfileStore } from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { SetOnceModel } from "./model.ts"
import { noon, place, request } from "./requests.ts"

/** Servers that share a store. A new one knows nothing of the others but what they have stored. */
export class ProfileServers extends Context.Service<
  ProfileServers,
  { readonly start: Effect.Effect<ProfileStore["Service"], never, Scope.Scope> }
>()("daybook/profiles/contract/ProfileServers") {}

const places = [place("one"), place("one", "test"), place("two")]

/** A made-up crowd of requests: few profiles, names and values, so that they collide. */
const Crowd = Schema.Struct({
  requests: Schema.Array(
    Schema.Struct({
      server: Schema.Literals([0, 1]),
      place: Schema.Literals([0, 0, 1, 2]),
      distinctId: Schema.Literals(["ann", "bob", "cid"]),
      // The second phase uses new names: both phases race for types.
      properties: Schema.Record(
        Schema.Literals(["a", "b", "c", "__proto__"]),
        Schema.Literals([1, 2, "x", "2024-01-01", true, false]),
      ),
      retried: Schema.Literals([true, false, false]),
      second: Schema.Boolean,
      batch: Schema.Literals([1, 2, 3, 4]),
    }),
  ).check(Schema.isBetweenLength(1, 60)),
  limits: Schema.Tuple([
    Schema.Literals([1, 2, 7, 100]),
    Schema.Literals([1, 3, 100]),
    Schema.Literals([1, 5, 100]),
  ]),
  /** The number of turns that a worker gets before it is killed. */
  lives: Schema.Array(Schema.Literals([0, 1, 2, 3, 5, 8])).check(Schema.isBetweenLength(2, 6)),
  erased: Schema.Array(
    Schema.Struct({
      place: Schema.Literals([0, 1, 2]),
      distinctId: Schema.Literals(["ann", "bob"]),
    }),
  ).check(Schema.isBetweenLength(0, 3)),
})

interface Sent {
  readonly request: OfferedRequest
  readonly server: number
  readonly second: boolean
  readonly batch: number
}

const turns = (count: number) => Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow)

/** Contract: concurrent servers, writers and workers, compared with one request after the other. */
export const crowdContract = (servers: () => Layer.Layer<ProfileServers>): void => {
  it.live.prop(
    "profiles are as if one server had applied all in order of acceptance, whichever of them die on the way",
    { crowd: Crowd },
    ({ crowd }) =>
      Effect.gen(function* () {
        const { start } = yield* ProfileServers
        const stores = [yield* start, yield* start]
        const storeOf = (index: number) => stores[index % 2] ?? assert.fail()
        const sent = crowd.requests
          .filter(({ properties }) => Object.keys(properties).length > 0)
          .map(({ distinctId, properties, retried, ...one }, index): Sent => {
            const named = Object.entries(properties).map(
              ([name, value]) => [one.second ? `2${name}` : name, value] as const,
            )
            const at = places[one.place] ?? assert.fail()
            const key = retried ? { key: `retry ${index}` } : {}
            return { ...one, request: request(distinctId, Object.fromEntries(named), { at, ...key }) }
          })

        /** Sends a server's requests in batches; requests with an idempotency key again, through the other server. */
        const send = Effect.fnUntraced(function* (server: number, requests: ReadonlyArray<Sent>) {
          for (let from = 0; from < requests.length;) {
            const batch = requests.slice(from, from + (requests[from]?.batch ?? 1)).map((one) => one.request)
            from += batch.length
            const answers = yield* Effect.orDie(storeOf(server).accept(batch, noon))
            assert.deepStrictEqual(
              answers,
              batch.map(({ requestId }) => ({ accepted: true as const, requestId })),
            )
            const retries = batch.filter(({ idempotency }) => idempotency !== undefined)
            const again = retries.map((one) => ({ ...one, requestId: request("x", { x: 1 }).requestId }))
            if (again.length === 0) continue
            assert.deepStrictEqual(
              yield* Effect.orDie(storeOf(server + 1).accept(again, noon)),
              retries.map(({ requestId }) => ({ accepted: true as const, requestId })),
            )
          }
        })

        /** A worker that dies after some turns, wherever it is then. */
        const work = Effect.fnUntraced(function* (worker: number) {
          for (const life of crowd.lives) {
            const working = Effect.forever(
              Effect.andThen(storeOf(worker).apply(crowd.limits[worker] ?? 1, noon), Effect.yieldNow),
            )
            const fiber = yield* Effect.forkChild(working)
            yield* turns(life * 10)
            yield* Fiber.interrupt(fiber)
          }
        })

        const phase = Effect.fnUntraced(function* (second: boolean) {
          const writers = [0, 1].map((server) =>
            send(
              server,
              sent.filter((one) => one.server === server && one.second === second),
            ),
          )
          yield* Effect.all([...writers, work(0), work(1), work(2)], { concurrency: "unbounded" })
        })

        yield* phase(false)
        for (const one of crowd.erased) {
          yield* storeOf(0).erase(places[one.place] ?? assert.fail(), one.distinctId, noon)
        }
        yield* phase(true)
        const left = Effect.forEach([0, 1], (server) => storeOf(server).apply(100, noon))
        while ((yield* left).some((count) => count > 0)) continue

        const outcomes = yield* Effect.forEach(sent, ({ request: one }, index) =>
          Effect.map(storeOf(index).outcome(one, one.requestId), Option.getOrThrow),
        )
        const order = outcomes.map(({ acceptance }, index) => ({
          acceptance,
          ...(sent[index] ?? assert.fail()),
        }))
        const model = new SetOnceModel()
        for (const { request: one, second } of order.toSorted((a, b) => a.acceptance - b.acceptance)) {
          const erased = crowd.erased.some(
            (gone) =>
              places[gone.place]?.workspace === one.workspace &&
              places[gone.place]?.version === one.version &&
              gone.distinctId === one.distinctId,
          )
          if (erased && !second) model.setErased(one)
          else model.set(one)
        }
        for (const at of places) {
          for (const distinctId of ["ann", "bob", "cid"]) {
            const profile = Option.getOrUndefined(yield* storeOf(1).profile(at, distinctId))
            assert.deepStrictEqual(profile?.properties, model.profile(at, distinctId))
          }
        }
        for (const { requestId, status, applied } of outcomes) {
          assert.strictEqual(status, "processed")
          const expected = model.applied.get(requestId)
          if (expected !== undefined) assert.deepStrictEqual(applied.toSorted(), expected)
        }
      }).pipe(Effect.scoped, Effect.provide(servers())),
    { timeout: 120_000, arbitrary: { runs: 25, size: 60, maxShrinks: 40 } },
  )
}
