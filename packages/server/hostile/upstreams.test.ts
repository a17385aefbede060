import { afterAll, assert, describe } from "vitest"
import { it, planted, storeNames } from "../test/daybook.ts"
import { besides, casesOf, services } from "./cases.ts"
import { Counts, peakMemory, say, table } from "./figures.ts"
import { Person } from "./person.ts"
import { Upstreams } from "./standIn.ts"
import { seed, storm } from "./storm.ts"
import { deliver, deliveries } from "./webhooks.ts"

const mutations = new Counts()
const lines: Array<ReadonlyArray<string | number>> = []

describe("a server whose services answer oddly", () => {
  afterAll(() => {
    say(table(`Upstream answers (seed ${seed})`, ["service", "mutations"], mutations.rows))
    say(
      table("Servers", ["store", "syncs with something odd", "longest sync, ms", "peak memory, MiB"], lines),
    )
  })

  it.for(storeNames)("stores every good row on %s", async (store, { daybook, onTestFinished }) => {
    const upstreams = new Upstreams([...services, ...besides])
    onTestFinished(() => upstreams.close())
    const server = await daybook.start({
      ...daybook.stores[store](),
      ...(await upstreams.settings()),
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
      MEDIA_SERVER_USER: "Ines",
      RATE_LIMIT: "1000000000",
    })
    const person = new Person(server, upstreams, mutations)
    for (const service of services) await person.begin(service)
    // Domains are synced side by side.
    const domains = [...new Set(services.map(({ domain }) => domain))]
    const storms = domains.map((domain) => storm(casesOf(domain), person.read, { runs: 3 }))
    let delivered = 0
    const hooks = storm(
      deliveries,
      async (one) => {
        mutations.add(`webhook of ${one.from.name}`)
        await deliver(server, one, ++delivered)
      },
      { runs: 5 },
    )
    const held = await Promise.allSettled([...storms, hooks])
    const failed = held.filter((one) => one.status === "rejected").map(({ reason }) => String(reason))
    assert.strictEqual(failed.join("\n\n"), "")
    const peak = peakMemory(server.pid)
    lines.push([
      store,
      held.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0),
      Math.round(person.longest),
      peak ?? "unknown",
    ])
    const defects = server.stdout.split("\n").filter((line) => line.includes("a request failed"))
    assert.deepStrictEqual(defects.slice(0, 3), [])
    assert.strictEqual(server.stderr, "")
  })
})
