import { Html } from "@daybook/sources"
import { LocalEmbedder } from "@daybook/reading"
import { SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { aim } from "./aims.ts"
import { headers, startDaybook } from "./daybookServer.ts"
import { storeLife } from "./life.ts"
import { clientOf, type Place } from "./place.ts"
import { percentile } from "./topAlbums.ts"

/** Words as they are typed: a letter, a frequent word, the beginning of a second one, and one with a mistake. */
const typed = ["a", "the", "night r", "midnigth"]

/** The reads of the search over everything for some words. */
const searchesFor = (words: string) => ({
  [`/v1/search/suggest, "${words}"`]: `/v1/search/suggest?q=${encodeURIComponent(words)}&`,
  [`/v1/search by words, "${words}"`]: `/v1/search?mode=words&q=${encodeURIComponent(words)}&`,
})

/** The shortest titles that have the words, as the database finds them without an index. */
const titlesWith = (words: string) => `select name from (
    select name from artists union all select name from albums union all select name from tracks union all
    select title from articles union all select name from titles union all select title from attending_events
  ) as named where name ilike '%${words}%' order by length(name) limit 10`

/** The rows of a read by the plainest statement, by its path. A path that is not here stands beside `select 1`. */
const bareStatements: Readonly<Record<string, string>> = {
  "/v1/places/recent": "select * from check_ins order by checked_in_at desc, id desc limit 20",
  "/v1/watching/reviews":
    "select * from watches where review <> '' and kind = 'film' order by at desc limit 20",
  "/v1/feed": `select 1 from (
    (select checked_in_at as at from check_ins order by 1 desc limit 21) union all
    (select at from watches order by 1 desc limit 21) union all
    (select started_at from runs order by 1 desc limit 21)) as entry order by at desc limit 21`,
  "/v1/calendar": "select domain, day, sum(count) from entry_counts where day >= '2025-01-01' group by 1, 2",
  "/v1/streaks": "select distinct day from entry_counts order by day",
  "/v1/trends":
    "select domain, date_trunc('month', day), sum(count) from entry_counts group by 1, 2 order by 1, 2",
  "/v1/years": "select domain, extract(year from day), sum(count) from entry_counts group by 1, 2",
  "/v1/years/{year}":
    "select domain, day, sum(count) from entry_counts where day between '2024-01-01' and '2025-12-31' group by 1, 2",
  ...Object.fromEntries(
    typed.flatMap((words) => Object.keys(searchesFor(words)).map((path) => [path, titlesWith(words)])),
  ),
}

const turns = 20
const warmUps = 5

/** The milliseconds of a turn: the median, and the mean of the processor time that `used` tells. */
interface Taken {
  readonly millis: number
  readonly processor: number
}

/** Takes 20 turns; the five before them warm up the plans and the compiler. */
const median = async (
  ask: (turn: number) => Promise<unknown>,
  used: () => number = () => Number.NaN,
): Promise<Taken> => {
  const times: Array<number> = []
  let before = 0
  for (let turn = 0; turn < turns + warmUps; turn++) {
    if (turn === warmUps) before = used()
    const start = performance.now()
    await ask(turn)
    if (turn >= warmUps) times.push(performance.now() - start)
  }
  const sorted = times.sort((one, other) => one - other)
  return { millis: percentile(sorted, 0.5), processor: (used() - before) / turns }
}

/** Fills a database with a life, and gives the milliseconds of the bare statements there. */
const fill = (place: Place, plays: number) => {
  const measure = Effect.gen(function* () {
    yield* storeLife(plays, Date.now())
    const sql = yield* SqlClient.SqlClient
    yield* sql`vacuum analyze`.unprepared
    const bare = new Map<string, number>()
    for (const [path, statement] of Object.entries({ ...bareStatements, "": "select 1" })) {
      const ask = () => Effect.runPromise(sql.unsafe(statement))
      bare.set(path, (yield* Effect.promise(() => median(ask))).millis)
    }
    return bare
  })
  const layer = Layer.mergeAll(SqlStorage.layer(), LocalEmbedder, Html.layer).pipe(
    Layer.provideMerge(clientOf(place, "daybook")),
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
    Layer.orDie,
  )
  return Effect.runPromise(Effect.provide(measure, layer))
}

interface Operation {
  readonly tags?: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
  }>
}

