import {
  formatInstant,
  type NotConfigured,
  paginate,
  type SyncFailed,
  type SyncOutcome,
  SyncRuns,
} from "@daybook/kernel"
import { type ListeningStore, type ScrobbleSources, syncScrobbles } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ActivityApi } from "./api.ts"
import { workFailed } from "./errors.ts"
import { pageOf } from "./query.ts"

export const layer = HttpApiBuilder.group(
  ActivityApi,
  "syncs",
  Effect.fn(function* (handlers) {
    const runs = yield* SyncRuns
    const scope = yield* Effect.scope
    const services = yield* Effect.context<ListeningStore | ScrobbleSources | SyncRuns>()

    /** Runs a sync to its end even if its caller hangs up; only the server's own end stops it. */
    const run = <R>(sync: Effect.Effect<SyncOutcome, NotConfigured | SyncFailed, R>) =>
      Effect.flatMap(Effect.forkIn(sync, scope), Fiber.join).pipe(
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
            error: item.error,
          })),
          pagination: paginate(page, total),
        }
      }),
    })
  }),
)
