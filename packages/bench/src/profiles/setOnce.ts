// Measures the profile API: accepted requests a second over 64 connections, five properties each, next to a bare
// script that does the same batched inserts and a bare server that parses the same body, in one run. Then the cost of
// a request on few and on many profiles. `npm run bench:set-once -- [seconds] [rate]
// [pace seconds]`
import { startPostgres } from "@daybook/storage-postgres/testing"
import autocannon from "autocannon"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { npmStart } from "../daybookServer.ts"
import { startServer } from "../process.ts"
import { nextBody, notifyKey, workspace } from "./setOnceRequests.ts"
import { bareInserts, bareInsertsInFile, findMillis, storeRate } from "./setOnceStore.ts"

const seconds = Number(process.argv[2] ?? 10)
const pacedRate = Number(process.argv[3] ?? 5_000)
const pacedSeconds = Number(process.argv[4] ?? 60)

const round = (rate: number) => Math.round(rate).toLocaleString("en").padStart(8)

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

const work = mkdtempSync(join(tmpdir(), "daybook-bench-"))
const postgres = await startPostgres({ fsync: true, sharedBuffers: "2GB" })
try {
  const bare = await startServer([fileURLToPath(new URL("../bareIntake.ts", import.meta.url))], {
    NOTIFY_KEY: notifyKey,
  })
  await load(bare.address, 2)
  const parsed = (await load(bare.address, seconds)).requests.average
  await bare.stop()
  const inserted = await bareInserts(postgres.url, seconds)
  const insertedInFile = await bareInsertsInFile(join(work, "bare.db"), seconds)
  console.log(`\nAccepted requests a second, five properties each, 64 connections`)
  console.log(`  bare server that parses the body             ${round(parsed)}`)
  console.log(`  bare script, 64 rows an insert, PostgreSQL   ${round(inserted)}`)
  console.log(`  bare script, 64 rows an insert, SQLite       ${round(insertedInFile)}`)

  const report = (name: string, rate: number, script: number, more: string) =>
    console.log(
      `  Daybook on ${name.padEnd(25)}         ${round(rate)}   of the script ` +
        `${(rate / script).toFixed(2)}, of the server ${(rate / parsed).toFixed(2)}; ${more}`,
    )
  for (const [name, script, env] of [
    [
      "PostgreSQL",
      inserted,
      { DATABASE_URL: postgres.url, DATABASE_SCHEMA: "accepting", DATA_DIR: join(work, "a") },
    ],
    ["SQLite", insertedInFile, { DATA_DIR: join(work, "sqlite") }],
  ] as const) {
    const server = await ours(env)
    await load(server.address, 2)
    const { latency, non2xx, requests } = await load(server.address, seconds)
    report(name, requests.average, script, `p50 ${latency.p50} ms, p99 ${latency.p99} ms, refused ${non2xx}`)
    await server.stop()
  }

  // A server is one thread: a second one uses what the database has left.
  const shared = { DATABASE_URL: postgres.url, DATABASE_SCHEMA: "shared" }
  const pair = await Promise.all(
    ["c", "d"].map((folder) => ours({ ...shared, DATA_DIR: join(work, folder) })),
  )
  const loadBoth = (duration: number) =>
    Promise.all(pair.map(({ address }) => load(address, duration, undefined, 32)))
  await loadBoth(2)
  const both = await loadBoth(seconds)
  report(
    "PostgreSQL, two servers",
    both.reduce((sum, { requests }) => sum + requests.average, 0),
    inserted,
    `p99 ${Math.max(...both.map(({ latency }) => latency.p99))} ms`,
  )
  for (const server of pair) await server.stop()

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
} finally {
  await postgres.stop()
  rmSync(work, { recursive: true, force: true })
}
