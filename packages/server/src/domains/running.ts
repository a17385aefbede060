import { demoOtherSports, demoRuns } from "@daybook/demo"
import { runningRoutes } from "@daybook/http"
import { recordedRunBatches, running as domain, RunStore, normalizeRun } from "@daybook/running"
import { Exports, Strava } from "@daybook/sources"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import * as SealingKey from "../syncs/sealingKey.ts"
import { onPostgres } from "../onPostgres.ts"
import { servedDomain } from "../serving/servedDomain.ts"

export const running = servedDomain({
  domain,
  routes: runningRoutes,
  storage: {
    sqlite: SqliteStorage.Running.layer(),
    postgres: onPostgres(({ SqlStorage }) => SqlStorage.Running.layer()),
  },
  services: { strava: Strava.settings },
  links: ({ strava }) => [Strava.link(strava)],
  sources: ({ strava }, server) =>
    Layer.merge(
      Layer.provide(Strava.sources(strava), SealingKey.layer(server, strava !== undefined)),
      Strava.webhook(strava),
    ),
  imports: Exports.recordImport(Exports.running, "runs", recordedRunBatches),
  storeDemo: (until) =>
    Effect.flatMap(RunStore, ({ storeRuns }) =>
      Effect.andThen(
        storeDemoItems("runs", demoRuns({ until }), (runs) =>
          storeRuns("demo", {
            runs: runs.map(normalizeRun),
            gone: [],
            details: runs.flatMap(({ details }) => details ?? []),
          }),
        ),
        storeDemoItems("activities of other sports", demoOtherSports({ until }), (activities) =>
          storeRuns("demo", { runs: activities.map(normalizeRun), gone: [] }),
        ),
      ),
    ),
})
