import {
  aroundEvent,
  attending,
  AttendingStore,
  EventId,
  type EventCategory,
  type EventQuery,
  type EventType,
  leagues,
  type League,
  PerformerId,
  PerformerPlays,
  PlayerId,
  seasonRange,
  TeamId,
  VenueId,
} from "@daybook/attending"
import {
  asksForRange,
  type DateRangeInput,
  everything,
  paginate,
  startOfDay,
  today,
  untilToday,
  wholeYears,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import {
  type Asked,
  badRequest,
  type ById,
  notFound,
  pageOf,
  type PageQuery,
  rangeOf,
  rememberedReads,
  textOf,
} from "../../forRoutes.ts"
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
  TeamAnswer,
  VenueAnswer,
  Venues,
} from "./wire.ts"

interface NamedQuery extends PageQuery {
  readonly q?: string
}

interface EventsQuery extends NamedQuery, DateRangeInput {
  readonly category?: EventCategory
  readonly event_type?: EventType
  readonly year?: number
  readonly venue_id?: number
  readonly team_id?: number
  readonly performer_id?: number
  readonly player_id?: number
  readonly attended?: boolean
}

const maxOnMap = 2_000
const latest = { page: 1, limit: 20 }

/** The range of a query for events: a year, or what `date`, `from` and `to` name. */
const daysAsked = ({ year, ...query }: DateRangeInput & { readonly year?: number }) =>
  year === undefined
    ? rangeOf(query)
    : asksForRange(query)
      ? Effect.fail(badRequest("year: must not come with date, from or to; send one or the other"))
      : wholeYears(year)

const branded = <Id>(make: (id: number) => Id, id: number | undefined) =>
  id === undefined ? undefined : make(id)

const found = <A>(what: string, id: number, item: Option.Option<A>) =>
  Effect.fromOption(item, () => notFound(`There is no ${what} ${id}`))

/** The response with the event that an id resolves to. */
export const showEvent = Effect.fnUntraced(function* (id: EventId) {
  const { lists } = yield* AttendingStore
  const event = yield* found("event", id, yield* lists.event(id))
  return { ...event, ...event.position }
})

/** The latest attended events of a venue, team or performer. */
const latestOf = Effect.fnUntraced(function* (query: Omit<EventQuery, "range" | "attended">) {
  const { lists } = yield* AttendingStore
  const range = yield* untilToday(everything)
  return (yield* lists.events({ ...query, range, attended: true }, latest)).items
})

/** The same for a venue. */
export const showVenue = Effect.fnUntraced(function* (id: VenueId) {
  const { lists } = yield* AttendingStore
  const venue = yield* found("venue", id, yield* lists.venue(id, yield* today))
  return { ...venue, ...venue.position, events: yield* latestOf({ venueId: id }) }
})

/** The same for a performer. */
export const showPerformer = Effect.fnUntraced(function* (id: PerformerId) {
  const { lists } = yield* AttendingStore
  const performer = yield* found("performer", id, yield* lists.performer(id, yield* today))
  return { ...performer, events: yield* latestOf({ performerId: id }) }
})

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const { lists } = yield* AttendingStore
  type Services = AttendingStore | DateTime.CurrentTimeZone
  const { dataVersions } = attending
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const besidePlays = yield* rememberedReads<Services>([
    ...dataVersions,
    ...(yield* PerformerPlays).dataVersions,
  ])

  const listEvents = Effect.fnUntraced(function* (query: EventQuery, asked: PageQuery) {
    const page = pageOf(asked)
    return { ...page, ...(yield* lists.events(query, page)) }
  })

  return {
    recent: remembered(Events, function* ({ query }: Asked<DateRangeInput & PageQuery>) {
      const range = yield* untilToday(yield* rangeOf(query))
      return yield* listEvents({ range, attended: true }, query)
    }),
    upcoming: remembered(Events, function* ({ query }: Asked<PageQuery>) {
      const from = startOfDay(yield* today, yield* DateTime.CurrentTimeZone)
      return yield* listEvents(
        { range: { from, until: undefined }, attended: true, soonestFirst: true },
        query,
      )
    }),
    events: remembered(Events, function* ({ query }: Asked<EventsQuery>) {
      const { attended, category, event_type, performer_id, player_id, team_id, venue_id } = query
      const asked: EventQuery = {
        range: yield* daysAsked(query),
        category,
        type: event_type,
        venueId: branded(VenueId.make, venue_id),
        teamId: branded(TeamId.make, team_id),
        performerId: branded(PerformerId.make, performer_id),
        playerId: branded(PlayerId.make, player_id),
        attended,
        q: textOf(query.q),
      }
      return yield* listEvents(asked, query)
    }),
    event: remembered(EventAnswer, ({ params }: ById) => showEvent(EventId.make(params.id))),
    around: besidePlays(AroundAnswer, function* ({ params }: ById) {
      return yield* found("event", params.id, yield* aroundEvent(EventId.make(params.id)))
    }),
    venues: remembered(Venues, function* ({ query }: Asked<NamedQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* lists.venues(yield* today, textOf(query.q), page)
      return { ...page, items: items.map((venue) => ({ ...venue, ...venue.position })), total }
    }),
    venue: remembered(VenueAnswer, ({ params }: ById) => showVenue(VenueId.make(params.id))),
    performers: remembered(Performers, function* ({ query }: Asked<NamedQuery>) {
      const page = pageOf(query)
      return { ...page, ...(yield* lists.performers(yield* today, textOf(query.q), page)) }
    }),
    performer: remembered(PerformerAnswer, ({ params }: ById) => showPerformer(PerformerId.make(params.id))),
    team: remembered(TeamAnswer, function* ({ params }: ById) {
      const id = TeamId.make(params.id)
      const team = yield* found("team", id, yield* lists.team(id, yield* today))
      return { ...team, events: yield* latestOf({ teamId: id }) }
    }),
    players: remembered(Players, function* ({ query }: Asked<NamedQuery>) {
      const page = pageOf(query)
      return { ...page, ...(yield* lists.players(yield* today, textOf(query.q), page)) }
    }),
    player: remembered(PlayerAnswer, function* ({ params }: ById) {
      const id = PlayerId.make(params.id)
      const day = yield* today
      const player = yield* found("player", id, yield* lists.player(id, day))
      return {
        ...player,
        teams: yield* lists.teamsOfPlayer(id, day),
        events: yield* latestOf({ playerId: id }),
      }
    }),
    season: remembered(
      SeasonAnswer,
      function* ({
        params: { league, season },
        query,
      }: {
        readonly params: { readonly league: League; readonly season: number }
        readonly query: PageQuery
      }) {
        const page = pageOf(query)
        const type = leagues[league]
        const range = yield* seasonRange(type, season)
        const games = yield* lists.events({ range, type }, page)
        const seen = { range: yield* untilToday(range), type, attended: true }
        const { total: attended } = yield* lists.events(seen, { page: 1, limit: 1 })
        return {
          league,
          season,
          attended,
          teams: yield* lists.records(type, range, yield* today),
          data: games.items,
          pagination: paginate(page, games.total),
        }
      },
    ),
    map: remembered(MapAnswer, function* () {
      const { items } = yield* lists.venues(yield* today, undefined, { page: 1, limit: maxOnMap })
      return {
        type: "FeatureCollection" as const,
        features: items.flatMap(({ position, ...venue }) =>
          position === undefined || venue.times === 0 ? [] : [{ ...venue, position }],
        ),
      }
    }),
  }
})
