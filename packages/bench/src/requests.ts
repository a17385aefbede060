import { ListeningStore, type Scrobble } from "@daybook/listening"
import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import autocannon from "autocannon"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { fileURLToPath } from "node:url"
import { aim } from "./aims.ts"
import { headers, readKey, startDaybook } from "./daybookServer.ts"
import { type ServerProcess, startServer } from "./process.ts"

const albums = "/v1/listening/top/albums?period=12month&include_sparklines=true"
const connections = 16
const rounds = 3

interface Load {
  /** Answers a second. */
  readonly rate: number
  /** Microseconds of the server's processor time for an answer. */
  readonly cpu: number
}

const load = async (
  server: ServerProcess,
  path: string,
  seconds: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Load> => {
  const before = server.processorTime()
  const { errors, requests } = await autocannon({
    url: server.address + path,
    headers: { ...headers, ...more },
    connections,
    duration: seconds,
  })
  if (errors > 0) throw new Error(`${errors} requests of ${path} failed`)
  return { rate: requests.average, cpu: ((server.processorTime() - before) * 1000) / requests.total }
}

/** The middle one of some loads, by processor time. */
const middle = (loads: ReadonlyArray<Load>): Load =>
  loads.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(loads.length / 2)] ?? { rate: 0, cpu: 0 }

const startBare = (env: Readonly<Record<string, string>>) =>
  startServer(fileURLToPath(new URL("./bareServer.ts", import.meta.url)), [], { READ_KEY: readKey, ...env })

/**
 * The processor time of a request that needs no work, beside a bare server that sends the same bytes ready and one that checks
 * a key and stringifies them. The servers take turns; ratios are of processor time for an answer.
 */
export const measureRequests = async (
  store: string,
  env: Readonly<Record<string, string>>,
  seconds: number,
) => {
  const ours = await startDaybook(env)
  const first = await fetch(ours.address + albums, { headers })
  const answer = await first.text()
  const known = { "if-none-match": first.headers.get("etag") ?? "" }
  const [ready, checking] = [
    await startBare({ BARE_ANSWER: answer, BARE_READY: "on" }),
    await startBare({ BARE_ANSWER: answer }),
  ]
  const cases = [
    { name: "bare, ready bytes", run: () => load(ready, "/", seconds) },
    { name: "bare, key and JSON", run: () => load(checking, "/", seconds) },
    { name: "GET /v1/health", run: () => load(ours, "/v1/health", seconds) },
    { name: "remembered answer", run: () => load(ours, albums, seconds) },
    { name: "the same, 304", run: () => load(ours, albums, seconds, known) },
  ].map((one) => ({ ...one, loads: new Array<Load>() }))
  for (const { run } of cases) await run()
  for (let round = 0; round < rounds; round++) {
    for (const { loads, run } of cases) loads.push(await run())
  }
  console.log(
    `\nA request on ${store}, ${connections} connections, ${(answer.length / 1000).toFixed(1)} kB remembered (processor time)`,
  )
  const results = cases.map(({ loads, name }) => ({ name, ...middle(loads) }))
  const [bytes, json] = results
  for (const { cpu, name, rate } of results) {
    console.log(
      `  ${name.padEnd(18)} ${cpu.toFixed(0).padStart(4)} µs, ${Math.round(rate).toLocaleString("en").padStart(6)} a second; ` +
        `${((bytes?.cpu ?? 0) / cpu).toFixed(2)} of ready bytes, ${((json?.cpu ?? 0) / cpu).toFixed(2)} of key and JSON`,
    )
  }
  const [, , health, remembered] = results
  if (bytes !== undefined && json !== undefined && health !== undefined && remembered !== undefined) {
    aim(`/v1/health, ${store}: processor time`, health.cpu, "µs", { atMost: 60 })
    aim(`remembered, ${store}: of ready bytes`, bytes.cpu / remembered.cpu, "", { atLeast: 0.5 })
    aim(`remembered, ${store}: of key and JSON`, json.cpu / remembered.cpu, "", { atLeast: 1 })
    // A processor serves this many a second; servers on one PostgreSQL share nothing else while answers are remembered.
    console.log(
      `  of ${[1, 2, 4, 8, 16].map((cores) => `${cores} processors: ${Math.round((cores * 1e6) / remembered.cpu).toLocaleString("en")}`).join(", ")} remembered a second, by that time`,
    )
  }
  const memory = ours.memory()
  console.log(`  memory after this load ${memory.toFixed(0)} MB`)
  aim(`memory after a load, ${store}`, memory, "MB", { atMost: store === "PGlite" ? 600 : 300 })
  for (const server of [ours, ready, checking]) await server.stop()
}

const playAt = (playedAt: number): Scrobble => ({
  artist: "A band",
  album: `Album ${(playedAt / 1000) % 50}`,
  track: "A track",
  playedAt,
  imageUrl: "",
})

/** Stores plays one by one, so many a second, until it is interrupted. */
const changing = (url: string, perSecond: number) =>
  Effect.gen(function* () {
    const listening = yield* ListeningStore
    let next = Math.floor(Date.now() / 1000) * 1000 - 86_400_000
    const change = Effect.suspend(() => listening.storeScrobbles([playAt((next += 1_000))]))
    yield* Effect.repeat(change, Schedule.fixed(1000 / perSecond))
    return yield* Effect.never
  }).pipe(
    Effect.provide(
      SqlStorage.Listening.layer.pipe(
        Layer.provide(Layer.orDie(Postgres.layer({ url: Redacted.make(url), schema: "daybook" }))),
        Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
      ),
    ),
  )

/** The rate of one question while plays are stored beside it, as a share of the rate while nothing changes. */
export const measureChanges = async (url: string, seconds: number) => {
  const ours = await startDaybook({ DATABASE_URL: url })
  await load(ours, albums, 2)
  const { rate: unchanged } = await load(ours, albums, seconds)
  console.log(`\nThe same question while plays are stored, PostgreSQL, ${connections} connections (a second)`)
  console.log(`  no changes     ${Math.round(unchanged).toLocaleString("en").padStart(6)}`)
  for (const perSecond of [1, 10, 50]) {
    const controller = new AbortController()
    const writing = Effect.runPromiseExit(changing(url, perSecond), { signal: controller.signal })
    const { rate } = await load(ours, albums, seconds)
    controller.abort()
    await writing
    // An hour's listening is a play every three minutes.
    if (perSecond === 1)
      aim("remembered while a play a second is stored: of the rate", rate / unchanged, "", { atLeast: 0.8 })
    console.log(
      `  ${String(perSecond).padStart(2)} a second    ${Math.round(rate).toLocaleString("en").padStart(6)}   ratio ${(rate / unchanged).toFixed(2)}`,
    )
  }
  await ours.stop()
}
