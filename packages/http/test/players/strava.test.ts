import { assert, describe, it } from "@effect/vitest"
import type { Run } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import { TestClock } from "effect/testing"
import { assertFailure } from "../replies.ts"
import { quietRunSource, run } from "../scriptedSource.ts"
import { startServer, type TestServer } from "../testServer.ts"

const path = "/apis/strava/webhook"
const token = "a token of my choice"

const delivery = (aspect: string, id: number, more: object = {}) => ({
  aspect_type: aspect,
  event_time: 1_783_000_000,
  object_id: id,
  object_type: "activity",
  owner_id: 134_815,
  subscription_id: 120_475,
  updates: {},
  ...more,
})

const deliver = (server: TestServer, body: unknown) =>
  Effect.map(server.ask("POST", path, { body: JSON.stringify(body) }), ({ status, text }) => ({
    status,
    body: JSON.parse(text) as unknown,
  }))

const ok = { status: 200, body: { status: "ok" } }
const ignored = { status: 200, body: { status: "ignored" } }

/** Strava with these activities, which says what it was asked for. */
const stravaWith = Effect.fnUntraced(function* (activities: Map<string, Run>) {
  const asked = yield* Queue.unbounded<string>()
  const source = {
    ...quietRunSource,
    name: "strava",
    run: (ref: string) =>
      Effect.suspend(() => {
        Queue.offerUnsafe(asked, ref)
        return Effect.succeed(Option.fromUndefinedOr(activities.get(ref)))
      }),
  }
  return { asked, source }
})

const names = (server: TestServer) =>
  Effect.map(server.get("/v1/running/activities"), ({ text }) =>
    Array.from(text.matchAll(/"name":"([^"]+)"/g), ([, name]) => name),
  )

/** Waits until the server has stored what it was told. */
const until = (server: TestServer, wanted: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    for (let left = 500; left > 0; left--) {
      const found = yield* names(server)
      if (found.join() === wanted.join()) return
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    assert.deepStrictEqual(yield* names(server), [...wanted])
  })

describe("Strava's webhook", () => {
  it.effect("confirms a subscription with the verify token alone, and is closed without one", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ stravaToken: token })
      const asked = (shown: string) =>
        server.ask(
          "GET",
          `${path}?hub.mode=subscribe&hub.challenge=15f7d1a9&hub.verify_token=${encodeURIComponent(shown)}`,
          {},
        )
      const confirmed = yield* asked(token)
      assert.deepStrictEqual(
        [confirmed.status, JSON.parse(confirmed.text)],
        [200, { "hub.challenge": "15f7d1a9" }],
      )
      assertFailure(yield* asked("another"), 403)
      assertFailure(yield* server.ask("GET", path, {}), 403)
      const twice = `${path}?hub.challenge=a&hub.challenge=b&hub.verify_token=x`
      assertFailure(yield* server.ask("GET", twice, {}), 400, /^hub\.challenge: must be sent once$/)

      const closed = yield* startServer()
      assertFailure(yield* closed.ask("GET", `${path}?hub.verify_token=`, {}), 503)
      assertFailure(
        yield* closed.ask("POST", path, { body: JSON.stringify(delivery("create", 1)) }),
        503,
        /STRAVA_WEBHOOK_VERIFY_TOKEN/,
      )
    }),
  )

  it.effect("reads an activity from Strava whatever a delivery says of it, one after the other", () =>
    Effect.gen(function* () {
      const time = "2026-07-01T08:00:00Z"
      const activities = new Map([["1", run(time, { ref: "1", name: "Dawn" })]])
      const { asked, source } = yield* stravaWith(activities)
      const server = yield* startServer({ stravaToken: token, runSources: [source] })

      assert.deepStrictEqual(yield* deliver(server, delivery("create", 1)), ok)
      assert.strictEqual(yield* Queue.take(asked), "1")
      yield* until(server, ["Dawn"])

      activities.set("1", run(time, { ref: "1", name: "Dusk" }))
      // It waits, and the same one again adds nothing.
      assert.deepStrictEqual(yield* deliver(server, delivery("update", 1)), ok)
      assert.deepStrictEqual(yield* deliver(server, delivery("update", 1)), ok)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* Queue.take(asked), "1")
      yield* until(server, ["Dusk"])

      // A delivery that lies removes nothing.
      assert.deepStrictEqual(yield* deliver(server, delivery("delete", 1)), ok)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* Queue.take(asked), "1")
      yield* until(server, ["Dusk"])

      activities.delete("1")
      assert.deepStrictEqual(yield* deliver(server, delivery("delete", 1)), ok)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* Queue.take(asked), "1")
      yield* until(server, [])
      assert.strictEqual(yield* Queue.size(asked), 0)
    }),
  )

  it.effect("ignores what is not about runs, refuses what is no JSON, and outlives a failure", () =>
    Effect.gen(function* () {
      const { asked, source } = yield* stravaWith(new Map())
      const failing = yield* Queue.unbounded<string>()
      const server = yield* startServer({
        stravaToken: token,
        runSources: [
          {
            ...source,
            run: (ref: string) =>
              ref === "1"
                ? Effect.andThen(Queue.offer(failing, ref), Effect.die(new Error("Strava is down")))
                : source.run(ref),
          },
        ],
      })
      assert.deepStrictEqual(yield* deliver(server, { object_type: "club", object_id: 1 }), ignored)
      assert.deepStrictEqual(yield* deliver(server, []), ignored)
      assertFailure(yield* server.ask("POST", path, { body: "{" }), 400)

      assert.deepStrictEqual(yield* deliver(server, delivery("create", 1)), ok)
      yield* Queue.take(failing)
      assert.deepStrictEqual(yield* deliver(server, delivery("create", 2)), ok)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* Queue.take(asked), "2")
    }),
  )

  it.effect("a change of access starts a sync, which says what is wrong", () =>
    Effect.gen(function* () {
      const { source } = yield* stravaWith(new Map())
      const server = yield* startServer({ stravaToken: token, runSources: [source] })
      const change = {
        aspect_type: "update",
        object_type: "athlete",
        object_id: 134_815,
        updates: { authorized: "false" },
      }
      assert.deepStrictEqual(yield* deliver(server, change), ok)
      for (let left = 500; left > 0; left--) {
        const { text } = yield* server.command("GET", "/v1/admin/sync")
        if (text.includes(`"running"`)) return
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      assert.fail("no sync was started")
    }),
  )
})
