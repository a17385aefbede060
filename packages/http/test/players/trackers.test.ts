import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { start, startServer, type TestServer } from "../testServer.ts"

const enter = (desc: string, minutesAgo: number) => ({
  _type: "transition",
  event: "enter",
  desc,
  tst: Math.floor(start / 1000) - minutesAgo * 60,
  lat: 44.95,
  lon: -66.98,
  tid: "ph",
})

const point = (minutesAgo: number, lat: number) => ({
  _type: "location",
  tst: Math.floor(start / 1000) - minutesAgo * 60,
  lat,
  lon: -66.98,
  acc: 12,
  tid: "ph",
})

const visit = (minutesAgo: number, more: object = {}) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [-66.98, 44.9] },
  properties: {
    timestamp: new Date(start).toISOString(),
    action: "visit",
    arrival_date: new Date(start - minutesAgo * 60_000).toISOString(),
    ...more,
  },
})

const post = (
  server: TestServer,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  server.ask("POST", `/apis/${path}`, {
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })

const basic = (key: string) => ({
  authorization: `Basic ${btoa(`me:${key}`)}`,
  "x-limit-u": "me",
  "x-limit-d": "ph",
})
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const recent = (server: TestServer) =>
  Effect.map(server.get("/v1/places/recent"), ({ text }) =>
    Array.from(text.matchAll(/"venue_name":"([^"]*)"/g), ([, name]) => name),
  )

describe("trackers", () => {
  it.effect("send visits with a submit key, as often as they like", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      for (let time = 1; time <= 2; time++) {
        const sent = yield* post(server, "owntracks?u=me&d=ph", enter("Pier Hall", 30), basic(key))
        assert.deepStrictEqual([sent.status, sent.text], [200, "[]"])
        const batch = { locations: [visit(10), visit(5, { action: "trip" }), 7, visit(-3 * 1440)] }
        const received = yield* post(server, "overland", batch, bearer(key))
        assert.deepStrictEqual([received.status, received.text], [200, '{"result":"ok"}'])
        assert.deepStrictEqual(yield* recent(server), ["44.900, -66.980", "Pier Hall"])
      }
      // The URL for an app that has no field for a token, and late batches.
      assert.strictEqual(
        (yield* post(server, `overland?token=${key}`, { locations: [visit(60)] })).status,
        200,
      )
      assert.strictEqual(
        (yield* post(server, "owntracks", { _type: "location", tst: 1, lat: 1, lon: 2 }, bearer(key))).text,
        "[]",
      )
      assert.deepStrictEqual(yield* recent(server), ["44.900, -66.980", "Pier Hall", "44.900, -66.980"])
    }),
  )

  it.effect("send points, from which stays are stored", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      yield* post(server, "owntracks", enter("Pier Hall", 400), basic(key))
      for (const [minutesAgo, lat] of [
        [90, 44.95],
        [75, 44.9501],
        [60, 45.1],
        [59, 45.1001],
        [40, 45.1002],
        [40, 45.1002],
      ] as const)
        assert.strictEqual((yield* post(server, "owntracks", point(minutesAgo, lat), basic(key))).text, "[]")
      assert.deepStrictEqual(yield* recent(server), ["45.100, -66.980", "Pier Hall", "Pier Hall"])
      const feature = (minutesAgo: number, horizontal_accuracy: number) => ({
        ...visit(0),
        properties: {
          timestamp: new Date(start - minutesAgo * 60_000).toISOString(),
          device_id: "phone",
          horizontal_accuracy,
        },
      })
      const locations = [feature(30, 10), feature(25, 900), feature(15, 10)]
      yield* post(server, "overland", { locations }, bearer(key))
      assert.strictEqual((yield* recent(server))[0], "44.900, -66.980")
    }),
  )

  it.effect("are refused with what to do", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const { key: reader } = yield* server.makeKey("read")
      const asked: ReadonlyArray<readonly [number, RegExp, Effect.Effect<{ status: number; text: string }>]> =
        [
          [401, /must be a key/, post(server, "owntracks", enter("A", 1))],
          [401, /must be a key/, post(server, "owntracks", enter("A", 1), basic("nonsense"))],
          [401, /must be a key/, post(server, "overland?token=nonsense", { locations: [] })],
          [403, /scope submit/, post(server, "overland", { locations: [] }, bearer(reader))],
          [400, /JSON document/, post(server, "owntracks", "{", basic(key))],
          [400, /disable encryption/, post(server, "owntracks", { _type: "encrypted" }, basic(key))],
          [400, /locations must be/, post(server, "overland", [], bearer(key))],
          [405, /not a method/, server.ask("GET", "/apis/overland", { headers: bearer(key) })],
        ]
      for (const [status, error, answer] of asked) {
        const reply = yield* answer
        assert.strictEqual(reply.status, status, reply.text)
        assert.match(reply.text, error)
      }
      assert.deepStrictEqual(yield* recent(server), [])
    }),
  )
})
