import {
  type DomainName,
  makeTurns,
  pageIn,
  type SyncRun,
  SyncRunId,
  SyncRuns,
  waitForDomain,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SetAside from "./setAside.ts"

const runsLayer = Layer.sync(SyncRuns, () => {
  const turnOf = makeTurns()
  const runs: Array<SyncRun> = []

  const change = (id: number, more: Partial<SyncRun>): void => {
    const run = runs[id - 1]
    if (run !== undefined) runs[id - 1] = { ...run, ...more }
  }

  // No run outlives its process here, so it suffices to look for an unfinished one when its domain is released.
  const interruptLeft = (domain: DomainName) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const run of runs) {
        if (run.domain !== domain || run.status !== "running") continue
        change(run.id, { status: "interrupted", finishedAt: now })
      }
    })

  return SyncRuns.of({
    take: Effect.fn("SyncRuns.take")(function* (domain: DomainName) {
      yield* waitForDomain(domain, turnOf(domain).takeScoped(1))
      yield* Effect.addFinalizer(() => interruptLeft(domain))
    }),
    begin: (domain) =>
      Effect.map(Clock.currentTimeMillis, (startedAt) => {
        const id = SyncRunId.make(runs.length + 1)
        runs.push({
          id,
          domain,
          status: "running",
          startedAt,
          finishedAt: undefined,
          itemsSynced: 0,
          setAside: 0,
          error: "",
          failures: [],
        })
        return id
      }),
    progress: (id, itemsSynced, setAside) => Effect.sync(() => change(id, { itemsSynced, setAside })),
    end: (id, end) => Effect.map(Clock.currentTimeMillis, (finishedAt) => change(id, { ...end, finishedAt })),
    list: (page) => Effect.sync(() => pageIn(runs.toReversed(), page)),
  })
})

/** The record of syncs, in memory, a lock for each domain, and the rows that syncs have set aside. */
export const layer = Layer.merge(runsLayer, SetAside.layer)
