import { AttendingStore } from "@daybook/attending"
import { demoEvents, storeDemoEvents } from "@daybook/demo"
import { Pglite, SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { figure } from "./lines.ts"
import { percentile, timesOf } from "./times.ts"

const count = 5_000
const batch = 500

const timed = <A, E>(question: Effect.Effect<A, E>) =>
  Effect.map(
    Effect.promise(() => timesOf(() => Effect.runPromise(question))),
    (times) => percentile(times, 0.5),
  )

/** The statistics of attending from the store on PGlite, uncached, beside the cheapest possible query. */
export const measureAttending = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "attending-"))
  const measure = Effect.gen(function* () {
    const store = yield* AttendingStore
    const sql = yield* SqlClient.SqlClient
    const events = demoEvents({ until: Date.now(), count, years: 20 })
    const start = performance.now()
    for (let at = 0; at < events.length; at += batch) {
      const some = events.slice(at, at + batch)
      yield* store.change((tables) => storeDemoEvents(tables, some))
    }
    const rate = (events.length / (performance.now() - start)) * 1000
    const stats = yield* timed(store.stats)
    const bare = yield* timed(sql`select 1`)
    console.log(
      `Attending on PGlite: ${events.length.toLocaleString("en")} events, stored ${Math.round(rate).toLocaleString("en")} a second; ` +
        `statistics ${stats.toFixed(2)} ms, select 1 ${bare.toFixed(2)} ms`,
    )
    figure("events stored", rate, "a second")
    figure("statistics of attending, PGlite", stats, "ms", {
      reference: { name: "select 1", figure: bare },
    })
  })
  const client = Layer.orDie(Pglite.layer({ dataDir, schema: "daybook" }))
  const layer = SqlStorage.Attending.layer().pipe(
    Layer.provideMerge(client),
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
  )
  await Effect.runPromise(Effect.provide(measure, layer))
}
