// Measures the profile API: accepted requests a second over 64 connections, five properties each, and the CPU time that
// the server and its database take for one, next to a bare script that does the same batched inserts and a bare server that parses
// the same body, in one run. Then the cost of a request on few and on many profiles. On a busy machine the CPU time alone can
// be compared. `npm run bench:set-once -- [seconds] [rate] [pace seconds]`
import { startPostgres } from "@daybook/storage-postgres/testing"
import { type CitusCluster, hasCitus, startCitus } from "@daybook/storage-postgres/testing/citusCluster"
import autocannon from "autocannon"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { npmStart } from "../daybookServer.ts"
import { processorTimeOfTree, type ServerProcess, startServer } from "../process.ts"
import { nextBody, notifyKey, workspace } from "./setOnceRequests.ts"
import {
  bareInserts,
  bareInsertsInFile,
  findMillis,
  type Speed,
  storeMicros,
  storeRate,
} from "./setOnceStore.ts"

const seconds = Number(process.argv[2] ?? 10)
const pacedRate = Number(process.argv[3] ?? 5_000)
const pacedSeconds = Number(process.argv[4] ?? 60)

const round = (rate: number) => Math.round(rate).toLocaleString("en").padStart(8)

const speed = ({ micros, rate }: Speed) => `${round(rate)} ${micros.toFixed(0).padStart(5)} µs`

const load = (address: string, duration: number, overallRate?: number, connections = 64) =>
  autocannon({
    url: address,
    connections,
    duration,
    ...(overallRate === undefined ? {} : { overallRate }),
    headers: { authorization: `Bearer ${notifyKey}` },
    requests: [
      {
        method: "POST",
        path: `/v1/${workspace}/live/profiles/properties/set-once`,
        setupRequest: (request) => ({ ...request, body: nextBody() }),
      },
    ],
  })

const ours = (env: Readonly<Record<string, string>>) =>
  startServer(
    npmStart,
    {
      ...env,
      PORT: "0",
      NOTIFY_PORT: "0",
      NOTIFY_WORKSPACE: workspace,
      NOTIFY_KEY: notifyKey,
      ADMIN_KEY: `${notifyKey}-admin`,
      READ_KEY: `${notifyKey}-read`,
      SYNC_SCHEDULE: "off",
    },
    /the profile API is at (http:\/\/[^"\s]+)/,
  )

/** The speed of servers over 64 connections, with how they answered. */
const speedOf = async (servers: ReadonlyArray<ServerProcess>, databaseTime: () => number) => {
  const loadAll = (duration: number) =>
    Promise.all(servers.map(({ address }) => load(address, duration, undefined, 64 / servers.length)))
  const time = () => servers.reduce((sum, server) => sum + server.processorTime(), databaseTime())
  await loadAll(2)
  const before = time()
  const results = await loadAll(seconds)
  const taken = time() - before
  const sumOf = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, number) => sum + number, 0)
  const most = (of: "p50" | "p99") => Math.max(...results.map(({ latency }) => latency[of]))
  return {
    rate: sumOf(results.map(({ requests }) => requests.average)),
    micros: (taken * 1000) / sumOf(results.map(({ requests }) => requests.total)),
    more: `p50 ${most("p50")} ms, p99 ${most("p99")} ms, refused ${sumOf(results.map(({ non2xx }) => non2xx))}`,
  }
}

