import {
  aroundEvent,
  attending,
  AttendingStore,
  enrichSportsIds,
  EventId,
  type EventQuery,
  type GameSources,
  manualImport,
  PerformerId,
  PerformerPlays,
  PlayerId,
  promoteSource,
  pruneJunkVenues,
  SourceRowId,
  TeamId,
  VenueId,
} from "@daybook/attending"
import { asksForRange, type DateRangeInput, startOfDay, today, untilToday, wholeYears } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
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
import { Review } from "./review.ts"
import {
  badRequest,
  handlersOf,
  journalHandlers,
  makeRunDetached,
  notFound,
  orNotFound,
  paged,
  pagedWith,
  pageOf,
  type PageQuery,
  rangeOf,
  rememberedReads,
  textOf,
} from "../forRoutes.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
import {
  AroundAnswer,
  EventAnswer,
  Events,
  MapAnswer,
  PerformerAnswer,
  Performers,
  PlayerAnswer,
  Players,
  SeasonAnswer,
  SeasonsAnswer,
  TeamAnswer,
  VenueAnswer,
  Venues,
} from "./lists/wire.ts"
import { showSeason, showSeasons } from "./lists/seasons.ts"
import { found, showEvent, showMap, showPerformer, showPlayer, showTeam, showVenue } from "./lists/shown.ts"

/** The range of a query for events: a year, or what `date`, `from` and `to` name. */
const daysAsked = ({ year, ...query }: DateRangeInput & { readonly year?: number }) =>
  year === undefined
    ? rangeOf(query)
    : asksForRange(query)
      ? Effect.fail(badRequest("year: must not come with date, from or to; send one or the other"))
      : wholeYears(year)

const branded = <Id>(make: (id: number) => Id, id: number | undefined) =>
  id === undefined ? undefined : make(id)

const reading = handlersOf(AttendingGroup, function* (handlers) {
  const store = yield* AttendingStore
  const { lists } = store
  const itemImages = yield* ItemImages
  type Services = AttendingStore | DateTime.CurrentTimeZone
  const { dataVersions } = attending
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const pictured = yield* rememberedReads<Services | ItemImages>(withImageVersions(dataVersions))
  const besidePlays = yield* rememberedReads<Services>([
    ...dataVersions,
    ...(yield* PerformerPlays).dataVersions,
  ])

  const listEvents = (query: EventQuery, asked: PageQuery) =>
    pagedWith(asked, (page) => lists.events(query, page), itemImages.shown)

  return handlers.handleAll({
    ...(yield* journalHandlers(attending, Review)),

    stats: remembered(Stats, () => store.stats),
    recent: pictured(Events, function* ({ query }) {
      const range = yield* untilToday(yield* rangeOf(query))
      return yield* listEvents({ range, attended: true }, query)
    }),
    upcoming: pictured(Events, function* ({ query }) {
      const range = { from: startOfDay(yield* today, yield* DateTime.CurrentTimeZone), until: undefined }
      return yield* listEvents({ range, attended: true, soonestFirst: true }, query)
    }),
    events: pictured(Events, function* ({ query }) {
      const { attended, category, event_type, performer_id, player_id, team_id, venue_id } = query
      const range = yield* daysAsked(query)
      const ids = {
        venueId: branded(VenueId.make, venue_id),
        teamId: branded(TeamId.make, team_id),
        performerId: branded(PerformerId.make, performer_id),
        playerId: branded(PlayerId.make, player_id),
      }
      return yield* listEvents(
        { range, category, type: event_type, ...ids, attended, q: textOf(query.q) },
        query,
      )
    }),
    event: pictured(EventAnswer, ({ params }) => showEvent(EventId.make(params.id))),
    around: besidePlays(AroundAnswer, function* ({ params }) {
      const id = EventId.make(params.id)
      return { id, ...(yield* found("event", id, yield* aroundEvent(id))) }
    }),
    venues: remembered(Venues, function* ({ query }) {
      const day = yield* today
      return yield* paged(
        query,
        (page) => lists.venues(day, textOf(query.q), page),
        (venue) => ({ ...venue, ...venue.position }),
      )
    }),
    venue: pictured(VenueAnswer, ({ params }) => showVenue(VenueId.make(params.id))),
    performers: remembered(Performers, function* ({ query }) {
      const day = yield* today
      return yield* paged(query, (page) => lists.performers(day, textOf(query.q), page))
    }),
    performer: pictured(PerformerAnswer, ({ params }) => showPerformer(PerformerId.make(params.id))),
    team: pictured(TeamAnswer, ({ params }) => showTeam(TeamId.make(params.id))),
    players: remembered(Players, function* ({ query }) {
      const day = yield* today
      return yield* paged(query, (page) => lists.players(day, textOf(query.q), page))
    }),
    player: pictured(PlayerAnswer, ({ params }) => showPlayer(PlayerId.make(params.id))),
    seasons: remembered(SeasonsAnswer, ({ params }) => showSeasons(params.league)),
    season: pictured(SeasonAnswer, ({ params, query }) =>
      showSeason(params.league, params.season, pageOf(query)),
    ),
    map: remembered(MapAnswer, () => showMap),
  })
})

const administration = handlersOf(AttendingAdminGroup, function* (handlers) {
  const store = yield* AttendingStore
  const dismissed = (id: number, isDismissed: boolean) =>
    orNotFound(store.dismissSource(SourceRowId.make(id), isDismissed), `There is no pending source row ${id}`)
  const carryOn = yield* makeRunDetached<AttendingStore | GameSources | DateTime.CurrentTimeZone>()

  return handlers.handleAll({
    ...(yield* editsOfAttending),

    pending: ({ query }) => Effect.map(paged(query, store.pendingSources), SourceRows.of),

    dismiss: ({ params }) => dismissed(params.id, true),

    restore: ({ params }) => dismissed(params.id, false),

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
      carryOn(promoteSource(SourceRowId.make(params.id), payload)).pipe(
        Effect.map((promoted) => Promoted.of({ status: "promoted", ...promoted })),
        Effect.mapError((error) =>
          error._tag === "NoSuchSource" ? notFound(error.message) : badRequest(error.message),
        ),
      ),

    manualImport: ({ payload }) =>
      Effect.map(carryOn(manualImport(payload.events)), (imported) =>
        Imported.of({ status: "completed", loaded: imported.inserted + imported.updated, ...imported }),
      ),

    pruneJunkVenues: ({ payload: { dry_run = false } }) =>
      Effect.map(carryOn(pruneJunkVenues(dry_run)), (pruning) =>
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
          enrichSportsIds(
            event_ids?.map((id) => EventId.make(id)),
            limit,
          ),
        ),
        (enriched) => Enriched.of({ status: "completed", ...enriched }),
      ),
  })
})

export const layer = Layer.merge(reading, administration)
