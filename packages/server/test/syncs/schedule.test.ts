import { assert, describe, expect } from "vitest"
import { it } from "../daybook.ts"
import { madeUpPlays, playedAgo, playsByAlbum } from "../standIns/lastfmStandIn.ts"
import { until } from "../until.ts"

describe("the schedule", () => {
  it.concurrent("syncs soon after the start if a source is configured", async ({
    daybook,
    lastfm,
    source,
  }) => {
    lastfm.plays = madeUpPlays(250)
    const server = await daybook.start({ ...daybook.stores.sqlite(), ...source, SYNC_SCHEDULE: "on" })
    await until("the sync has ended", async () => (await server.admin.runs())[0]?.status === "completed")
    assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
  })

  it("is off where SYNC_SCHEDULE says so, and idle without a source", async ({ daybook, lastfm, source }) => {
    const memory = daybook.stores.memory()
    const servers = await Promise.all([
      daybook.start({ ...memory, ...source, SYNC_SCHEDULE: "off" }),
      daybook.start({ ...memory, SYNC_SCHEDULE: "on" }),
    ])
    // A sync by schedule is on record within milliseconds of the start.
    for (let look = 0; look < 100; look++) {
      for (const server of servers) assert.deepStrictEqual(await server.admin.runs(), [])
    }
    assert.deepStrictEqual(lastfm.asked, [])
  })

  it("lets a later server skip the syncs of another one", async ({ daybook, lastfm, source }) => {
    lastfm.plays = [playedAgo(100)]
    const env = { ...daybook.stores.postgres(), ...source, SYNC_SCHEDULE: "on" }
    const first = await daybook.start(env)
    await until("the sync has ended", async () => (await first.admin.runs())[0]?.status === "completed")
    const second = await daybook.startProcess(env)
    for (let look = 0; look < 100; look++) assert.lengthOf(await second.admin.runs(), 1)
    assert.deepStrictEqual(lastfm.asked, [1])
  })

  it("syncs once where two servers start at the same moment", async ({ daybook, lastfm, source }) => {
    lastfm.plays = [playedAgo(100)]
    const env = { ...daybook.stores.postgres(), ...source, SYNC_SCHEDULE: "on" }
    const [first] = await Promise.all([daybook.start(env), daybook.startProcess(env)])
    await until("the sync has ended", async () => (await first.admin.runs())[0]?.status === "completed")
    for (let look = 0; look < 100; look++) assert.lengthOf(await first.admin.runs(), 1)
    assert.deepStrictEqual(lastfm.asked, [1])
    expect(await first.admin.runs()).toMatchObject([{ items_synced: 1 }])
  })
})