/** An address of each GET of data in the API's document: so a new list is measured without a line here. */
const addressesOf = async (ask: (path: string) => Promise<unknown>) => {
  const { paths } = (await ask("/v1/openapi.json")) as {
    readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
  }
  const addresses: Array<{ readonly path: string; readonly address: string }> = []
  for (const [path, { get }] of Object.entries(paths)) {
    if (get === undefined || /admin|health|openapi|images|now-playing|\/now$|^\/v1\/search/.test(path))
      continue
    let address = path.replace("{year}", "2025")
    if (address.endsWith("/{id}")) {
      // The items of a list are told of at its path.
      const list = (await ask(`${address.slice(0, -5)}?limit=1`)) as {
        readonly data?: ReadonlyArray<{ readonly id?: string | number }>
      }
      const id = list.data?.[0]?.id
      if (id !== undefined) address = address.replace("{id}", encodeURIComponent(id))
    }
    if (address.includes("{")) continue
    const names = (get.parameters ?? []).filter((one) => one.in === "query")
    const words = path.includes("/search") ? "q=the&" : ""
    addresses.push({ path, address: `${address}?${words}` })
    if (names.some(({ name }) => name === "page"))
      addresses.push({ path: `${path}, page 1,000`, address: `${address}?${words}page=1000&` })
  }
  return addresses
}

/** Every read of the API over a long life on PGlite, uncached, beside the same rows by a bare statement. */
export const measureLists = async (plays = 500_000): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"))
  try {
    console.log(
      "\nReads of a long life on PGlite, uncached: p50 and the server's processor time, beside a bare statement or `select 1`",
    )
    const bare = await fill({ kind: "pglite", dataDir }, plays)
    const server = await startDaybook({ DATA_DIR: dataDir })
    const ask = async (path: string): Promise<unknown> => {
      const response = await fetch(server.address + path, { headers })
      const body: unknown = await response.json()
      if (!response.ok) throw new Error(`${path} answered ${response.status} ${JSON.stringify(body)}`)
      return body
    }
    const used = () => server.processorTime()
    const tell = (path: string, { millis, processor }: Taken) => {
      const beside = bare.get(path)
      console.log(
        `  ${path.padEnd(52)}${millis.toFixed(1).padStart(8)} ms, processor ${processor.toFixed(1).padStart(6)} ms   ` +
          (beside === undefined ? `select 1 ${bare.get("")?.toFixed(2)} ms` : `bare ${beside.toFixed(1)} ms`),
      )
    }
    try {
      tell("/v1/health", await median((turn) => ask(`/v1/health?turn=${turn}`), used))
      for (const { address, path } of await addressesOf(ask))
        tell(path, await median((turn) => ask(`${address}turn=${turn}`), used))
      for (const [path, address] of typed.flatMap((words) => Object.entries(searchesFor(words)))) {
        const taken = await median((turn) => ask(`${address}turn=${turn}`), used)
        tell(path, taken)
        if (path.includes("suggest")) aim(`${path}, PGlite`, taken.processor, "ms", { atMost: 20 })
      }
      await measureFeed(ask, used, tell)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The feed is walked once, so each part is new to the server: its first parts beside those from the 1,000th on. */
const measureFeed = async (
  ask: (path: string) => Promise<unknown>,
  used: () => number,
  tell: (path: string, taken: Taken) => void,
) => {
  let cursor = ""
  const next = async () => {
    const { next_cursor } = (await ask(`/v1/feed?limit=20${cursor === "" ? "" : `&cursor=${cursor}`}`)) as {
      readonly next_cursor: string
    }
    cursor = next_cursor
    return cursor !== ""
  }
  tell("/v1/feed, its first parts", await median(next, used))
  let part = turns + warmUps
  while (part < 1_000 && (await next())) part++
  tell("/v1/feed, from its 1,000th part on", await median(next, used))
}
