import { type AttendingFeeds, type AttendingStore, syncAttending } from "@daybook/attending"
import {
  type CollectingStore,
  type FilmCollections,
  type RecordCollections,
  syncCollecting,
} from "@daybook/collecting"
import {
  formatInstant,
  type NotConfigured,
  paginate,
  SetAsideStore,
  type SyncFailed,
  type SyncOutcome,
  SyncRuns,
  withSyncDeadline,
} from "@daybook/kernel"
import { type ListeningStore, type ScrobbleSources, syncScrobbles } from "@daybook/listening"
import { type RunSources, type RunStore, syncRuns } from "@daybook/running"
import { type FilmDatabase, syncWatching, type WatchingStore, type WatchSources } from "@daybook/watching"
import { type ArticleStore, type PlainText, type ReadingSources, syncReading } from "@daybook/reading"
import { type CheckInSources, type CheckInStore, syncPlaces } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ActivityApi } from "../api.ts"
import { makeCarryOn } from "./carryOn.ts"
import { workFailed } from "../../wire/errors.ts"
import { pageOf } from "../../wire/query.ts"

/** Callers and what stands between give up after a minute. The schedule and the command line know no such limit. */
const longestCall = "60 seconds"

export const layer = HttpApiBuilder.group(
  ActivityApi,
  "syncs",
  Effect.fn(function* (handlers) {
    const runs = yield* SyncRuns
    const rows = yield* SetAsideStore
    const carryOn = yield* makeCarryOn
    const services = yield* Effect.context<
      | AttendingStore
      | AttendingFeeds
      | ListeningStore
      | ScrobbleSources
      | ArticleStore
      | PlainText
      | ReadingSources
      | WatchingStore
      | WatchSources
      | FilmDatabase
      | RunStore
      | RunSources
      | CollectingStore
      | RecordCollections
      | FilmCollections
      | CheckInStore
      | CheckInSources
      | SyncRuns
    >()

    const run = <R>(sync: Effect.Effect<SyncOutcome, NotConfigured | SyncFailed, R>) =>
      carryOn(withSyncDeadline(longestCall)(sync)).pipe(
        Effect.map((outcome) => ({
          status: "completed" as const,
          items_synced: outcome.itemsSynced,
          remaining: outcome.remaining,
          timestamp: formatInstant(outcome.finishedAt),
        })),
        Effect.mapError((error) => workFailed(error.message)),
      )

    return handlers.handleAll({
      listening: () => run(Effect.provideContext(syncScrobbles, services)),
      attending: () => run(Effect.provideContext(syncAttending, services)),
      collecting: () => run(Effect.provideContext(syncCollecting, services)),
      running: () => run(Effect.provideContext(syncRuns, services)),
      watching: () => run(Effect.provideContext(syncWatching, services)),
      reading: () => run(Effect.provideContext(syncReading, services)),
      places: () => run(Effect.provideContext(syncPlaces, services)),

      runs: Effect.fnUntraced(function* ({ query }) {
        const page = pageOf(query)
        const { items, total } = yield* runs.list(page)
        return {
          data: items.map((item) => ({
            id: item.id,
            domain: item.domain,
            status: item.status,
            started_at: formatInstant(item.startedAt),
            finished_at: item.finishedAt === undefined ? "" : formatInstant(item.finishedAt),
            items_synced: item.itemsSynced,
            set_aside: item.setAside,
            error: item.error,
          })),
          pagination: paginate(page, total),
        }
      }),

      setAside: Effect.fnUntraced(function* ({ query }) {
        const page = pageOf(query)
        const { items, total } = yield* rows.list(page)
        return {
          data: items.map(({ domain, id, raw, reason, source, tries, ...row }) => ({
            id,
            domain,
            source,
            reason,
            raw,
            first_seen_at: formatInstant(row.firstSeenAt),
            last_seen_at: formatInstant(row.lastSeenAt),
            tries,
          })),
          pagination: paginate(page, total),
        }
      }),

      retrySetAside: ({ payload }) => Effect.map(rows.retry(payload.ids), (due) => ({ due })),
    })
  }),
)
