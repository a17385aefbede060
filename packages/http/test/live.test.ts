import { DataVersions, Digest } from "@daybook/kernel"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { connect } from "node:net"
import { runInNewContext } from "node:vm"
import { makeLive, openStreams } from "../src/activity/frame/live/live.ts"
import { type Block, listenAt } from "./liveListener.ts"
import { scriptedSource } from "./scriptedSource.ts"
import { start, startServer, type TestServer } from "./testServer.ts"

const dataOf = (block: Block | "end") =>
  block === "end" ? block : (JSON.parse(block["data"] ?? "{}") as unknown)

const tell = (
  server: TestServer,
  listen_type: "single" | "playing_now",
  track: string,
  listened_at?: number,
) =>
  server.ask("POST", "/apis/listenbrainz/1/submit-listens", {
    headers: { authorization: `Token ${server.admin.key}` },
    body: {
      listen_type,
      payload: [
        {
          ...(listened_at === undefined ? {} : { listened_at }),
          track_metadata: { artist_name: "Low", track_name: track, release_name: "Hey What" },
        },
      ],
    },
  })

/** The text of the page in `docs/out.md` after an event. */
const shownByPage = (block: Block | "end"): string => {
  const page = readFileSync(new URL("../../../docs/out.md", import.meta.url), "utf8")
  const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? ""
  const now = { textContent: "" }
  const heard: Record<string, (event: Block) => void> = {}
  const EventSource = function () {
    return { addEventListener: (name: string, listener: (event: Block) => void) => (heard[name] = listener) }
  }
  runInNewContext(script, { EventSource, now })
  if (block !== "end") heard[block["event"] ?? ""]?.(block)
  return now.textContent
}

const second = TestClock.adjust("1 second")

/** The number of streams that are open, as the metrics of this fiber have it. */
const listenersOpen = Effect.map(Metric.value(openStreams), ({ value }) => value)

