import { addDays, type DateRange, foldName, type LocalDate, startOfDay, today } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EventQuery, ListedEvent, WholeEvent } from "./lists.ts"
import type { EventId, PerformerId } from "./model.ts"
import { AttendingStore } from "./ports.ts"

/** The owner's plays of a performer. */
export interface PlaysOfPerformer {
  /** The performer as listening has it. */
  readonly artistId: number
  readonly plays: number
  /** The plays of each song, by its folded name. */
  readonly songs: ReadonlyMap<string, number>
  /** The plays of each day of the range that was requested, in order; without days that have none. */
  readonly days: ReadonlyArray<{ readonly day: LocalDate; readonly plays: number }>
}

/** The plays of performers. A host with listening provides it; without it nothing was played. */
export const PerformerPlays = Context.Reference<{
  /** The names whose data versions cover its data. */
  readonly dataVersions: ReadonlyArray<string>
  /** The plays of the artist with this name, and per day of a range; none if there are none. */
  readonly of: (performer: string, range: DateRange) => Effect.Effect<Option.Option<PlaysOfPerformer>>
}>("daybook/attending/PerformerPlays", {
  defaultValue: () => ({ dataVersions: [], of: () => Effect.succeed(Option.none()) }),
})

/** The context of an event: the owner's other events up to it, and the plays of who was on stage. */
export interface AroundEvent {
  /** Which of the attended events it is, from 1; undefined if it was missed or is upcoming. */
  readonly place: number | undefined
  /** Which of those at its venue it is, and the day of the first one there. */
  readonly placeAtVenue: number | undefined
  readonly firstAtVenue: LocalDate | undefined
  readonly performers: ReadonlyArray<{
    readonly id: PerformerId
    readonly name: string
    /** Which of the attended events with this performer it is. */
    readonly place: number | undefined
    readonly artistId: number | undefined
    readonly plays: number
  }>
  /** The songs of the setlists, in their order, with the plays of each. */
  readonly songs: ReadonlyArray<{ readonly performer: string; readonly name: string; readonly plays: number }>
  /** The plays of the headliner, day by day, from two weeks before to two weeks after; none if it was never played. */
  readonly days: ReadonlyArray<{ readonly day: LocalDate; readonly plays: number }>
}

/** Days before and after an event whose plays are of interest. */
const daysAround = 14
/** More events of a day than anyone sees. */
const mostOfDay = 100
/** A performer after these has no plays looked up: a festival's bill is long. */
const mostPerformers = 8

const daysOf = (day: LocalDate, until: LocalDate) => {
  const last = addDays(day, daysAround) < until ? addDays(day, daysAround) : until
  const days: Array<LocalDate> = []
  for (let one = addDays(day, -daysAround); one <= last; one = addDays(one, 1)) days.push(one)
  return days
}

/** The context of an event; none if there is no such event. */
export const aroundEvent = Effect.fn("Attending.aroundEvent")(function* (id: EventId) {
  const { lists } = yield* AttendingStore
  const performerPlays = yield* PerformerPlays
  const zone = yield* DateTime.CurrentTimeZone
  const now = yield* today
  const found = yield* lists.event(id)
  if (Option.isNone(found)) return Option.none<AroundEvent>()
  const event: WholeEvent = found.value
  const isSeen = event.attended && event.day <= now
  const upToDay: DateRange = { from: undefined, until: startOfDay(addDays(event.day, 1), zone) }

  const { items: ofDay } = yield* lists.events(
    { range: { ...upToDay, from: startOfDay(event.day, zone) }, attended: true, soonestFirst: true },
    { page: 1, limit: mostOfDay },
  )
  const laterOnDay = ofDay.slice(ofDay.findIndex((one) => one.id === event.id) + 1)

  const placeIn = Effect.fnUntraced(function* (
    query: Omit<EventQuery, "range" | "attended">,
    fits: (one: ListedEvent) => boolean,
  ) {
    if (!isSeen) return undefined
    const { total } = yield* lists.events({ ...query, range: upToDay, attended: true }, { page: 1, limit: 1 })
    return total - laterOnDay.filter(fits).length
  })

  const days = daysOf(event.day, now)
  const range = {
    from: startOfDay(addDays(event.day, -daysAround), zone),
    until: startOfDay(addDays(days.at(-1) ?? event.day, 1), zone),
  }
  const stage = event.performers.slice(0, mostPerformers)
  const plays = yield* Effect.forEach(stage, ({ name }) =>
    Effect.map(performerPlays.of(name, range), Option.getOrUndefined),
  )
  const byDay = new Map(plays[0]?.days.map((one) => [one.day, one.plays]))
  const playsOf = (performer: string, song: string) => {
    const at = stage.findIndex(({ name }) => foldName(name) === foldName(performer))
    return plays[at]?.songs.get(foldName(song)) ?? 0
  }
  const venueId = event.venue?.id
  const venue = venueId === undefined ? undefined : Option.getOrUndefined(yield* lists.venue(venueId, now))
  return Option.some<AroundEvent>({
    place: yield* placeIn({}, () => true),
    placeAtVenue:
      venueId === undefined ? undefined : yield* placeIn({ venueId }, (one) => one.venue?.id === venueId),
    firstAtVenue: venue?.firstDay,
    performers: yield* Effect.forEach(stage, ({ id: performerId, name }, at) =>
      Effect.map(
        placeIn({ performerId }, ({ performers }) => performers.some((one) => one.id === performerId)),
        (place) => ({
          id: performerId,
          name,
          place,
          artistId: plays[at]?.artistId,
          plays: plays[at]?.plays ?? 0,
        }),
      ),
    ),
    songs: event.setlists.flatMap(({ performer, songs }) =>
      songs.map(({ name }) => ({ performer, name, plays: playsOf(performer, name) })),
    ),
    days: byDay.size === 0 ? [] : days.map((day) => ({ day, plays: byDay.get(day) ?? 0 })),
  })
})
