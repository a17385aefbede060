import { demoCheckIns } from "@daybook/demo"
import { once } from "node:events"
import { createServer } from "node:http"
import { startDaybook } from "../daybookServer.ts"
import { figure } from "../lines.ts"
import { type Setting, storesOf } from "../setting.ts"

const adminKey = "an-admin-key-for-measurements-only-0123456789"
const count = 2_000
const pageSize = 250

/** A stand-in for Foursquare on this machine. */
const serveFeed = async () => {
  const items = [...demoCheckIns({ until: Date.UTC(2026, 0, 1) })]
    .slice(-count)
    .toReversed()
    .map((checkIn) => ({
      id: checkIn.id,
      createdAt: checkIn.checkedInAt / 1000,
      shout: checkIn.shout,
      venue: {
        name: checkIn.venueName,
        location: { ...checkIn.position, city: checkIn.city, country: checkIn.country },
        categories: [{ name: checkIn.category, primary: true }],
      },
    }))
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "/", "http://stand-in").searchParams
    const offset = Number(query.get("offset"))
    const checkins = { count, items: items.slice(offset, offset + Number(query.get("limit"))) }
    response.end(JSON.stringify({ meta: { code: 200 }, response: { checkins } }))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** The milliseconds of a caller who calls the sync until nothing remains. */
const syncUntilDone = async (address: string) => {
  const start = performance.now()
  for (;;) {
    const response = await fetch(`${address}/v1/admin/sync/places`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminKey}` },
    })
    const body: unknown = await response.json()
    if (!response.ok || typeof body !== "object" || body === null || !("remaining" in body))
      throw new Error(`the sync answered ${response.status}`)
    if (body.remaining === 0) return performance.now() - start
  }
}

/** 2,000 check-ins from a stand-in through the real server, next to reading the same pages and dropping them. */
export const measureCheckIns = async (setting: Setting): Promise<void> => {
  const feed = await serveFeed()
  const folders = { ...setting, work: `${setting.work}/places` }
  for (const { env, name } of storesOf(folders).both) {
    const server = await startDaybook({
      ...env,
      DATABASE_SCHEMA: "places",
      ADMIN_KEY: adminKey,
      FOURSQUARE_URL: feed.url,
      FOURSQUARE_TOKEN: "t",
    })
    const start = performance.now()
    for (let offset = count - pageSize; offset >= 0; offset -= pageSize)
      await (await fetch(`${feed.url}/users/self/checkins?offset=${offset}&limit=${pageSize}`)).json()
    const bare = performance.now() - start
    const ours = await syncUntilDone(server.address)
    console.log(
      `Syncing ${count.toLocaleString("en")} check-ins into ${name}: ${Math.round(ours)} ms; ` +
        `their pages read and dropped ${Math.round(bare)} ms`,
    )
    figure(`${count.toLocaleString("en")} check-ins synced, ${name}`, ours, "ms", {
      reference: { name: "dropped", figure: bare },
    })
    await server.stop()
  }
  feed.close()
}
