import { describeDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { RunSources, RunStore } from "./ports.ts"
import { syncRunning } from "./syncRunning.ts"

/** Running as hosts see it. */
export const running = describeDomain({
  name: "running",
  dataVersions: ["running"],
  journal: Effect.map(RunStore, ({ journal }) => journal),
  sync: { run: syncRunning, sources: RunSources, every: Duration.minutes(60) },
})
