import {
  asTold,
  type AttendedEvent,
  editedEvents,
  type EditedEvent,
  editedVenues,
  type EditedVenue,
  type EventId,
  resolveVenue,
  sameByHand,
  toEdited,
  toVenue,
  unedited,
  type Venue,
  type VenueId,
} from "@daybook/attending"
import { editItems, foldName, numbersIn, ActiveEdits } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { editLogOf } from "../kernel/edits.ts"
import { nextIdOf, type Sql } from "../sql.ts"
import { putPerformers } from "./performers.ts"
import { editedVenueRows, shownId, venues, eventsOf } from "./rows.ts"
import { rowsIn } from "./sharedRows.ts"

/** The venues as they are shown, by id. */
const readShown = ({ sql, tableOf }: Sql) => {
  const { columns, read } = tableOf(venues)
  return Effect.map(sql`select ${columns} from shown_venues order by id`, read)
}

/** The edits of events. */
export const editedEventsOf = (database: Sql) => {
  const { amongNumbers, day: dayOf, sql, tableOf } = database
  const { columns, read, record } = tableOf(eventsOf(database).edited)
  const { addVenue, namedVenue } = rowsIn(database)
  const among = (ids: ReadonlyArray<string>, column = "id") => amongNumbers(column, numbersIn(ids))

  const shown = (which: Fragment) =>
    Effect.map(
      sql`select ${columns} from attending_events where not is_removed and ${which} order by id`,
      (rows) => read(rows).map((event): EditedEvent => ({ ...event, venueName: undefined })),
    )

  /** The venue of an event: the one that the owner named, added if it is new. */
  const venueOf = Effect.fnUntraced(function* ({ venueId, venueName }: EditedEvent) {
    if (venueName === undefined) return venueId
    if (foldName(venueName) === "") return undefined
    const match = resolveVenue(venueName, yield* readShown(database))
    if (match.is === "known" && match.confidence >= 0.95) return match.venue.id
    return yield* addVenue({ name: venueName, aliases: [], city: "", timeZone: "", providerIds: [] }, true)
  })

  const putOne = Effect.fnUntraced(function* (event: EditedEvent) {
    const { id, venueName: _venueName, ...fields } = { ...event, venueId: yield* venueOf(event) }
    const row = {
      ...record(fields),
      title_key: foldName(fields.title),
      shown_venue_id: (yield* namedVenue(fields.venueId))?.shownId ?? null,
      is_removed: false,
    }
    yield* sql`insert into attending_events ${sql.insert({ ...row, id })}
      on conflict (id) do update set ${sql.update(row)}`
    yield* sql`delete from attending_event_performers where event_id = ${id}`
    yield* putPerformers(database, id, fields.performers, true)
  })

  return editItems(editLogOf(database, "attending"), editedEvents, {
    read: (ids) => Effect.orDie(shown(among(ids))),
    put: Effect.fnUntraced(function* (edited: ReadonlyArray<EditedEvent>) {
      // A game that has moved from one of them to another is at one at a time.
      if (edited.length > 1)
        yield* sql`update attending_events set provider = null, game_id = null
          where ${among(edited.map(editedEvents.idOf))}`
      for (const event of edited) yield* putOne(event)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>, gone: boolean) {
      if (gone) return yield* Effect.asVoid(sql`delete from attending_events where ${among(ids)}`)
      // Shown again it is written again, so that it contains no venue and no performer that no one else names.
      yield* sql`update attending_events set is_removed = ${true}, venue_id = null, shown_venue_id = null
        where ${among(ids)}`
      yield* sql`delete from attending_event_performers where ${among(ids, "event_id")}`
    }, Effect.orDie),
    nextId: nextIdOf(database, "attending_events"),
    same: Effect.fnUntraced(function* (event: EditedEvent) {
      const names = new Map((yield* readShown(database)).map(({ id, name }) => [id, name]))
      const nameOf = ({ venueId }: AttendedEvent) => (venueId === undefined ? "" : (names.get(venueId) ?? ""))
      const known = sameByHand(event, yield* shown(sql`day = ${dayOf(event.day)}`), nameOf)
      return known === undefined ? undefined : String(known.id)
    }, Effect.orDie),
  })
}

