import { CollectingStore } from "@daybook/collecting"
import { demoFilms, demoRuns, demoWatching } from "@daybook/demo"
import { RunStore } from "@daybook/running"
import { Pglite, SqlStorage } from "@daybook/storage-postgres"
import { WatchingStore } from "@daybook/watching"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { aim } from "./aims.ts"
import { headers, startDaybook } from "./daybookServer.ts"
import { percentile } from "./topAlbums.ts"

const batch = 5_000

/** Stores demo watches on PGlite; gives the rate a second. */
const storeWatching = (dataDir: string, films: number, episodes: number, until: number): Promise<number> => {
  const client = Layer.orDie(Pglite.layer({ dataDir, schema: "daybook" }))
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
    SqlStorage.Watching.layer,
    SqlStorage.Running.layer,
    SqlStorage.Collecting.layer,
  ).pipe(Layer.provide(client), Layer.provide(DateTime.layerCurrentZoneNamed("UTC")))
  return Effect.runPromise(Effect.provide(store, layer))
}

/** The milliseconds of one request after another, each a new question. */
const uncached = async (address: string, path: string) => {
  const times: Array<number> = []
  for (let turn = 0; turn < 220; turn++) {
    const start = performance.now()
    const response = await fetch(`${address}${path}turn=${turn}`, { headers })
    await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    // The first ones warm up the plans and the compiler.
    if (turn >= 20) times.push(performance.now() - start)
  }
  const sorted = times.sort((one, other) => one - other)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

/** Watched shows and reviews from the real server on PGlite, uncached, beside its health, which asks no store. */
export const measureWatching = async (films = 2_000, episodes = 15_000) => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"))
  try {
    const until = Date.now()
    const lastYear = new Date(until).getUTCFullYear() - 1
    const rate = await storeWatching(dataDir, films, episodes, until)
    console.log(
      `\nWatching on PGlite: ${films.toLocaleString("en")} reviews, ${episodes.toLocaleString("en")} episodes; ` +
        `stored ${Math.round(rate).toLocaleString("en")} a second`,
    )
    const server = await startDaybook({ DATA_DIR: dataDir })
    for (const [what, path] of [
      ["health", "/v1/health?"],
      ["shows, all time", "/v1/watching/watched-shows?"],
      ["shows, a year", "/v1/watching/watched-shows?from=2025-01-01&to=2025-12-31&"],
      ["shows, all of them", "/v1/watching/watched-shows?limit=1000&"],
      ["reviews, first page", "/v1/watching/reviews?"],
      ["formats", "/v1/collecting/media/formats?"],
      ["a year of running", `/v1/running/stats/years/${lastYear}?`],
      ["reviews, a later page", "/v1/watching/reviews?page=15&limit=100&"],
    ] as const) {
      const { p50, p99 } = await uncached(server.address, path)
      console.log(`  uncached, ${what.padEnd(22)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
      if (what !== "health" && what !== "shows, all of them") aim(`PGlite: ${what}`, p50, "ms", { atMost: 4 })
    }
    await server.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
