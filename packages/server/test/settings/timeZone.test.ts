import { assert, describe } from "vitest"
import { type Daybook, storeNames, it } from "../daybook.ts"
import { until } from "../until.ts"

const daySeconds = 86_400
// Half an hour before midnight in UTC, five days ago: already the next day in Tokyo, still the day in New York.
const midnight = (Math.floor(Date.now() / 1000 / daySeconds) - 5) * daySeconds
const lateEvening = midnight - 1_800
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const dayBefore = dayOf(midnight - daySeconds)
const dayAfter = dayOf(midnight)

const daysPlayed = async (server: Daybook) => {
  const albums = await server.reader.topAlbums("period=1month&include_sparklines=true")
  return albums.flatMap(({ sparkline }) => sparkline?.points ?? []).filter(({ count }) => count > 0)
}

const countOn = async (server: Daybook, date: string) =>
  (await server.reader.topAlbums(`date=${date}`)).reduce((sum, { playcount }) => sum + playcount, 0)

describe("a time zone that changes between two starts", () => {
  it.concurrent.for(storeNames)(
    "moves plays to their days in the new zone, on %s",
    async (store, { daybook, lastfm, source }) => {
      const env = { ...daybook.stores[store](), ...source }
      lastfm.plays = [0, 1, 2].map((index) => ({
        artist: "Ida Quarry",
        album: "Salt",
        track: `Track ${index}`,
        uts: lateEvening + index,
      }))
      const zones = [
        ["UTC", dayBefore, dayAfter],
        ["Asia/Tokyo", dayAfter, dayBefore],
        ["America/New_York", dayBefore, dayAfter],
      ] as const
      for (const [zone, played, other] of zones) {
        const server = await daybook.start({ ...env, TIME_ZONE: zone })
        if (zone === "UTC") await server.admin.sync()
        assert.deepStrictEqual(await daysPlayed(server), [{ start: played, count: 3 }], zone)
        assert.strictEqual(await countOn(server, played), 3, zone)
        assert.strictEqual(await countOn(server, other), 0, zone)
        await server.stop()
        await until("it has ended", () => !server.running)
      }
    },
  )
})
