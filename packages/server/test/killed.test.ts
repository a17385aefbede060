import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, expect } from "vitest"
import { durableStoreNames, it } from "./daybook.ts"
import { madeUpPlays, playsByAlbum } from "./lastfmStandIn.ts"

const pages = 4

// The longest test, which mostly waits, comes first: the others run beside it.
describe("a sync whose server ends before it", () => {
  it.concurrent("is given up after 20 seconds where the service hangs; the next one carries on", async ({
    daybook,
    lastfm,
    source,
  }) => {
    const env = { ...daybook.stores.postgres(), ...source }
    lastfm.plays = madeUpPlays(450)
    const server = await daybook.start(env)
    lastfm.pausedAt = 2
    const syncing = server.admin.sync()
    await lastfm.askedFor(2)
    const stopped = performance.now()
    assert.strictEqual(await server.stop(), 0)
    assert.isBelow(performance.now() - stopped, 25_000)
    const given = await syncing
    expect(given).toMatchObject({ status: 503, body: { error: expect.stringMatching(/being stopped/) } })
    assert.match(String(given?.headers.get("retry-after")), /^[1-9]\d*$/)

    lastfm.pausedAt = undefined
    const next = await daybook.start(env)
    expect(await next.admin.runs()).toMatchObject([{ status: "interrupted", items_synced: 200 }])
    expect(await next.admin.sync()).toMatchObject({ status: 200, body: { items_synced: 250 } })
    assert.deepStrictEqual(await next.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
  })
  it.concurrent.for(durableStoreNames)(
    "killed at each page carries on from that page, in %s",
    async (store, { daybook, lastfm, source }) => {
      const env = { ...daybook.stores[store](), ...source }
      lastfm.plays = madeUpPlays(200 * pages)
      for (let page = 1; page <= pages; page++) {
        const server = await daybook.startProcess(env)
        lastfm.pausedAt = page
        const dying = server.admin.sync()
        await lastfm.askedFor(page)
        await server.kill()
        assert.isUndefined(await dying)
      }
      // Each page but the first was asked for twice: when the sync came to it, and by the server after.
      assert.deepStrictEqual(lastfm.asked, [1, 1, 2, 2, 3, 3, 4])

      lastfm.pausedAt = undefined
      const server = await daybook.start(env)
      const interrupted = await server.admin.runs()
      assert.deepStrictEqual(
        interrupted.map(({ status }) => status),
        Array.from({ length: pages }, () => "interrupted"),
      )
      expect(await server.admin.sync()).toMatchObject({
        status: 200,
        body: { items_synced: 200, remaining: 0 },
      })
      assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
      expect(await server.admin.sync()).toMatchObject({ body: { items_synced: 0 } })
    },
  )

  it.concurrent.for(durableStoreNames)(
    "killed while it stores a page loses nothing, in %s",
    async (store, { daybook, lastfm, source }) => {
      const env = { ...daybook.stores[store](), ...source }
      lastfm.plays = madeUpPlays(200 * pages)
      for (const millis of [0, 10, 25, 100 * Math.random()]) {
        const server = await daybook.startProcess(env)
        const dying = server.admin.sync()
        await lastfm.answered(lastfm.answers + 1)
        // The moment of the death is what is tried here: some milliseconds after a page was answered.
        await pause(millis)
        await server.kill()
        await dying
      }
      const server = await daybook.start(env)
      for (const run of await server.admin.runs()) {
        assert.include(["interrupted", "completed"], run.status)
      }
      expect(await server.admin.sync()).toMatchObject({ status: 200, body: { remaining: 0 } })
      assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
      expect(await server.admin.sync()).toMatchObject({ body: { items_synced: 0 } })
    },
  )
})