describe("live", () => {
  it.effect(
    "reports what plays now and which data has changed, to anyone who is let in, while they are",
    () =>
      Effect.gen(function* () {
        let asked = 0
        const latest = Effect.sync(() => {
          asked += 1
          return Option.none()
        })
        const server = yield* startServer({ sources: [scriptedSource("counted", { latest })] })
        const by = (key: string) => ({ authorization: `Bearer ${key}` })
        const address = `${server.address}/v1/live`
        const { id, key } = yield* server.makeKey("read", { rateLimit: 2 })
        assert.strictEqual(asked, 0, "no one is called while no one listens")

        const first = yield* listenAt(address, by(key))
        assert.strictEqual(first.status, 200)
        assert.strictEqual(first.headers["content-type"], "text/event-stream")
        assert.strictEqual(first.headers["x-accel-buffering"], "no")
        assert.strictEqual(first.headers["cache-control"], "no-store")
        assert.deepStrictEqual(yield* first.next, { retry: "3000" })
        const opening = yield* first.next
        assert.deepInclude(opening, { event: "now-playing" })
        assert.deepStrictEqual(dataOf(opening), { is_playing: false, scrobbled_at: "" })
        const other = yield* listenAt(address, by(server.read.key))
        assert.deepStrictEqual([yield* other.next, yield* other.next], [{ retry: "3000" }, opening])
        assert.strictEqual(asked, 1, "one call for all")

        // A track that begins shows within a second, as the API returns it.
        yield* tell(server, "playing_now", "Disappearing")
        yield* second
        const playing = yield* first.next
        assert.deepInclude(playing, { event: "now-playing" })
        assert.deepStrictEqual(
          dataOf(playing),
          JSON.parse((yield* server.get("/v1/listening/now-playing")).text),
        )
        assert.deepStrictEqual(yield* other.next, playing)

        // A filter hides it at once.
        yield* server.command("POST", "/v1/listening/admin/filters", {
          body: { kind: "track", match: "exact", value: "Disappearing" },
        })
        yield* second
        const told = [yield* first.next, yield* first.next].toSorted((a, b) =>
          JSON.stringify(a).localeCompare(JSON.stringify(b)),
        )
        assert.sameMembers(
          told.map((block) => (block === "end" ? "" : block["event"])),
          ["changed", "now-playing"],
        )
        assert.deepInclude(told.map(dataOf), { is_playing: false, scrobbled_at: "" })
        const last = yield* other.next
        const before = yield* other.next

        // A listener who comes back hears what they have missed, and nothing twice.
        const idOf = (block: Block | "end") => (block === "end" ? "" : (block["id"] ?? ""))
        const current = yield* listenAt(address, { ...by(server.read.key), "last-event-id": idOf(before) })
        assert.deepStrictEqual(
          [yield* current.next, yield* current.next],
          [{ retry: "3000" }, { id: idOf(before) }],
        )
        const late = yield* listenAt(address, { ...by(server.read.key), "last-event-id": idOf(playing) })
        yield* late.next
        assert.sameDeepMembers([yield* late.next, yield* late.next].map(dataOf), [last, before].map(dataOf))

        // Every 20 seconds a comment. The limit counts only openings.
        yield* TestClock.adjust("18 seconds")
        assert.deepStrictEqual(yield* first.next, { "": "" })
        assert.strictEqual((yield* listenAt(address, by(key))).status, 200)
        assert.strictEqual((yield* listenAt(address, by(key))).status, 429)

        // A key that is revoked ends its streams, and no others.
        yield* server.command("DELETE", `/v1/admin/keys/${id}`)
        yield* second
        assert.strictEqual(yield* first.next, "end")
        yield* other.next
        yield* tell(server, "single", "White Horses", start / 1000 - 60)
        yield* second
        assert.deepInclude([yield* other.next, yield* other.next].map(dataOf), {
          domain: "listening",
          version: 2,
        })
      }),
  )

  it.effect("is opened by its share, and ends when that is revoked", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const shared = yield* server.command("POST", "/v1/admin/shares", { body: { address: "/v1/live" } })
      const { id, url } = JSON.parse(shared.text) as { readonly id: number; readonly url: string }
      const listener = yield* listenAt(url)
      assert.strictEqual(listener.status, 200)
      assert.deepStrictEqual(yield* listener.next, { retry: "3000" })
      assert.deepInclude(yield* listener.next, { event: "now-playing" })
      yield* tell(server, "playing_now", "Disappearing")
      yield* second
      assert.strictEqual(shownByPage(yield* listener.next), "▶ Disappearing, Low")
      yield* server.command("DELETE", `/v1/admin/shares/${id}`)
      yield* second
      assert.strictEqual(yield* listener.next, "end")
      assert.strictEqual((yield* listenAt(url)).status, 401)
    }),
  )

  it.effect("disconnects a reader who reads nothing, with little buffered for them, and no one else", () =>
    Effect.gen(function* () {
      const size = 200_000
      let asked = 0
      const read = Effect.sync(() => JSON.stringify(`${asked++} `.padEnd(size, "x")))
      const services = Layer.mergeAll(
        Layer.succeed(
          DataVersions,
          DataVersions.of({
            current: Effect.succeed(new Map()),
            asked: Effect.succeed(new Map()),
            probe: Effect.void,
          }),
        ),
        Layer.succeed(Digest, (text) => hash("sha256", text)),
        NodeHttpServer.layerServer(() => createServer(), { host: "127.0.0.1", port: 0 }),
      )
      yield* Effect.gen(function* () {
        const live = yield* makeLive([], [{ event: "long", read }])
        const { address } = yield* HttpServer.HttpServer
        const url = HttpServer.formatAddress(address)
        yield* HttpServer.serveEffect(
          Effect.sync(() => {
            return HttpServerResponse.stream(live(undefined, Effect.succeed(true)), {
              contentType: "text/event-stream",
            })
          }),
        )
        const silent = yield* Effect.acquireRelease(
          Effect.sync(() => {
            const socket = connect(Number(new URL(url).port), "127.0.0.1").pause()
            socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return socket
          }),
          (socket) => Effect.sync(() => socket.destroy()),
        )
        const quick = yield* listenAt(url)
        const heard = Effect.gen(function* () {
          for (;;) {
            const block = yield* quick.next
            if (block === "end") return assert.fail("the quick one was let go")
            if (block["event"] === "long") return block
          }
        })
        yield* heard
        while ((yield* listenersOpen) < 2) yield* second
        // The kernel takes a few megabytes for the one who reads nothing, then 64 events wait.
        for (let seconds = 0; (yield* listenersOpen) === 2; seconds++) {
          assert.isBelow(seconds, 300, "no one was let go")
          yield* second
          yield* heard
        }
        assert.isAbove(asked, 64)

        // The silent one still gets the events that waited, and then the end of the stream.
        yield* Effect.callback<void>((resume) => {
          silent.on("end", () => resume(Effect.void))
          silent.resume()
        })
        assert.isAbove(silent.bytesRead, 64 * size)
        assert.isBelow(silent.bytesRead, asked * size)
        assert.strictEqual(yield* listenersOpen, 1)
      }).pipe(Effect.scoped, Effect.provide(services))
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
  )
})
