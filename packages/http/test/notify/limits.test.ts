import { noLimits, type WorkspaceLimits } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { jsonOf } from "../ask.ts"
import { startNotify } from "./server.ts"
import { idOf, refused } from "./replies.ts"

const once = (id: string, more: object = {}) => ({ distinct_id: id, $once: { x: 1, ...more } })

describe("the limits of a workspace", () => {
  it.effect("bound its rate with 429, and its responses report them", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const { setLimits } = server.workspaces
      yield* setLimits(undefined, { ...noLimits, perSecond: 1, burst: 6 })
      const other = yield* server.makeWorkspace("other")
      yield* setLimits(other.id, { ...noLimits, perSecond: 1_000 })
      const send = server.setOnce(once("ann"), { "idempotency-key": "first" })
      const first = yield* send
      const id = idOf(first)
      assert.deepInclude(first.headers, {
        "x-ratelimit-limit": "6",
        "x-ratelimit-remaining": "5",
        "x-ratelimit-reset": "1",
      })
      // Reads count, and so does what is refused for another reason, but for a wrong key.
      refused(yield* server.ask("GET", server.profilePath("nobody")), 404)
      refused(yield* server.ask("GET", `/v1/${server.home.id}/dev/usage`), 400)
      refused(yield* server.ask("GET", `/v1/${server.home.id}/live/usage`, { key: "wrong" }), 401)
      // Each change of a batch counts.
      const batch = Array.from({ length: 5 }, (_, x) => ({ distinct_id: "ann", action: { $set: { x } } }))
      assert.strictEqual((yield* server.send("batch", { batch })).status, 202)
      const over = yield* send
      refused(over, 429, /may send 6 requests at once/)
      assert.strictEqual(over.headers["retry-after"], "3")
      assert.strictEqual(over.headers["x-ratelimit-remaining"], "0")
      const set = { body: { distinct_id: "a", $set: { x: 1 } }, key: other.key }
      for (let request = 0; request < 20; request++) {
        const reply = yield* server.ask("POST", `/v1/${other.id}/live/profiles/properties/set`, set)
        assert.strictEqual(reply.status, 202)
      }
      yield* TestClock.adjust("2 seconds")
      refused(yield* send, 429)
      yield* TestClock.adjust("1 second")
      // A retry that comes back in time gets the same response.
      const again = yield* send
      assert.strictEqual(idOf(again), id)
    }),
  )

  it.effect("are not passed by requests that come at once, whatever waits to be stored or applied", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const count = (limits: Partial<WorkspaceLimits>, ids: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          yield* server.workspaces.setLimits(server.home.id, { ...noLimits, ...limits })
          yield* TestClock.adjust("1 second")
          const replies = yield* Effect.forEach(ids, (id) => server.setOnce(once(id)), {
            concurrency: "unbounded",
          })
          for (const reply of replies) if (reply.status !== 202) refused(reply, 403, /quota of/)
          return replies.filter(({ status }) => status === 202).length
        })
      const ids = Array.from({ length: 60 }, (_, index) => `new ${index}`)
      assert.strictEqual(yield* count({ profiles: 25 }, ids), 25)
      assert.strictEqual(yield* count({ monthlyRequests: 40 }, ids), 15)
    }),
  )

  it.effect("bound what it keeps with 403, but no retry, and its usage reports what is left", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const usage = Effect.map(server.ask("GET", `/v1/${server.home.id}/live/usage`), jsonOf)
      const limit = (limits: Partial<WorkspaceLimits>) =>
        Effect.andThen(
          server.workspaces.setLimits(server.home.id, { ...noLimits, ...limits }),
          TestClock.adjust("1 second"),
        )
      assert.deepInclude(yield* usage, { limits: {} })
      yield* limit({ profiles: 1, properties: 2 })
      const first = idOf(yield* server.setOnce(once("ann"), { "idempotency-key": "first" }))
      const path = `/v1/${server.home.id}/live/requests/${first}`
      while ((yield* server.ask("GET", path)).text.includes('"accepted"')) {
        yield* TestClock.adjust("1 second")
      }
      yield* TestClock.adjust("1 second")
      refused(yield* server.setOnce(once("bob")), 403, /quota of 1 profiles is used up: erase/)
      idOf(yield* server.setOnce(once("ann", { y: 2 })))
      assert.strictEqual((yield* server.send("unset", { distinct_id: "bob", $unset: ["x"] })).status, 202)
      yield* TestClock.adjust("1 second")
      refused(yield* server.setOnce(once("ann", { z: 3 })), 403, /quota of 2 properties is used up/)
      const batch = [{ distinct_id: "ann", action: { $set: { x: 2 } } }]
      assert.strictEqual((yield* server.send("batch", { batch })).status, 202)

      assert.deepInclude(yield* usage, { bytes: '{"x": 1, "y": 2}'.length })
      yield* limit({ bytes: 10 })
      refused(yield* server.setOnce(once("bob")), 403, /quota of 10 bytes of properties is used up: unset/)
      assert.strictEqual((yield* server.send("set", { distinct_id: "ann", $set: { x: 9 } })).status, 202)
      assert.deepInclude(yield* usage, { limits: { bytes: { limit: 10, used: 16, left: 0 } } })

      yield* limit({ monthlyRequests: 5, perSecond: 500 })
      refused(yield* server.setOnce(once("ann")), 403, /quota of 5 requests in a month/)
      refused(yield* server.ask("PATCH", `${server.profilePath("ann")}/merge/bob`), 403)
      const again = yield* server.setOnce(once("ann"), { "idempotency-key": "first" })
      assert.strictEqual(idOf(again), first)
      const other = yield* server.setOnce(once("bob"), { "idempotency-key": "first" })
      refused(other, 400, /Idempotency-Key/)
      assert.deepInclude(yield* usage, {
        limits: { per_second: 500, burst: 500, requests: { limit: 5, used: 5, left: 0 } },
      })
    }),
  )
})
