import { Html } from "@daybook/sources"
import { LocalEmbedder } from "@daybook/reading"
import { DataFolder, SqliteStorage } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { copyFileSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDaybook } from "./daybookServer.ts"
import { storeLife } from "./data/life.ts"
import { figure } from "./lines.ts"
import { openBare } from "./data/place.ts"
import type { Setting } from "./setting.ts"
import { askOnce, median } from "./times.ts"

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
  ) as named where name like '%${words}%' order by length(name) limit 10`

/** The rows of a read by the plainest statement, by its path. A path that is not here stands next to `select 1`. */
const bareStatements: Readonly<Record<string, string>> = {
  "/v1/places/recent": "select * from check_ins order by checked_in_at desc, id desc limit 20",
  "/v1/watching/reviews":
    "select * from watches where review <> '' and kind = 'film' order by at desc limit 20",
  "/v1/feed": `select 1 from (
    select * from (select checked_in_at as at from check_ins order by 1 desc limit 21) union all
    select * from (select at from watches order by 1 desc limit 21) union all
    select * from (select started_at from runs order by 1 desc limit 21)) as entry order by at desc limit 21`,
  "/v1/calendar": "select domain, day, sum(count) from entry_counts where day >= '2025-01-01' group by 1, 2",
  "/v1/streaks": "select distinct day from entry_counts order by day",
  "/v1/trends": "select domain, substr(day, 1, 7), sum(count) from entry_counts group by 1, 2 order by 1, 2",
  "/v1/years": "select domain, substr(day, 1, 4), sum(count) from entry_counts group by 1, 2",
  "/v1/years/{year}":
    "select domain, day, sum(count) from entry_counts where day between '2024-01-01' and '2025-12-31' group by 1, 2",
  ...Object.fromEntries(
    typed.flatMap((words) => Object.keys(searchesFor(words)).map((path) => [path, titlesWith(words)])),
  ),
}

const turns = 20
const warmUps = 5

/** The milliseconds of a turn: the median, and the mean of the CPU time that `used` reports. */
interface Taken {
  readonly millis: number
  readonly processor: number
}

/** Takes 20 turns; the five before them warm up the plans and the compiler. */
const take = async (
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
  return { millis: median(times), processor: (used() - before) / turns }
}

/** Fills a database with a life, and returns the milliseconds of the bare statements there. */
const fill = async (dataDir: string, share: number) => {
  const layer = Layer.mergeAll(SqliteStorage.layer(), LocalEmbedder, Html.layer).pipe(
    Layer.provide(DataFolder.layer({ dataDir })),
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
    Layer.orDie,
  )
  await Effect.runPromise(Effect.provide(storeLife(Date.now(), share), layer))
  const client = await openBare({ kind: "sqlite", dataDir })
  const bare = new Map<string, number>()
  for (const [path, statement] of Object.entries({ ...bareStatements, "": "select 1" }))
    bare.set(path, (await take(() => client.ask(statement))).millis)
  await client.end()
  return bare
}

interface Operation {
  readonly responses?: { readonly 200?: { readonly content?: { readonly "application/json"?: unknown } } }
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
    // Feeds, images, files and streams are not lists.
    if (get?.responses?.[200]?.content?.["application/json"] === undefined) continue
    if (/admin|health|openapi|images|now-playing|\/now$|^\/v1\/search|\/random$/.test(path)) continue
    let address = path.replace("{year}", "2025")
    if (address.endsWith("/{id}") && paths[address.slice(0, -5)] !== undefined) {
      // Most lists have their items at the list's path.
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

/** Every read of the API over a large data set on SQLite, uncached, next to the same rows by a bare statement. */
export const measureLists = async ({ articles, work }: Setting): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "life-"))
  // The data set has the plays that are already stored.
  copyFileSync(join(work, "daybook.db"), join(dataDir, "daybook.db"))
  const bare = await fill(dataDir, articles / 5_000)
  const server = await startDaybook({ DATA_DIR: dataDir })
  const ask = (path: string): Promise<unknown> => askOnce(server, path)
  const used = () => server.processorTime()
  console.log(
    "Reads of a long life on SQLite, uncached: p50 and the server's processor time, beside a bare statement or `select 1`",
  )
  const tell = (path: string, { millis, processor }: Taken) => {
    const beside = bare.get(path)
    const [name, reference] =
      beside === undefined ? ["select 1", bare.get("") ?? Number.NaN] : ["bare statement", beside]
    console.log(
      `  ${path.padEnd(52)}${millis.toFixed(1).padStart(8)} ms, processor ${processor.toFixed(1).padStart(6)} ms   ` +
        `${name} ${reference.toFixed(2)} ms`,
    )
    figure(path, millis, "ms", {
      bound: { atMost: 15 },
      reference: { name, figure: reference },
      isOneOfMany: true,
    })
  }
  tell("/v1/health", await take((turn) => ask(`/v1/health?_=${turn}`), used))
  const measure = async (path: string, address: string) => {
    try {
      tell(path, await take((turn) => ask(`${address}_=${turn}`), used))
    } catch (cause) {
      // A sample life may lack what a path requests: the other paths are measured all the same.
      console.log(`  ${path} was not measured: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  for (const { address, path } of await addressesOf(ask)) await measure(path, address)
  for (const [path, address] of typed.flatMap((words) => Object.entries(searchesFor(words))))
    await measure(path, address)
  await measureFeed(ask, used, tell)
  await server.stop()
}

/** The feed is walked once, so each part is new to the server: its first parts next to those from the 1,000th on. */
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
  tell("/v1/feed, its first parts", await take(next, used))
  let part = turns + warmUps
  while (part < 1_000 && (await next())) part++
  tell("/v1/feed, from its 1,000th part on", await take(next, used))
}
