import { type Run, RunStore, unknownOfRun, yearSummary } from "@daybook/running"
import * as RunningSqlite from "@daybook/storage-sqlite/running"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
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

export const program = Effect.gen(function* () {
  const store = yield* RunStore
  yield* store.storeRuns("my watch", { runs: [run], gone: [] })
  return yield* yearSummary(2026)
}).pipe(
  Effect.provide(Layer.provide(RunningSqlite.layer(), Sqlite.layerMemory)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
