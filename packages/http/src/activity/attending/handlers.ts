import {
  AttendingStore,
  enrichSportsIds,
  EventId,
  type GameSources,
  manualImport,
  promoteSource,
  pruneJunkVenues,
  type SourceRow,
  SourceRowId,
  attending,
} from "@daybook/attending"
import { formatInstant, paginate } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Stats, AttendingGroup, AttendingAdminGroup } from "./group.ts"
import { badRequest, makeCarryOn, notFound, pageOf, partOfActivity, rememberedReads } from "../forRoutes.ts"

const reading = HttpApiBuilder.group(
  partOfActivity(AttendingGroup),
  "attending",
  Effect.fn(function* (handlers) {
    const store = yield* AttendingStore
    const remembered = yield* rememberedReads()

    return handlers.handleAll({
      stats: remembered(attending.dataVersions, Stats, () =>
        Effect.map(store.stats, ({ attended, byCategory, byType, byYear, total }) => ({
          total_events: total,
          attended_events: attended,
          by_category: byCategory,
          by_event_type: byType.map(({ count, type }) => ({ event_type: type, count })),
          by_year: byYear,
        })),
      ),
    })
  }),
)

const rowOf = ({ createdAt, eventId, id, rawData, sourceRef, sourceType }: SourceRow) => ({
  id,
  source_type: sourceType,
  source_ref: sourceRef,
  raw_data: rawData,
  ...(eventId === undefined ? {} : { event_id: eventId }),
  created_at: formatInstant(createdAt),
})

const administration = HttpApiBuilder.group(
  partOfActivity(AttendingAdminGroup),
  "attendingAdmin",
  Effect.fn(function* (handlers) {
    const store = yield* AttendingStore
    const carryOn = yield* makeCarryOn
    const services = yield* Effect.context<AttendingStore | GameSources | DateTime.CurrentTimeZone>()

    return handlers.handleAll({
      pending: Effect.fnUntraced(function* ({ query }) {
        const page = pageOf(query)
        const { items, total } = yield* store.pendingSources(page)
        return { data: items.map(rowOf), pagination: paginate(page, total) }
      }),

      addSource: Effect.fnUntraced(function* ({ payload }) {
        const { added, row } = yield* store.addSource({
          sourceType: payload.source_type,
          sourceRef: payload.source_ref,
          rawData: payload.raw_data,
        })
        // The first of the two successes is the 201; both look the same, so the other has to be made by hand.
        return added ? rowOf(row) : HttpServerResponse.jsonUnsafe(rowOf(row))
      }),

      promote: ({ params, payload }) =>
        carryOn(Effect.provideContext(promoteSource(SourceRowId.make(params.id), payload), services)).pipe(
          Effect.map(({ action, confidence, eventId, notes }) => ({
            status: "promoted" as const,
            event_id: eventId,
            action,
            match_confidence: confidence,
            match_notes: notes,
          })),
          Effect.mapError((error) =>
            error._tag === "NoSuchSource" ? notFound(error.message) : badRequest(error.message),
          ),
        ),

      manualImport: ({ payload }) =>
        Effect.map(
          carryOn(Effect.provideContext(manualImport(payload.events), services)),
          ({ inserted, notAttended, unmatched, updated }) => ({
            status: "completed" as const,
            loaded: inserted + updated,
            inserted,
            updated,
            skipped_attended_zero: notAttended,
            unmatched,
          }),
        ),

      pruneJunkVenues: ({ payload: { dry_run = false } }) =>
        Effect.map(
          carryOn(Effect.provideContext(pruneJunkVenues(dry_run), services)),
          ({ junk, orphaned, repointed }) => ({
            status: "completed" as const,
            dry_run,
            junk_venues: junk.map((venue) => ({
              id: venue.id,
              name: venue.name,
              events_repointed: venue.repointed,
            })),
            events_repointed: repointed,
            events_orphaned: orphaned,
            venues_deleted: dry_run ? 0 : junk.length,
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
          ({ failures, matched, resolved, scanned }) => ({
            status: "completed" as const,
            scanned_events: scanned,
            matched_events: matched,
            resolved_player_ids: resolved,
            failures: failures.map(({ eventId, reason }) => ({ event_id: eventId, reason })),
          }),
        ),
    })
  }),
)

export const layer = Layer.merge(reading, administration)
