import type { Entry, LocalDate } from "@daybook/kernel"
import { runId } from "./lists.ts"
import type { Run } from "./model.ts"
import { mileMm } from "./pace.ts"

/** A stored run, on its own day or the owner's. */
interface RunOnDay extends Run {
  readonly source: string
  readonly day: LocalDate
}

/** A run as an entry of the journal: services use their own references, so its id has the service, too. */
export const runEntry = (
  run: Pick<RunOnDay, "source" | "ref" | "startedAt" | "day" | "isRace" | "distanceMm" | "name">,
): Entry => {
  const id = runId(run.source, run.ref)
  return {
    id,
    kind: "run",
    at: run.startedAt,
    day: run.day,
    dayOnly: false,
    title: run.name !== "" ? run.name : run.isRace ? "Race" : "Run",
    subtitle: `${(run.distanceMm / mileMm).toFixed(2)} mi`,
    url: "",
    imageUrl: "",
    item: { type: "run", id },
    count: 1,
  }
}