/** The edits of venues. */
export const editedVenuesOf = (database: Sql) => {
  const { amongNumbers, sql, tableOf } = database
  const { columns, read, record } = tableOf(editedVenueRows)
  const log = editLogOf(database, "attending")
  const among = (ids: ReadonlyArray<string>) => amongNumbers("id", numbersIn(ids))

  /** Shows the events of these venues at the venues that they resolve to. */
  const moveEvents = (ids: ReadonlyArray<string>) =>
    sql`update attending_events set shown_venue_id = venue.shown_id
      from (select id, ${sql.literal(shownId)} as shown_id from attending_venues where ${among(ids)}) as venue
      where attending_events.venue_id = venue.id and attending_events.shown_venue_id is distinct from venue.shown_id`

  return editItems(log, editedVenues, {
    read: (ids) =>
      sql`select ${columns} from shown_venues where ${among(ids)}`.pipe(Effect.map(read), Effect.orDie),
    put: Effect.fnUntraced(function* (edited: ReadonlyArray<EditedVenue>) {
      for (const { id, ...venue } of edited) {
        const row = {
          ...record(venue),
          name_key: foldName(venue.name),
          is_removed: false,
          leads_to: null,
        }
        yield* sql`update attending_venues set ${sql.update(row)} where id = ${id}`
      }
      if (edited.length > 0) yield* moveEvents(edited.map(editedVenues.idOf))
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const standing = new ActiveEdits(yield* log.edits)
      for (const id of ids) {
        const root = standing.rootOf("venue", id)
        const isRemoved = standing.of("venue", root)?.isRemoved ?? false
        yield* sql`update attending_venues set is_removed = ${isRemoved}, leads_to = ${root === id ? null : Number(root)}
          where id = ${Number(id)}`
      }
      yield* moveEvents(ids)
    }, Effect.orDie),
  })
}

/** Removes the venues and performers that came manually and that no event names any more. */
export const dropUnnamed = ({ sql }: Sql) => {
  const isTold = (type: string, table: string) =>
    sql`exists (select 1 from told_items where domain = 'attending' and type = ${type}
      and item_id = cast(${sql(table)}.id as text))`
  return Effect.andThen(
    sql`delete from attending_performers where is_by_hand
      and not exists (select 1 from attending_event_performers where performer_id = attending_performers.id)
      and not ${isTold("performer", "attending_performers")}`,
    sql`delete from attending_venues where is_by_hand
      and not exists (select 1 from attending_events where venue_id = attending_venues.id)
      and not ${isTold("venue", "attending_venues")}`,
  )
}

/** Events and venues as sources report them: those that edits touch, and the ids of those that the owner has added. */
export interface SourceEvents {
  readonly kept: Map<EventId, AttendedEvent>
  readonly added: ReadonlySet<string>
  readonly tell: (event: AttendedEvent) => Effect.Effect<void>
  readonly venues: Map<VenueId, Venue>
  readonly tellVenue: (venue: Venue) => Effect.Effect<void>
  readonly forgetVenue: (id: VenueId) => Effect.Effect<void>
}

/** The events and venues that edits touch, in a transaction. */
export const loadSourceEvents = Effect.fnUntraced(function* (
  byHand: ReturnType<typeof editedEventsOf>,
  venuesByHand: ReturnType<typeof editedVenuesOf>,
) {
  const keptVenues = new Map((yield* venuesByHand.kept).map((venue) => [venue.id, toVenue(venue)]))
  const kept = new Map((yield* byHand.kept).map((event) => [event.id, asTold(event)]))
  const told: SourceEvents = {
    kept,
    added: new Set(yield* byHand.added),
    tell: Effect.fnUntraced(function* (event: AttendedEvent) {
      kept.set(event.id, event)
      yield* byHand.tell([unedited(event)])
    }),
    venues: keptVenues,
    tellVenue: Effect.fnUntraced(function* (venue: Venue) {
      const whole = { ...keptVenues.get(venue.id), ...venue }
      keptVenues.set(venue.id, whole)
      yield* venuesByHand.tell([toEdited(whole)])
    }),
    forgetVenue: Effect.fnUntraced(function* (id: VenueId) {
      keptVenues.delete(id)
      yield* venuesByHand.forget([String(id)])
    }),
  }
  return told
})
