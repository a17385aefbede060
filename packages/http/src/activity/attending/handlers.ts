import {
  AttendingStore,
  enrichSportsIds,
  EventId,
  type GameSources,
  manualImport,
  promoteSource,
  pruneJunkVenues,
  SourceRowId,
  attending,
} from "@daybook/attending"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import {
  AttendingAdminGroup,
  AttendingGroup,
  Enriched,
  Imported,
  Promoted,
  Pruned,
  SourceRows,
  Stats,
  WireSourceRow,
} from "./group.ts"
import { editsOfAttending } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./review.ts"
import {
  badRequest,
  handlersOf,
  makeRunDetached,
  notFound,
  pageOf,
  rememberedReads,
  journalHandlers,
} from "../forRoutes.ts"

const reading = handlersOf(AttendingGroup, function* (handlers) {
  const store = yield* AttendingStore
  const remembered = yield* rememberedReads(attending.dataVersions)

  return handlers.handleAll({
    ...(yield* journalHandlers(attending, Review)),
    ...(yield* listHandlers),

    stats: remembered(Stats, () => store.stats),
  })
})

const administration = handlersOf(AttendingAdminGroup, function* (handlers) {
  const store = yield* AttendingStore
  const carryOn = yield* makeRunDetached
  const services = yield* Effect.context<AttendingStore | GameSources | DateTime.CurrentTimeZone>()

  return handlers.handleAll({
    ...(yield* editsOfAttending),

    pending: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      return SourceRows.of({ ...page, ...(yield* store.pendingSources(page)) })
    }),

    dismiss: Effect.fnUntraced(function* ({ params }) {
      if (!(yield* store.dismissSource(SourceRowId.make(params.id), true)))
        return yield* Effect.fail(notFound(`There is no pending source row ${params.id}`))
    }),

    restore: Effect.fnUntraced(function* ({ params }) {
      if (!(yield* store.dismissSource(SourceRowId.make(params.id), false)))
        return yield* Effect.fail(notFound(`There is no pending source row ${params.id}`))
    }),

    addSource: Effect.fnUntraced(function* ({ payload }) {
      const { added, row } = yield* store.addSource({
        sourceType: payload.source_type,
        sourceRef: payload.source_ref,
        rawData: payload.raw_data,
      })
      // Both successes have the same form and the first, the 201, is used: the 200 is built here.
      return added ? WireSourceRow.of(row) : HttpServerResponse.jsonUnsafe(WireSourceRow.of(row))
    }),

    promote: ({ params, payload }) =>
      carryOn(Effect.provideContext(promoteSource(SourceRowId.make(params.id), payload), services)).pipe(
        Effect.map((promoted) => Promoted.of({ status: "promoted", ...promoted })),
        Effect.mapError((error) =>
          error._tag === "NoSuchSource" ? notFound(error.message) : badRequest(error.message),
        ),
      ),

    manualImport: ({ payload }) =>
      Effect.map(carryOn(Effect.provideContext(manualImport(payload.events), services)), (imported) =>
        Imported.of({ status: "completed", loaded: imported.inserted + imported.updated, ...imported }),
      ),

    pruneJunkVenues: ({ payload: { dry_run = false } }) =>
      Effect.map(carryOn(Effect.provideContext(pruneJunkVenues(dry_run), services)), (pruning) =>
        Pruned.of({
          status: "completed",
          dryRun: dry_run,
          ...pruning,
          venuesDeleted: dry_run ? 0 : pruning.junk.length,
        }),
      ),

    enrichSportsIds: ({ payload: { event_ids, limit = 100 } }) =>
      Effect.map(
        carryOn(
          Effect.provideContext(
            enrichSportsIds(
              event_ids?.map((id) => EventId.make(id)),
              limit,
            ),
            services,
          ),
        ),
        (enriched) => Enriched.of({ status: "completed", ...enriched }),
      ),
  })
})

export const layer = Layer.merge(reading, administration)
