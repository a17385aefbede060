import { type Run, RunStore, unknownOfRun, yearSummary } from "@daybook/running"
import { Sqlite } from "@daybook/storage-sqlite"
import * as RunningSqlite from "@daybook/storage-sqlite/running"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const run: Run = {
  ...unknownOfRun,
  ref: "1",
  startedAt: Date.UTC(2026, 4, 1, 7),
  localDay: undefined,
  distanceMm: 10_000_000,
  climbMm: 80_000,
  movingSeconds: 3_000,
  isRace: false,
}

const stores = (file: string) =>
  RunningSqlite.layer.pipe(
    Layer.provide(Sqlite.layerFile(file)),
    Layer.provideMerge(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
  )

/** Stores the same run each time: a file that was written before has it already. */
export const program = (file: string) =>
  Effect.gen(function* () {
    const store = yield* RunStore
    yield* store.storeRuns("my watch", { runs: [run], gone: [] })
    return yield* yearSummary(2026)
  }).pipe(Effect.provide(stores(file)))
