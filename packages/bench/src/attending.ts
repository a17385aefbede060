import { AttendingStore } from "@daybook/attending"
import { demoEvents, storeDemoEvents } from "@daybook/demo"
import { DataFolder, SqliteStorage } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { figure } from "./lines.ts"
import { openBare } from "./data/place.ts"
import { percentile, timesOf } from "./times.ts"

const count = 5_000
const batch = 500

const timed = (ask: () => Promise<unknown>) =>
  Effect.map(
    Effect.promise(() => timesOf(ask)),
    (times) => percentile(times, 0.5),
  )

/** The statistics of attending from the store on SQLite, uncached, next to the cheapest possible query. */
export const measureAttending = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "attending-"))
  const measure = Effect.gen(function* () {
    const store = yield* AttendingStore
    const events = demoEvents({ until: Date.now(), count, years: 20 })
    const start = performance.now()
    for (let at = 0; at < events.length; at += batch) {
      const some = events.slice(at, at + batch)
      yield* store.change((tables) => storeDemoEvents(tables, some))
    }
    const rate = (events.length / (performance.now() - start)) * 1000
    const stats = yield* timed(() => Effect.runPromise(store.stats))
    const client = yield* Effect.promise(() => openBare({ kind: "sqlite", dataDir }))
    const bare = yield* timed(() => client.ask("select 1"))
    yield* Effect.promise(client.end)
    console.log(
      `Attending on SQLite: ${events.length.toLocaleString("en")} events, stored ${Math.round(rate).toLocaleString("en")} a second; ` +
        `statistics ${stats.toFixed(2)} ms, select 1 ${bare.toFixed(2)} ms`,
    )
    figure("events stored", rate, "a second")
    figure("statistics of attending, SQLite", stats, "ms", {
      reference: { name: "select 1", figure: bare },
    })
  })
  const layer = SqliteStorage.Attending.layer().pipe(
    Layer.provide(DataFolder.layer({ dataDir })),
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
  )
  await Effect.runPromise(Effect.provide(measure, layer))
}
