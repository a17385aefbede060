import autocannon from "autocannon"
import { Client } from "pg"
import { fileURLToPath } from "node:url"
import { aim } from "./aims.ts"
import { headers, readKey, startDaybook } from "./daybookServer.ts"
import { type ServerProcess, startServer } from "./process.ts"

const path = "/v1/listening/top/albums?period=12month&include_sparklines=true"
const connections = 32

const rateOf = async ({ address }: ServerProcess, seconds: number): Promise<number> => {
  const result = await autocannon({ url: `${address}${path}`, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`)
  return result.requests.average
}

/** The value below which a share of the sorted ones lies. */
export const percentile = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The milliseconds of one question after another, sorted. */
const timesOf = async (ask: (turn: number) => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let turn = 0; turn < 120; turn++) {
    const start = performance.now()
    await ask(turn)
    // The first ones warm up the plans and the compiler.
    if (turn >= 20) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

/** Top albums that nobody has asked for before: each question differs in a parameter that means nothing. */
const uncached = ({ address }: ServerProcess, question: string) =>
  timesOf(async (turn) => {
    const response = await fetch(`${address}/v1/listening/top/albums?${question}&turn=${turn}`, { headers })
    await response.text()
    if (response.status !== 200) throw new Error(`${question} answered ${response.status}`)
  })

/** Answers a second of 12 months over 16 connections, where each question is a new one. */
const uncachedRate = async ({ address }: ServerProcess, seconds: number): Promise<number> => {
  let turn = 0
  const { errors, non2xx, requests } = await autocannon({
    url: address,
    headers,
    connections: 16,
    duration: seconds,
    requests: [
      {
        method: "GET",
        setupRequest: (request) => ({
          ...request,
          path: `/v1/listening/top/albums?period=12month&limit=50&together=${(turn += 1)}`,
        }),
      },
    ],
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were not 200`)
  return requests.average
}

/** The bare query for the 50 albums of the last 365 days, by a client of its own. */
const bareQuery = async (url: string): Promise<ReadonlyArray<number>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const query = `select albums.name, artists.name as artist, page.plays, page.last_played_at
    from (select * from daybook.album_periods where days = 365
      order by plays desc, last_played_at desc, album_id limit 50) as page
    join daybook.albums on albums.id = album_id join daybook.artists on artists.id = artist_id`
  const times = await timesOf(() => client.query({ name: "bare", text: query }))
  await client.end()
  return times
}

/** Top albums of 12 months with sparklines from the real server, beside a bare one that answers the same object. */
export const measureTopAlbums = async (
  store: string,
  env: Readonly<Record<string, string>>,
  seconds: number,
) => {
  const ours = await startDaybook(env)
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
  const inWords = (what: string, times: ReadonlyArray<number>) =>
    console.log(
      `  ${what.padEnd(40)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
  const uncachedWithin = async (what: string, question: string, atMost: number) => {
    const times = await uncached(ours, question)
    inWords(`uncached, ${what}`, times)
    aim(`top albums, ${store}: ${what}`, percentile(times, 0.5), "ms", { atMost })
  }
  for (const period of ["7day", "1month", "3month", "6month", "12month", "overall"]) {
    await uncachedWithin(period, `period=${period}&limit=50`, 4)
    await uncachedWithin(`${period} with sparklines`, `period=${period}&limit=50&include_sparklines=true`, 8)
  }
  await uncachedWithin("a year as a range", "from=2024-01-01&to=2024-12-31&limit=50", 4)
  inWords("uncached, an odd range", await uncached(ours, "from=2024-01-05&to=2024-12-19&limit=50"))
  console.log(
    `  uncached, 12 months, 16 connections: ${Math.round(await uncachedRate(ours, seconds))} a second`,
  )
  const url = env["DATABASE_URL"]
  if (url !== undefined) inWords("the bare query for 12 months", await bareQuery(url))
  await ours.stop()
  await bare.stop()
}
