import {
  everyProfile,
  firstUsageDay,
  type OfferedRequest,
  Operation,
  type Place,
  type ProfileStore,
  type RequestPage,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { bytesOfText } from "./bytes.ts"
import { ProfileModel } from "./model.ts"
import { batchOf, erasing, mergeRequest, noon, place, request, requestOf } from "./requests.ts"

/** Servers that share a store. A new one knows nothing of the others but what they have stored. */
export class ProfileServers extends Context.Service<
  ProfileServers,
  { readonly start: Effect.Effect<ProfileStore["Service"], never, Scope.Scope> }
>()("daybook/profiles/contract/ProfileServers") {}

const keyOf = ({ version, workspace }: Place) => `${workspace} ${version}`

const places = [place("one"), place("one", "test"), place("two")]

/** A sample crowd of requests: few profiles, names and values, so that they collide. */
const Crowd = Schema.Struct({
  requests: Schema.Array(
    Schema.Struct({
      server: Schema.Literals([0, 1]),
      place: Schema.Literals([0, 0, 1, 2]),
      distinctId: Schema.Literals(["ann", "bob", "cid"]),
      operation: Schema.Literals(["set-once", "merge", ...Operation.literals]),
      // The second phase uses new names: both phases race for types.
      properties: Schema.Record(
        Schema.Literals(["a", "b", "list", "count", "__proto__"]),
        Schema.Literals([1, 2, "x", "2024-01-01", true, false]),
      ),
      /** The target of a merge. */
      into: Schema.Literals(["ann", "bob", "cid"]),
      retried: Schema.Literals([true, false, false]),
      second: Schema.Boolean,
      batch: Schema.Literals([1, 2, 3, 4]),
    }),
  ).check(Schema.isBetweenLength(1, 60)),
  /** The turns after which a third server is killed, each time with a request on its way. */
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

type Named = ReadonlyArray<readonly [name: string, value: string | number | boolean]>

/** The field of an operation, of sample names and values. */
const given = (operation: Operation, named: Named): unknown => {
  if (operation === "unset") return named.map(([name]) => name)
  const valueOf = (name: string, value: string | number | boolean) => {
    if (operation === "numerical-add") return Number(value) || 0.1
    if (operation === "append" || operation === "union" || operation === "remove") return [String(value), 1]
    return name.includes("list") ? ["x", "true", 1] : value
  }
  return Object.fromEntries(named.map(([name, value]) => [name, valueOf(name, value)]))
}

const requestOfCrowd = (
  operation: Operation,
  distinctId: string,
  named: Named,
  into: string,
  more: Parameters<typeof request>[2],
): OfferedRequest => {
  if (operation === "merge") return mergeRequest(distinctId, into, more)
  return operation === "batch"
    ? batchOf(
        [
          [distinctId, { $set: given("set", named), $append: given("append", named) }],
          ["bob", { $unset: given("unset", named), $union: given("union", named) }],
          [distinctId, { $add: given("numerical-add", named), $remove: given("remove", named) }],
        ],
        more,
      )
    : requestOf(operation, distinctId, given(operation, named), more)
}

const turns = (count: number) => Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow)

/** Contract: concurrent servers, some of which die, compared with one request after the other. */
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
          .map(({ distinctId, into, operation, properties, retried, ...one }, index): Sent => {
            const named = Object.entries(properties).map(
              ([name, value]) => [one.second ? `2${name}` : name, value] as const,
            )
            const at = places[one.place] ?? assert.fail()
            const key = retried ? { key: `retry ${index}` } : {}
            return { ...one, request: requestOfCrowd(operation, distinctId, named, into, { at, ...key }) }
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

        /** A server that dies after some turns, wherever it is then. */
        const dying = yield* start
        const begun: Array<Pick<Sent, "request" | "second">> = []
        const die = Effect.fnUntraced(function* (second: boolean) {
          for (const life of crowd.lives) {
            const named: Named = [[second ? "2a" : "a", life]]
            const one = requestOfCrowd("batch", "ann", named, "bob", { at: places[0] ?? assert.fail() })
            begun.push({ request: one, second })
            const fiber = yield* Effect.forkChild(Effect.orDie(dying.accept([one], noon)))
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
          yield* Effect.all([...writers, die(second)], { concurrency: "unbounded" })
        })

        yield* phase(false)
        for (const one of crowd.erased) {
          yield* storeOf(0).erase(places[one.place] ?? assert.fail(), one.distinctId, erasing, noon)
        }
        yield* phase(true)
        // A request that a dying server had not stored is as if it had never been sent.
        const outcomes = yield* Effect.forEach([...sent, ...begun], ({ request: one, second }, index) =>
          Effect.map(storeOf(index).outcome(one, one.requestId), (outcome) =>
            Option.isNone(outcome) && index >= sent.length
              ? []
              : [{ outcome: Option.getOrThrow(outcome), request: one, second }],
          ),
        )
        const stored = outcomes.flat()
        const order = stored.flatMap(({ outcome, request: one, second }) => {
          assert.strictEqual(outcome.status, "processed")
          assert.strictEqual(outcome.changes.length, one.changes.length)
          return outcome.changes.map((concluded) => ({
            at: one,
            second,
            isFirst: concluded.change === 0,
            ...concluded,
            change: one.changes[concluded.change] ?? assert.fail(),
          }))
        })
        const model = new ProfileModel()
        const inOrder = order.toSorted((a, b) => a.acceptance - b.acceptance)
        for (const one of inOrder.filter(({ second }) => !second)) {
          assert.deepStrictEqual(one.applied.toSorted(), model.change(one.at, one.change))
        }
        for (const one of crowd.erased) model.erase(places[one.place] ?? assert.fail(), one.distinctId)
        for (const one of inOrder.filter(({ second }) => second)) {
          assert.deepStrictEqual(one.applied.toSorted(), model.change(one.at, one.change))
        }
        for (const at of places) {
          const here = stored.filter((one) => keyOf(one.request) === keyOf(at))
          // A page of batches ends early.
          const listed: Array<number> = []
          for (let after: number | undefined = 0; after !== undefined;) {
            const page: RequestPage = yield* storeOf(0).requests(at, { after, limit: 1_000 })
            listed.push(...page.outcomes.map(({ acceptance }) => acceptance))
            after = page.next
          }
          const accepted = order.filter((one) => keyOf(one.at) === keyOf(at) && one.isFirst)
          assert.deepStrictEqual(
            listed,
            accepted.map(({ acceptance }) => acceptance).toSorted((a, b) => a - b),
          )
          const usage = yield* storeOf(1).usage(at, firstUsageDay(noon))
          assert.strictEqual(
            usage.requests.reduce((sum, { requests }) => sum + requests, 0),
            here.length,
          )
          const found = yield* storeOf(0).find(at, { where: everyProfile, limit: 100 })
          assert.strictEqual(usage.profiles, found.length)
          assert.strictEqual(
            usage.bytes,
            found.reduce((sum, { properties }) => sum + bytesOfText(properties), 0),
          )
          for (const distinctId of ["ann", "bob", "cid"]) {
            const profile = Option.getOrUndefined(yield* storeOf(1).profile(at, distinctId))
            assert.deepStrictEqual(profile?.properties, model.profile(at, distinctId))
          }
        }
      }).pipe(Effect.scoped, Effect.provide(servers())),
    { timeout: 300_000, arbitrary: { runs: 15, size: 60, maxShrinks: 40 } },
  )
}
