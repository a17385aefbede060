import { assert, describe, expect } from "vitest"
import { it, storeNames } from "../daybook.ts"
import { madeUpPlays, playsByAlbum } from "../standIns/lastfmStandIn.ts"

const path = "/v1/admin/sync/set-aside"

describe("a rejected row of Last.fm", () => {
  it.concurrent.for(storeNames)(
    "stops nothing, is stored, and is stored once it fits, in %s",
    async (store, { daybook, lastfm, source }) => {
      const server = await daybook.start({ ...daybook.stores[store](), ...source })
      lastfm.plays = madeUpPlays(450)
      lastfm.rejected = { name: null, artist: { "#text": "\u0000half \ud83d" }, date: { uts: "1600000000" } }
      expect(await server.admin.sync()).toMatchObject({
        status: 200,
        body: { items_synced: 450, remaining: 0 },
      })
      assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
      const listed = await server.admin.get(path)
      expect(listed.body).toMatchObject({
        data: [{ domain: "listening", source: "lastfm", raw: JSON.stringify(lastfm.rejected) }],
        pagination: { total: 1 },
      })
      expect(await server.admin.get("/v1/admin/sync")).toMatchObject({
        body: { data: [{ status: "completed", set_aside: 1 }] },
      })
      expect(await server.admin.ask("POST", `${path}/retry`)).toMatchObject({ status: 200, body: { due: 1 } })
      expect(await server.admin.sync()).toMatchObject({ status: 200 })
      expect(await server.admin.get(path)).toMatchObject({ body: { pagination: { total: 1 } } })
    },
  )
})
