import { noLimits } from "@daybook/profiles"
import { StorageUnavailable } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { TestClock } from "effect/testing"
import { refusalsIn, startNotify, type NotifyOptions } from "../notify/server.ts"
import { idOf, refused } from "../notify/replies.ts"

const once = (id: string) => ({ distinct_id: id, $once: { x: 1 } })

/** A server that counts its refusals only for itself. */
const startCounting = Effect.fnUntraced(function* (options: NotifyOptions = {}) {
  const registry = new Map()
  const server = yield* Effect.provideService(startNotify(options), Metric.MetricRegistry, registry)
  return { ...server, refusals: refusalsIn(registry) }
})

describe("refusals of the profile API", () => {
  it.live("are counted by reason, each once, and nothing else is", () =>
    Effect.gen(function* () {
      const { ask, home, profilePath, refusals, send, setOnce, setOncePath } = yield* startCounting()
      idOf(yield* setOnce(once("ann"), { "idempotency-key": "one" }))
      refused(yield* ask("GET", profilePath("nobody")), 404)
      refused(yield* ask("GET", "/v1/nothing"), 404)
      refused(yield* ask("PUT", "/v1/health"), 405)
      assert.deepStrictEqual(yield* refusals, {})

      refused(yield* setOnce(once("bob"), { "idempotency-key": "one" }), 400)
      for (const key of ["wrong", "wrong too"]) refused(yield* ask("POST", setOncePath, { key }), 401)
      refused(yield* setOnce("{"), 400)
      refused(yield* send("set", once("ann")), 400)
      refused(yield* ask("GET", `/v1/${home.id}/dev/usage`), 400)
      refused(yield* ask("GET", `/v1/${home.id}/live/requests?limit=0`), 400)
      refused(yield* setOnce(" ".repeat(4 * 1024 * 1024) + JSON.stringify(once("ann"))), 413)
      assert.deepStrictEqual(yield* refusals, { key_reused: 1, unauthorized: 2, unfit: 4, too_large: 1 })
    }),
  )

  it.effect("are counted where a limit of the workspace is reached", () =>
    Effect.gen(function* () {
      const { home, refusals, setOnce, workspaces } = yield* startCounting()
      yield* workspaces.setLimits(home.id, { ...noLimits, profiles: 0, perSecond: 2 })
      refused(yield* setOnce(once("ann")), 403)
      refused(yield* setOnce(once("ann")), 403)
      refused(yield* setOnce(once("ann")), 429)
      yield* workspaces.setLimits(home.id, { ...noLimits, properties: 0 })
      yield* TestClock.adjust("1 second")
      refused(yield* setOnce(once("ann")), 403)
      yield* workspaces.setLimits(home.id, { ...noLimits, bytes: 7 })
      yield* TestClock.adjust("1 second")
      refused(yield* setOnce(once("ann")), 403)
      yield* workspaces.setLimits(home.id, { ...noLimits, monthlyRequests: 0 })
      yield* TestClock.adjust("1 second")
      refused(yield* setOnce(once("ann")), 403)
      assert.deepStrictEqual(yield* refusals, {
        quota_profiles: 2,
        rate: 1,
        quota_properties: 1,
        quota_bytes: 1,
        quota_requests: 1,
      })
    }),
  )

  it.live("are counted where the inbox is full, or its storage away", () =>
    Effect.gen(function* () {
      const full = yield* startCounting({ maxWaiting: 0 })
      refused(yield* full.setOnce(once("ann")), 503)
      assert.deepStrictEqual(yield* full.refusals, { inbox_full: 1 })
      const away = yield* startCounting({
        store: (store) => ({
          ...store,
          accept: () => Effect.die(new StorageUnavailable({ message: "gone", retryAfter: 2 })),
        }),
      })
      refused(yield* away.setOnce(once("ann")), 503)
      assert.deepStrictEqual(yield* away.refusals, { storage_away: 1 })
    }),
  )
})
