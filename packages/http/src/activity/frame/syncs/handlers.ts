import {
  acceptDoubtful,
  type Domain,
  type DomainServices,
  type DomainSync,
  inOneList,
  maxRejectedRowLength,
  RejectedRowId,
  RejectedRowStore,
  storableText,
  SyncRuns,
  withSyncDeadline,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { SetAsideRows, Synced, syncedOf, SyncRunRows, syncsGroup } from "./group.ts"
import { handlersOf, makeRunDetached, paged, workFailed } from "../../forRoutes.ts"

/** Callers and proxies give up after a minute. The schedule and the command line have no such limit. */
const maxDuration = "60 seconds"

/** The handlers of `syncsGroup`. */
export const layer = <Described extends Domain>(domains: ReadonlyArray<Described>) => {
  const synced = syncedOf(inOneList(domains))
  // Typed as the group of no domain: the domains' endpoints share one handler, which no type names one by one.
  const group = syncsGroup<never>(synced)
  return handlersOf(group, function* (handlers) {
    const runs = yield* SyncRuns
    const rows = yield* RejectedRowStore
    const carryOn = yield* makeRunDetached<DomainServices<Described>>()
    const services = yield* Effect.context<DomainServices<Described>>()

    const run = (sync: DomainSync<DomainServices<Described>>) =>
      carryOn(withSyncDeadline(maxDuration)(sync.run)).pipe(
        Effect.map((outcome) => Synced.of({ status: "completed", ...outcome })),
        Effect.mapError((error) => workFailed(error.message)),
      )

    const syncs: object = Object.fromEntries(synced.map(({ name, sync }) => [name, () => run(sync)]))

    return handlers.handleAll({
      ...syncs,

      runs: ({ query }) => Effect.map(paged(query, runs.list), SyncRunRows.of),

      setAside: ({ query }) =>
        paged(query, rows.list, (row) => ({
          ...row,
          raw: storableText(row.raw, maxRejectedRowLength),
          acceptable: row.kind === "doubtful" && row.whole,
        })).pipe(Effect.map(SetAsideRows.of)),

      acceptSetAside: ({ payload }) =>
        acceptDoubtful(
          inOneList(domains),
          payload.ids.map((id) => RejectedRowId.make(id)),
        ).pipe(
          Effect.provideContext(services),
          Effect.map((accepted) => ({ accepted })),
        ),

      retrySetAside: ({ payload }) =>
        Effect.map(rows.retry(payload.ids?.map((id) => RejectedRowId.make(id))), (due) => ({ due })),
    })
  })
}
