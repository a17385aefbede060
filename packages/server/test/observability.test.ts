import { createServer } from "node:net"
import { once } from "node:events"
import { assert, describe, expect } from "vitest"
import { CollectorStandIn } from "./standIns/collectorStandIn.ts"
import { it as base, planted } from "./daybook.ts"
import { madeUpPlays } from "./standIns/lastfmStandIn.ts"
import { listenOnLoopback } from "./standIns/loopback.ts"
import { until } from "./until.ts"

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = base.extend("collector", ({}, { onCleanup }) => {
  const collector = new CollectorStandIn()
  onCleanup(() => collector.close())
  return collector
})

/** Spans that libraries make themselves: HTTP and SQL, by OpenTelemetry's conventions, and Effect's migrator. */
const isForeign = ({ attributes, name }: CollectorStandIn["spans"][number]) =>
  attributes.some(({ key }) => key === "http.request.method" || key === "db.system.name") ||
  /^Migrator \d+_\w+$/.test(name)

const albums = "/v1/listening/top/albums"

describe("with OTLP_URL the server", () => {
  it("sends spans named by service and method, logs and metrics", async ({
    collector,
    daybook,
    lastfm,
    source,
  }) => {
    lastfm.plays = madeUpPlays(250)
    const server = await daybook.start({
      ...daybook.stores.postgres(),
      ...source,
      OTLP_URL: await collector.url,
      OTEL_RESOURCE_ATTRIBUTES: "service.instance.id=attic",
    })
    expect(await server.admin.sync()).toMatchObject({ status: 200 })
    await server.reader.get(`${albums}?period=overall`)
    await until("a trace of each has come", () => {
      const names = collector.spans.map(({ name }) => name)
      return names.includes(`GET ${albums}`) && names.includes("POST /v1/admin/sync/listening")
    })
    assert.strictEqual(await server.stop(), 0)

    const ours = collector.spans.filter((span) => !isForeign(span))
    assert.isAbove(ours.length, 5)
    for (const { name } of ours) assert.match(name, /^[A-Z]\w*\.[a-z]\w*$/)
    const traceOf = (name: string) => [...(collector.namesByTrace.find((names) => names.has(name)) ?? [])]
    assert.includeMembers(traceOf(`GET ${albums}`), ["Listening.topPlayed", "ListeningLists.played"])
    assert.includeMembers(traceOf("POST /v1/admin/sync/listening"), [
      "Kernel.syncDomain",
      "SyncRuns.take",
      "Upstream.ask",
      "ListeningStore.storeScrobbles",
      "sql.transaction",
    ])
    assert.isTrue(collector.logged.some((line) => line.includes("the activity API is at")))
    assert.includeMembers(
      [...collector.metricNames],
      ["daybook_http_requests_total", "daybook_syncs_total", "daybook_upstream_calls_total"],
    )
    for (const resource of collector.resources) {
      expect(resource).toMatchObject({
        "service.name": "daybook",
        "service.version": "0.1.0",
        "service.instance.id": "attic",
      })
    }
    // The console keeps its log, and exports are not traced as work of the server.
    expect(server.log).toContainEqual(
      expect.objectContaining({ level: "INFO", message: `the activity API is at ${server.url}` }),
    )
    expect(server.log).not.toContainEqual(expect.objectContaining({ level: "WARN" }))
    assert.isFalse(collector.spans.some(({ name }) => name === "POST"))
  })

  it("sends name and password of the address as Basic authorization", async ({ collector, daybook }) => {
    const url = new URL(await collector.url)
    Object.assign(url, { username: "someone", password: "p@ss" })
    const server = await daybook.start({ ...daybook.stores.memory(), OTLP_URL: url.href })
    await until("logs have come", () => collector.logged.length > 0)
    await server.stop()
    const wanted = `Basic ${Buffer.from("someone:p@ss").toString("base64")}`
    for (const { authorization } of collector.exports) assert.strictEqual(authorization, wanted)
  })

  it.for(["hang", "refuse"] as const)(
    "serves normally and stops at once while the collector's response is to %s",
    async (mode, { collector, daybook }) => {
      collector.mode = mode
      const server = await daybook.start({ ...daybook.stores.memory(), OTLP_URL: await collector.url })
      assert.strictEqual((await server.reader.get(albums)).status, 200)
      await until("an export was tried", () => collector.exports.length > 0)
      assert.strictEqual((await server.reader.get(albums)).status, 200)
      const stopped = performance.now()
      assert.strictEqual(await server.stop(), 0)
      assert.isBelow(performance.now() - stopped, 19_000)
      assert.strictEqual(server.stderr, "")
    },
  )

  it("logs once that exports fail", async ({ daybook }) => {
    const closed = createServer()
    const url = await listenOnLoopback(closed)
    closed.close()
    await once(closed, "close")
    const server = await daybook.start({ ...daybook.stores.memory(), OTLP_URL: url })
    const complaints = () => server.log.filter((line) => JSON.stringify(line).includes("OTLP_URL"))
    await until("it says so", () => complaints().length > 0)
    for (let turn = 0; turn < 50; turn++) await server.reader.get("/v1/nothing")
    assert.strictEqual(await server.stop(), 0)
    // One for each of traces, logs and metrics at the most.
    assert.isAtMost(complaints().length, 3)
    expect(complaints()[0]).toMatchObject({
      level: "WARN",
      message: "the collector of OTLP_URL does not accept exports: it does not respond",
    })
  })
})

