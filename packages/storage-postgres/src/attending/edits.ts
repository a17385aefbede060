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
  type Venue,
  type VenueId,
} from "@daybook/attending"
import { editItems, foldName, numbersIn, StandingEdits } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { date, ints } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { addVenueTo, namedVenueIn, putPerformersIn } from "./change.ts"
import { editedVenueRows, events, shownId, venues } from "./rows.ts"

const readIds = valuesOf(Schema.String)

const numbersOf = (ids: ReadonlyArray<string>) => ints(numbersIn(ids))

/** The venues as they are shown, by id. */
const readShown = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`select ${venues.columns} from shown_venues order by id`, venues.read)

/** The edits by hand of events in SQL. */
export const editedEventsIn = (sql: SqlClient.SqlClient) => {
  const shown = Effect.fnUntraced(function* (
    which: ReturnType<typeof numbersOf> | undefined,
    day?: AttendedEvent["day"],
  ) {
    const rows = yield* sql`select ${events.columns} from attending_events
      where not is_removed and ${day === undefined ? sql`id = any(${which ?? ints([])})` : sql`day = ${date(day)}`} order by id`
    return events.read(rows).map((event): EditedEvent => ({ ...event, venueName: undefined }))
  })

  /** The venue of an event: the one that a person named, added where it is new. */
  const venueOf = Effect.fnUntraced(function* ({ venueId, venueName }: EditedEvent) {
    if (venueName === undefined) return venueId
    const name = foldName(venueName)
    if (name === "") return undefined
    const match = resolveVenue(venueName, yield* readShown(sql))
    if (match.is === "known" && match.confidence >= 0.95) return match.venue.id
    const venue = { name: venueName, aliases: [], city: "", timeZone: "", providerIds: [] }
    const id: VenueId = yield* addVenueTo(sql, venue, true)
    return id
  })

  const putOne = Effect.fnUntraced(function* (event: EditedEvent) {
    const { id, ...fields } = { ...asTold(event), venueId: yield* venueOf(event) }
    const row = {
      ...events.record(fields),
      title_key: foldName(fields.title),
      shown_venue_id: (yield* namedVenueIn(sql, fields.venueId))?.shownId ?? null,
      is_removed: false,
    }
    yield* sql`insert into attending_events ${sql.insert({ ...row, id })}
      on conflict (id) do update set ${sql.update(row)}`
    yield* sql`delete from attending_event_performers where event_id = ${id}`
    yield* putPerformersIn(sql, id, fields.performers, true)
  })

  return editItems(editLogIn(sql, "attending"), editedEvents, {
    read: (ids) => Effect.orDie(shown(numbersOf(ids))),
    put: Effect.fnUntraced(function* (all: ReadonlyArray<EditedEvent>) {
      // A game that has moved from one of them to another is at one at a time.
      if (all.length > 1) {
        const ids = numbersOf(all.map(editedEvents.idOf))
        yield* sql`update attending_events set provider = null, game_id = null where id = any(${ids})`
      }
      for (const event of all) yield* putOne(event)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>, gone: boolean) {
      const numbers = numbersOf(ids)
      if (gone) return yield* Effect.asVoid(sql`delete from attending_events where id = any(${numbers})`)
      // Shown again it is written anew, so that it holds no venue and no performer that nobody else names.
      yield* sql`update attending_events set is_removed = true, venue_id = null, shown_venue_id = null
        where id = any(${numbers})`
      yield* sql`delete from attending_event_performers where event_id = any(${numbers})`
    }, Effect.orDie),
    nextId: sql`select nextval(pg_get_serial_sequence('attending_events', 'id'))::text`.pipe(
      Effect.map((rows) => readIds(rows)[0] ?? ""),
      Effect.orDie,
    ),
    same: Effect.fnUntraced(function* (event: EditedEvent) {
      const names = new Map((yield* readShown(sql)).map(({ id, name }) => [id, name]))
      const nameOf = ({ venueId }: AttendedEvent) => (venueId === undefined ? "" : (names.get(venueId) ?? ""))
      const known = sameByHand(event, yield* shown(undefined, event.day), nameOf)
      return known === undefined ? undefined : String(known.id)
    }, Effect.orDie),
  })
}

/** The edits by hand of venues in SQL. */
export const editedVenuesIn = (sql: SqlClient.SqlClient) => {
  const log = editLogIn(sql, "attending")

  /** Shows the events that name these venues where those lead to. */
  const moveEvents = (ids: ReadonlyArray<string>) => sql`
    update attending_events as event set shown_venue_id = venue.shown_id
    from (select id, ${sql.literal(shownId)} as shown_id from attending_venues where id = any(${numbersOf(ids)})) as venue
    where event.venue_id = venue.id and event.shown_venue_id is distinct from venue.shown_id`

  return editItems(log, editedVenues, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return editedVenueRows.read(
        yield* sql`select ${editedVenueRows.columns} from shown_venues where id = any(${numbersOf(ids)})`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (all: ReadonlyArray<EditedVenue>) {
      for (const { id, ...venue } of all) {
        const row = {
          ...editedVenueRows.record(venue),
          name_key: foldName(venue.name),
          is_removed: false,
          leads_to: null,
        }
        yield* sql`update attending_venues set ${sql.update(row)} where id = ${id}`
      }
      if (all.length > 0) yield* moveEvents(all.map(editedVenues.idOf))
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const standing = new StandingEdits(yield* log.edits)
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

/** Removes the venues and performers that came by hand and that no event names any more. */
export const dropUnnamed = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* sql`delete from attending_performers where is_by_hand
      and not exists (select from attending_event_performers where performer_id = attending_performers.id)
      and not exists (select from told_items
        where domain = 'attending' and type = 'performer' and item_id = attending_performers.id::text)`
    yield* sql`delete from attending_venues where is_by_hand
      and not exists (select from attending_events where venue_id = attending_venues.id)
      and not exists (select from told_items
        where domain = 'attending' and type = 'venue' and item_id = attending_venues.id::text)`
  })

/** Events and venues as sources tell them: those that edits touch, and the ids of those that a person has added. */
export interface ToldEvents {
  readonly kept: Map<EventId, AttendedEvent>
  readonly added: ReadonlySet<string>
  readonly tell: (event: AttendedEvent) => Effect.Effect<void>
  readonly venues: Map<VenueId, Venue>
  readonly tellVenue: (venue: Venue) => Effect.Effect<void>
  readonly forgetVenue: (id: VenueId) => Effect.Effect<void>
}

/** The events and venues that edits touch, in a transaction. */
export const toldEventsIn = Effect.fnUntraced(function* (
  byHand: ReturnType<typeof editedEventsIn>,
  venuesByHand: ReturnType<typeof editedVenuesIn>,
) {
  const keptVenues = new Map((yield* venuesByHand.kept).map((venue) => [venue.id, toVenue(venue)]))
  const kept = new Map((yield* byHand.kept).map((event) => [event.id, asTold(event)]))
  const told: ToldEvents = {
    kept,
    added: new Set(yield* byHand.added),
    tell: Effect.fnUntraced(function* (event: AttendedEvent) {
      kept.set(event.id, event)
      yield* byHand.tell([{ ...event, venueName: undefined }])
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
