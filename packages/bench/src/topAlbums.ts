import autocannon from "autocannon"
import { fileURLToPath } from "node:url"
import { type ServerProcess, startServer } from "./process.ts"

const readKey = "a-read-key-for-measurements-only-0123456789"
const path = "/v1/listening/top/albums?period=12month&include_sparklines=true"
const headers = { authorization: `Bearer ${readKey}` }
const connections = 32

const rateOf = async ({ address }: ServerProcess, seconds: number): Promise<number> => {
  const result = await autocannon({ url: `${address}${path}`, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`)
  return result.requests.average
}

/** The value below which a share of the sorted ones lies. */
export const percentile = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The milliseconds of one request after another, each a new question. */
const uncached = async ({ address }: ServerProcess, period: string): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let turn = 0; turn < 120; turn++) {
    const start = performance.now()
    const url = `${address}/v1/listening/top/albums?period=${period}&include_sparklines=true&turn=${turn}`
    await (await fetch(url, { headers })).text()
    // The first ones warm up the plans and the compiler.
    if (turn >= 20) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

/** Top albums of 12 months with sparklines from the real server, beside a bare one that answers the same object. */
export const measureTopAlbums = async (
  store: string,
  env: Readonly<Record<string, string>>,
  seconds: number,
) => {
  const ours = await startServer(
    fileURLToPath(new URL("../../server/bin/daybook.js", import.meta.url)),
    ["serve"],
    {
      ...env,
      PORT: "0",
      NOTIFY_PORT: "0",
      READ_KEY: readKey,
      ADMIN_KEY: `${readKey}-admin`,
      RATE_LIMIT: "1000000000",
      SYNC_SCHEDULE: "off",
    },
  )
  const answer = await (await fetch(`${ours.address}${path}`, { headers })).text()
  const bare = await startServer(fileURLToPath(new URL("./bareServer.ts", import.meta.url)), [], {
    READ_KEY: readKey,
    BARE_ANSWER: answer,
  })
  console.log(`\nTop albums on ${store}: 20 albums with sparklines, ${(answer.length / 1000).toFixed(1)} kB`)
  await rateOf(ours, 2)
  await rateOf(bare, 2)
  const rates: Array<readonly [ours: number, bare: number]> = []
  for (let turn = 0; turn < 3; turn++) rates.push([await rateOf(ours, seconds), await rateOf(bare, seconds)])
  const byRatio = rates.toSorted((a, b) => a[0] / a[1] - b[0] / b[1])
  const [ourRate, bareRate] = byRatio[1] ?? [0, 1]
  console.log(
    `  unchanged data, ${connections} connections: ${Math.round(ourRate).toLocaleString("en")} a second, ` +
      `bare ${Math.round(bareRate).toLocaleString("en")}; ratio ${(ourRate / bareRate).toFixed(2)} ` +
      `(of three: ${byRatio.map(([a, b]) => (a / b).toFixed(2)).join(", ")})`,
  )
  for (const period of ["1month", "6month", "12month", "overall"]) {
    const times = await uncached(ours, period)
    console.log(
      `  uncached, ${period.padEnd(8)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
  }
  console.log(`  memory after all this: ${ours.memory().toFixed(0)} MB`)
  await ours.stop()
  await bare.stop()
}