describe("the sync of the command line", () => {
  it("is exported like the server's", async ({ collector, daybook, lastfm, source }) => {
    lastfm.plays = madeUpPlays(10)
    const { code, stdout } = await daybook.run(["sync", "listening"], {
      ...daybook.stores.memory(),
      ...source,
      OTLP_URL: await collector.url,
    })
    assert.strictEqual(code, 0)
    assert.strictEqual(stdout, "listening: 10 new or changed\n")
    assert.includeMembers(
      collector.spans.map(({ name }) => name),
      ["Kernel.syncDomain", "Upstream.ask"],
    )
    assert.isTrue(collector.metricNames.has("daybook_sync_items_total"))
  })
})

const workspace = { NOTIFY_WORKSPACE: "acme", NOTIFY_KEY: planted.notifyKey }

describe("with METRICS the server", () => {
  it("counts requests, syncs and calls, and knows its process", async ({ daybook, lastfm, source }) => {
    lastfm.plays = madeUpPlays(250)
    const server = await daybook.start({ ...daybook.stores.memory(), ...source, ...workspace, METRICS: "on" })
    await server.admin.sync()
    lastfm.mode = "fail"
    await server.admin.sync()
    const set = async (key: string) => {
      const notify = await server.notify(key)
      const body = { distinct_id: "ann", $set: { x: 1 } }
      return notify.ask("POST", "/v1/acme/live/profiles/properties/set", body)
    }
    await set("another key")
    const { body } = await set(planted.notifyKey)
    const notify = await server.notify(planted.notifyKey)
    await notify.ask("POST", "/v1/acme/live/profiles/properties/unset", { distinct_id: "ann" })
    const id = String((body as { readonly request_id: unknown }).request_id)
    await until("the request is applied", async () =>
      JSON.stringify((await notify.get(`/v1/acme/live/requests/${id}`)).body).includes("processed"),
    )
    const response = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${planted.adminKey}` },
    })
    const lines = (await response.text()).split("\n")
    assert.includeMembers(lines, [
      `daybook_http_requests_total{method="POST",route="/v1/admin/sync/listening",status="200"} 1`,
      `daybook_http_requests_total{method="POST",route="/v1/admin/sync/listening",status="500"} 1`,
      `daybook_syncs_total{domain="listening",outcome="completed"} 1`,
      `daybook_syncs_total{domain="listening",outcome="failed"} 1`,
      `daybook_sync_items_total{domain="listening"} 250`,
      `daybook_sync_duration_seconds_count{domain="listening"} 2`,
      `daybook_http_requests_total{method="POST",route="/v1/:wsid/:version/profiles/properties/set",status="202"} 1`,
      `daybook_http_requests_total{method="POST",route="/v1/:wsid/:version/profiles/properties/set",status="401"} 1`,
      "daybook_profile_changes_applied_total 1",
      `daybook_profile_refusals_total{reason="unauthorized"} 1`,
      `daybook_profile_refusals_total{reason="unfit"} 1`,
      `daybook_upstream_calls_total{service="lastfm",outcome="unauthorized"} 1`,
    ])
    for (const name of ["process_resident_memory_bytes", "process_start_time_seconds"]) {
      assert.isTrue(lines.some((line) => new RegExp(`^${name} [1-9][\\d.]+$`).test(line)))
    }
  })
})
