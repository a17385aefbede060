import { assert, describe, expect } from "vitest"
import { byNpm, it } from "../daybook.ts"
import { madeUpPlays, playedAgo, playsByAlbum } from "../standIns/lastfmStandIn.ts"
import { until } from "../until.ts"

/** Milliseconds: less than any wait of a server that stops, and more than a busy machine takes. */
const atOnce = 19_000

const ways = [
  ["SIGTERM", "sqlite"],
  ["SIGINT", "postgres"],
] as const

describe("a server that npm has started", () => {
  it.concurrent("ends when only npm is told to end", async ({ daybook }) => {
    const server = await daybook.startProcess(daybook.stores.memory(), byNpm)
    assert.strictEqual((await server.reader.get("/v1/health")).status, 200)
    await server.stop()
    await until("nobody answers", () =>
      fetch(`${server.url}/v1/health`).then(
        () => false,
        () => true,
      ),
    )
  })
})

describe("a command that is broken off", () => {
  it.concurrent("ends with the exit code of its signal", async ({ daybook, lastfm, source }) => {
    lastfm.plays = [playedAgo(300)]
    lastfm.mode = "hang"
    const command = daybook.beginProcess(["sync", "listening"], { ...daybook.stores.sqlite(), ...source })
    await lastfm.askedFor(1)
    assert.strictEqual(await command.signal("SIGTERM"), 143)
  })
})

describe("a server that is stopped", () => {
  it.concurrent.for(ways)(
    "by %s on %s ends at once when it has nothing to do",
    async ([signal, store], { daybook, source }) => {
      const env = { ...daybook.stores[store](), ...source }
      const server = await daybook.startProcess(env)
      await server.reader.get("/v1/health")
      const stopped = performance.now()
      assert.strictEqual(await server.signal(signal), 0)
      assert.isBelow(performance.now() - stopped, atOnce)
      assert.strictEqual(server.stderr, "")
      await daybook.start(env)
    },
  )

  it.concurrent.for(ways)(
    "by %s on %s finishes requests in progress and takes no more",
    async ([signal, store], { daybook, lastfm, source }) => {
      const env = { ...daybook.stores[store](), ...source }
      lastfm.plays = madeUpPlays(450)
      const server = await daybook.startProcess(env)
      lastfm.pausedAt = 2
      const syncing = server.admin.sync()
      await lastfm.askedFor(2)
      const ended = server.signal(signal)
      await until("it takes no more requests", () =>
        fetch(`${server.url}/v1/health`).then(
          () => false,
          () => true,
        ),
      )
      lastfm.pausedAt = undefined
      const done = await syncing
      expect(done).toMatchObject({ status: 200, body: { items_synced: 450, remaining: 0 } })
      assert.strictEqual(done?.headers.get("connection"), "close")
      const answered = performance.now()
      assert.strictEqual(await ended, 0)
      assert.isBelow(performance.now() - answered, atOnce)

      const next = await daybook.start(env)
      expect(await next.admin.runs()).toMatchObject([{ status: "completed", items_synced: 450 }])
      assert.deepStrictEqual(await next.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
    },
  )
  it.concurrent("while it calls a service that hangs returns now playing and ends", async ({
    daybook,
    lastfm,
    source,
  }) => {
    lastfm.plays = [playedAgo(300)]
    const server = await daybook.start({ ...daybook.stores.memory(), ...source })
    await server.admin.sync()
    lastfm.mode = "hang"
    const asking = server.reader.get("/v1/listening/now-playing")
    await lastfm.askedFor(0)
    assert.strictEqual(await server.stop(), 0)
    expect(await asking).toMatchObject({ status: 200, body: { is_playing: false } })
  })
})
