import { assert, describe, expect } from "vitest"
import { it, storeNames } from "../daybook.ts"
import { playedAgo, playsByAlbum } from "../standIns/lastfmStandIn.ts"

const nowPlaying = "/v1/listening/now-playing"
const topAlbums = "/v1/listening/top/albums?period=overall&limit=3"

describe("a sync", () => {
  it.concurrent.for(storeNames)(
    "stores every scrobble once, and later what is new, in %s",
    async (store, { daybook, lastfm, source }) => {
      const server = await daybook.start({ ...daybook.stores[store](), ...source })
      assert.deepStrictEqual(await server.reader.playsByAlbum(), {})

      const first = await server.admin.sync()
      expect(first).toMatchObject({
        status: 200,
        body: { status: "completed", items_synced: lastfm.plays.length, remaining: 0 },
      })
      assert.deepStrictEqual(lastfm.asked, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(lastfm.plays))

      expect(await server.admin.sync()).toMatchObject({ body: { items_synced: 0, remaining: 0 } })
      const before = await server.reader.get(topAlbums)
      expect((await server.reader.get(topAlbums)).headers.get("etag")).toBe(before.headers.get("etag"))

      lastfm.plays.push(...Array.from({ length: 250 }, (_, index) => playedAgo(60 + 200 * index)))
      expect(await server.admin.sync()).toMatchObject({ body: { items_synced: 250, remaining: 0 } })
      const after = await server.reader.get(topAlbums)
      assert.notDeepEqual(after.body, before.body)
      assert.notStrictEqual(after.headers.get("etag"), before.headers.get("etag"))
      assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
      expect(await server.admin.runs()).toMatchObject([
        { status: "completed", items_synced: 250 },
        { status: "completed", items_synced: 0 },
        { status: "completed", items_synced: 2_350 },
      ])
    },
  )
  it.concurrent("that the service refuses says why, stores nothing, and is on record", async ({
    daybook,
    lastfm,
    source,
  }) => {
    const server = await daybook.start({ ...daybook.stores.postgres(), ...source })
    lastfm.mode = "fail"
    const answer = await server.admin.sync()
    expect(answer).toMatchObject({ status: 500, body: { status: 500 } })
    assert.match(JSON.stringify(answer?.body), /LASTFM_API_KEY/)
    expect(await server.admin.runs()).toMatchObject([{ status: "failed", items_synced: 0 }])
  })
})

describe("now playing", () => {
  it.concurrent("is called live, once for all clients", async ({ daybook, lastfm, source }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...source })
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.reader.get(nowPlaying)))
    for (const answer of answers) {
      expect(answer.body).toMatchObject({
        is_playing: true,
        track: { name: "Playing Now" },
        scrobbled_at: "",
      })
    }
    assert.deepStrictEqual(lastfm.asked, [0])
  })

  it.concurrent("falls back on the newest scrobble when the service hangs", async ({
    daybook,
    lastfm,
    source,
  }) => {
    lastfm.plays = [playedAgo(300)]
    const server = await daybook.start({ ...daybook.stores.memory(), ...source })
    await server.admin.sync()
    lastfm.mode = "hang"
    const answer = await server.reader.get(nowPlaying)
    expect(answer).toMatchObject({ status: 200, body: { is_playing: false, track: { name: "Just Now" } } })
  })
})
