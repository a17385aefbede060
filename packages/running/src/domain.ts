import { acceptInto, describeDomain, journalEvents } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { runEditFields } from "./edits.ts"
import { fetchDetails } from "./fetchDetails.ts"
import { hiddenWithRuns } from "./hiddenRuns.ts"
import { recordedRunBatches } from "./importRuns.ts"
import { RunSources, RunStore } from "./ports.ts"
import { runningReview } from "./review.ts"
import { syncRunning } from "./syncRunning.ts"

const journal = Effect.map(RunStore, ({ journal }) => journal)

/** Running as hosts see it. */
export const running = describeDomain({
  name: "running",
  dataVersions: ["running"],
  journal,
  events: [journalEvents("run", journal)],
  searchable: Effect.map(RunStore, ({ searchable }) => searchable),
  review: runningReview,
  hiddenWith: hiddenWithRuns,
  edited: [runEditFields],
  edits: Effect.map(RunStore, ({ edits }) => edits),
  accept: acceptInto(recordedRunBatches),
  sync: { run: syncRunning, sources: RunSources, every: Duration.minutes(60) },
  scheduled: [
    {
      name: "the fetching of the details of runs",
      run: fetchDetails,
      every: Duration.minutes(15),
      first: Duration.minutes(3),
    },
  ],
})
