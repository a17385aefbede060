import { describeDomain } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import { RunSources } from "./ports.ts"
import { syncRuns } from "./syncRuns.ts"

/** Running as hosts see it. */
export const running = describeDomain({
  name: "running",
  dataVersions: ["running"],
  sync: { run: syncRuns, sources: RunSources, every: Duration.minutes(60) },
})
