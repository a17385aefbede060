import { AttendingStore } from "@daybook/attending"
import { demoEvents, storeDemoEvents } from "@daybook/demo"
import { Pglite, SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const percentile = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The milliseconds of each run but the first ones, which warm up the plan and the compiler. */
const timed = <A, E, R>(question: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (let turn = 0; turn < 320; turn++) {
      const start = performance.now()
      yield* question
      if (turn >= 20) times.push(performance.now() - start)
    }
    const sorted = times.sort((one, other) => one - other)
    return `p50 ${percentile(sorted, 0.5).toFixed(2)} ms, p99 ${percentile(sorted, 0.99).toFixed(2)} ms`
  })

/** The statistics of attending from the store on PGlite, uncached, beside the cheapest possible query. */
export const measureAttending = async (count = 5_000) => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"))
  const measure = Effect.gen(function* () {
    const store = yield* AttendingStore
    const sql = yield* SqlClient.SqlClient
    const events = demoEvents({ until: Date.now(), count, years: 20 })
    const start = performance.now()
    yield* store.change((tables) => storeDemoEvents(tables, events))
    const rate = (events.length / (performance.now() - start)) * 1000
    console.log(
      `\nAttending on PGlite: ${events.length.toLocaleString("en")} events; ` +
        `stored ${Math.round(rate).toLocaleString("en")} a second, one by one`,
    )
    console.log(`  uncached, statistics   ${yield* timed(store.stats)}`)
    console.log(`  select 1               ${yield* timed(sql`select 1`)}`)
  })
  try {
    const client = Layer.orDie(Pglite.layer({ dataDir, schema: "daybook" }))
    const layer = SqlStorage.Attending.layer.pipe(
      Layer.provideMerge(client),
      Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
    )
    await Effect.runPromise(Effect.provide(measure, layer))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