const work = mkdtempSync(join(tmpdir(), "daybook-bench-"))
let citus: CitusCluster | undefined
const postgres = await startPostgres({ fsync: true, sharedBuffers: "2GB" })
try {
  const bare = await startServer([fileURLToPath(new URL("../bareIntake.ts", import.meta.url))], {
    NOTIFY_KEY: notifyKey,
  })
  await load(bare.address, 2)
  const parsed = (await load(bare.address, seconds)).requests.average
  await bare.stop()
  const databaseTime = () => processorTimeOfTree(postgres.pid())
  const inserted = await bareInserts(postgres.url, seconds, databaseTime)
  const insertedInFile = await bareInsertsInFile(join(work, "bare.db"), seconds)
  console.log(`\nAccepted requests a second, five properties each, 64 connections`)
  console.log(`  bare server that parses the body             ${round(parsed)}`)
  console.log(`  bare script, 64 rows an insert, PostgreSQL   ${speed(inserted)}`)
  console.log(`  bare script, 64 rows an insert, SQLite       ${speed(insertedInFile)}`)

  const report = (name: string, ours: Speed, script: Speed, more: string) =>
    console.log(
      `  Daybook on ${name.padEnd(25)}         ${speed(ours)}   of the script ${(ours.rate / script.rate).toFixed(2)}, by ` +
        `processor time ${(script.micros / ours.micros).toFixed(2)}, of the server ${(ours.rate / parsed).toFixed(2)}; ${more}`,
    )

  const onPostgres = { DATABASE_URL: postgres.url, DATABASE_SCHEMA: "one" }
  const shared = { DATABASE_URL: postgres.url, DATABASE_SCHEMA: "shared" }
  // A server is one thread: a second one uses what the database has left.
  for (const [name, script, time, ...settings] of [
    ["PostgreSQL", inserted, databaseTime, { ...onPostgres, DATA_DIR: join(work, "a") }],
    ["SQLite", insertedInFile, () => 0, { DATA_DIR: join(work, "sqlite") }],
    [
      "PostgreSQL, two servers",
      inserted,
      databaseTime,
      { ...shared, DATA_DIR: join(work, "c") },
      { ...shared, DATA_DIR: join(work, "d") },
    ],
  ] as const) {
    const servers = await Promise.all(settings.map(ours))
    const { more, ...found } = await speedOf(servers, time)
    report(name, found, script, more)
    await Promise.all(servers.map((server) => server.stop()))
  }

  const paced = { DATABASE_URL: postgres.url, DATABASE_SCHEMA: "paced", DATA_DIR: join(work, "b") }
  const server = await ours(paced)
  const { latency, requests } = await load(server.address, pacedSeconds, pacedRate)
  console.log(
    `\nAt ${round(requests.average).trim()} a second for ${pacedSeconds} s on PostgreSQL: p99 ${latency.p99} ms`,
  )
  await server.stop()

  console.log("\nThe store alone on PostgreSQL, a new profile by each request (requests a second)")
  for (const profiles of [1_000, 1_000_000]) {
    const place = { url: postgres.url, schema: `on_${profiles}` }
    const rate = await storeRate(place, 12_800, profiles)
    console.log(
      `  beside ${profiles.toLocaleString("en").padStart(9)} profiles: ${round(rate)}; ` +
        `a cohort of two values ${(await findMillis(place)).toFixed(1)} ms`,
    )
  }

  if (hasCitus()) {
    console.log(
      "\nOnly the store's databases, a new profile by each request, without and with Citus (1 + 3 nodes)",
    )
    citus = await startCitus(3, { fsync: true, sharedBuffers: "512MB", isProxied: false })
    const servers = [citus.coordinator, ...citus.nodes.map((node) => node.server)]
    const citusTime = () => servers.reduce((sum, server) => sum + processorTimeOfTree(server.pid()), 0)
    for (const batch of [64, 500]) {
      const alone = await storeMicros({ url: postgres.url, schema: "alone" }, databaseTime, batch)
      const spread = await storeMicros({ url: citus.url, schema: "spread" }, citusTime, batch)
      console.log(
        `  ${batch} a batch: ${alone.toFixed(0)} µs, ${spread.toFixed(0)} µs, ${(spread / alone).toFixed(2)} times as much`,
      )
    }
  }
} finally {
  await citus?.stop()
  await postgres.stop()
  rmSync(work, { recursive: true, force: true })
}
