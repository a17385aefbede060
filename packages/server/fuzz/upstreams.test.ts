import { afterAll, assert, describe } from "vitest"
import { type Daybooks, it, planted, storeNames } from "../test/daybook.ts"
import { besides, kindsOf, services } from "./cases.ts"
import { Figures, peakMemory, say, table } from "./figures.ts"
import { doing, withinLimit } from "./limit.ts"
import { Person } from "./person.ts"
import { Upstreams } from "./standIn.ts"
import { seed, storm } from "./storm.ts"
import { deliver, deliveries } from "./webhooks.ts"

const sources = [...services, ...besides]
const stores = new Map<string, Figures>()

const hold = async (
  store: (typeof storeNames)[number],
  daybook: Daybooks,
  upstreams: Upstreams,
  figures: Figures,
): Promise<void> => {
  const settings = await upstreams.settings()
  const server = await doing("the start", () =>
    daybook.startProcess({
      ...daybook.stores[store](),
      ...settings,
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
      MEDIA_SERVER_USER: "Ines",
      RATE_LIMIT: "1000000000",
    }),
  )
  const person = new Person(server, upstreams, figures)
  for (const service of services) await doing(`good rows of ${service.name}`, () => person.begin(service))
  // Domains are synced side by side.
  const domains = [...new Set(services.map(({ domain }) => domain))]
  const storms = domains.map((domain) => storm(domain, kindsOf(domain), person.read))
  let delivered = 0
  const hooks = storm("webhooks", [deliveries], async (one) => {
    figures.add("webhooks")
    await doing(`a webhook of ${one.from.name}`, () => deliver(server, one, ++delivered))
  })
  const held = await Promise.allSettled([...storms, hooks])
  const failed = held.filter((one) => one.status === "rejected").map(({ reason }) => String(reason))
  assert.strictEqual(failed.join("\n\n"), "")
  const cases = sources.map(({ name }) => person.cases.get(name) ?? 0)
  figures.add("sources", cases.filter((one) => one > 0).length)
  figures.add("fewest cases of a source", Math.min(...cases))
  assert.isAtLeast(Math.min(...cases), 1, "each source has its turn")
  const peak = peakMemory(server.pid)
  if (peak !== undefined) figures.most("peak memory, MiB", peak)
  const defects = server.stdout.split("\n").filter((line) => line.includes("a request failed"))
  assert.deepStrictEqual(defects.slice(0, 3), [])
  assert.strictEqual(server.stderr, "")
}

describe("a server whose services answer malformed data", () => {
  afterAll(() => say(table(`answers of services (seed ${seed})`, stores)))

  it.for(storeNames)("stores every good row on %s", async (store, { daybook, onTestFinished }) => {
    const upstreams = new Upstreams(sources)
    onTestFinished(() => upstreams.close())
    const figures = new Figures([
      "cases",
      "malformed rows",
      "rows set aside",
      "malformed answers",
      "webhooks",
    ])
    stores.set(store, figures)
    await withinLimit(store, () => hold(store, daybook, upstreams, figures))
  })
})
