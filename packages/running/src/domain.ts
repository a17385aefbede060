import { describeDomain } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import { RunSources } from "./ports.ts"
import { syncRunning } from "./syncRunning.ts"

/** Running as hosts see it. */
export const running = describeDomain({
  name: "running",
  dataVersions: ["running"],
  sync: { run: syncRunning, sources: RunSources, every: Duration.minutes(60) },
})
