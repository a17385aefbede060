import { CollectingStore } from "@daybook/collecting"
import { demoFilms, demoRuns, demoWatching } from "@daybook/demo"
import { RunStore } from "@daybook/running"
import { DataFolder, SqliteStorage } from "@daybook/storage-sqlite"
import { WatchingStore } from "@daybook/watching"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDaybook } from "./daybookServer.ts"
import { aim, figure } from "./lines.ts"
import { percentile, uncached } from "./times.ts"

const batch = 5_000

/** Stores demo watches on SQLite; returns the rate a second. */
const storeWatching = (dataDir: string, films: number, episodes: number, until: number): Promise<number> => {
  const store = Effect.gen(function* () {
    const watching = yield* WatchingStore
    const records = [...demoWatching({ until, films, episodes })]
    const start = performance.now()
    for (let at = 0; at < records.length; at += batch) yield* watching.store(records.slice(at, at + batch))
    const rate = (records.length / (performance.now() - start)) * 1000
    yield* (yield* RunStore).storeRuns("bench", { runs: [...demoRuns({ until })], gone: [] })
    yield* (yield* CollectingStore).replaceFilms("bench", demoFilms({ until }), [])
    return rate
  })
  const layer = Layer.mergeAll(
    SqliteStorage.Watching.layer(),
    SqliteStorage.Running.layer(),
    SqliteStorage.Collecting.layer(),
  ).pipe(Layer.provide(DataFolder.layer({ dataDir })), Layer.provide(DateTime.layerCurrentZoneNamed("UTC")))
  return Effect.runPromise(Effect.provide(store, layer))
}

const films = 2_000
const episodes = 15_000

/** Watched shows and reviews from the real server on SQLite, uncached, next to its health, which calls no store. */
export const measureWatching = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "watching-"))
  const until = Date.now()
  const lastYear = new Date(until).getUTCFullYear() - 1
  const rate = await storeWatching(dataDir, films, episodes, until)
  console.log(
    `Watching on SQLite: ${films.toLocaleString("en")} reviews, ${episodes.toLocaleString("en")} episodes; ` +
      `stored ${Math.round(rate).toLocaleString("en")} a second; uncached, p50, p99 in ms`,
  )
  figure("watches stored", rate, "a second")
  const server = await startDaybook({ DATA_DIR: dataDir })
  let health = Number.NaN
  for (const [what, path] of [
    ["health", "/v1/health"],
    ["shows, all time", "/v1/watching/watched-shows"],
    ["shows, a year", "/v1/watching/watched-shows?from=2025-01-01&to=2025-12-31"],
    ["shows, all of them", "/v1/watching/watched-shows?limit=1000"],
    ["reviews, first page", "/v1/watching/reviews"],
    ["reviews, a later page", "/v1/watching/reviews?page=15&limit=100"],
    ["formats", "/v1/collecting/media/formats"],
    ["a year of running", `/v1/running/stats/years/${lastYear}`],
    ["years of running", "/v1/running/stats/years"],
  ] as const) {
    const times = await uncached(server, path)
    const p50 = percentile(times, 0.5)
    console.log(
      `  ${what.padEnd(24)}${p50.toFixed(1).padStart(7)}${percentile(times, 0.99).toFixed(1).padStart(7)}`,
    )
    if (what === "health") health = p50
    else if (what === "shows, all of them") figure(`${what}, SQLite`, p50, "ms")
    else aim(`${what}, SQLite`, p50, "ms", { atMost: 4 }, ["health", health])
  }
  await server.stop()
}
