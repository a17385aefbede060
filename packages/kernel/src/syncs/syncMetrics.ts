import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { DomainName, SyncEnd } from "./syncRuns.ts"

const syncs = Metric.counter("daybook_syncs_total", {
  description: "Syncs that have ended, by how they did",
  incremental: true,
})

const items = Metric.counter("daybook_sync_items_total", {
  description: "Items that syncs stored or changed, whatever the sync's outcome",
  incremental: true,
})

const rejectedRows = Metric.counter("daybook_sync_set_aside_total", {
  description: "Rows that syncs could not read, each counted once per sync",
  incremental: true,
})

const durations = Metric.histogram("daybook_sync_duration_seconds", {
  description: "Duration of syncs in seconds, without waiting",
  boundaries: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
})

/** Counts and times a sync that has ended; it began at this moment of the monotonic clock. */
export const countSync = Effect.fnUntraced(function* (
  domain: DomainName,
  { status, itemsSynced, setAside }: SyncEnd,
  began: bigint,
) {
  const nanos = (yield* Clock.monotonicTimeNanos) - began
  yield* Metric.update(Metric.withAttributes(syncs, { domain, outcome: status }), 1)
  yield* Metric.update(Metric.withAttributes(items, { domain }), itemsSynced)
  yield* Metric.update(Metric.withAttributes(rejectedRows, { domain }), setAside)
  yield* Metric.update(Metric.withAttributes(durations, { domain }), Number(nanos) / 1e9)
})
