import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { runInNewContext } from "node:vm"
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

describe("live", () => {
  it.effect("tells what plays now and which data has changed, to whoever is let in, while they are", () =>
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
      assert.strictEqual(asked, 0, "nobody is asked while nobody listens")

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

      // A track that begins shows within a second, as the API answers it.
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

      // Every 20 seconds a comment. The limit counts openings alone.
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
})
