import {
  asTold,
  type AttendedEvent,
  editedEvents,
  type EditedEvent,
  editedVenues,
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
import type { Fragment } from "effect/sql/Statement"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import { jsonList } from "../sql/table.ts"
import { addVenueTo, namedVenue, putPerformers } from "./change.ts"
import { editedVenueRows, events, shownId, venues } from "./rows.ts"

/** The condition that an id is among some. */
const among = (sql: Database["Service"]["sql"], ids: ReadonlyArray<string>, column = "id"): Fragment =>
  sql`${sql(column)} in (select value from json_each(${jsonList(numbersIn(ids))}))`

/** The venues as they are shown, by id. */
const readShown = ({ all, sql }: Database["Service"]) =>
  venues.read(all(sql`select ${venues.columns} from shown_venues order by id`))

/** The edits by hand of events. */
export const editedEventsIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const shown = (which: Fragment) =>
    events
      .read(
        all(
          sql`select ${events.columns} from attending_events where not is_removed and ${which} order by id`,
        ),
      )
      .map((event): EditedEvent => ({ ...event, venueName: undefined }))

  /** The venue of an event: the one that a person named, added if it is new. */
  const venueOf = ({ venueId, venueName }: EditedEvent): VenueId | undefined => {
    if (venueName === undefined) return venueId
    if (foldName(venueName) === "") return undefined
    const match = resolveVenue(venueName, readShown(database))
    if (match.is === "known" && match.confidence >= 0.95) return match.venue.id
    const venue = { name: venueName, aliases: [], city: "", timeZone: "", providerIds: [] }
    return addVenueTo(database, venue, true)
  }

  const putOne = (event: EditedEvent): void => {
    const { id, ...fields } = { ...asTold(event), venueId: venueOf(event) }
    const row = {
      ...events.record(fields),
      title_key: foldName(fields.title),
      shown_venue_id: namedVenue(database, fields.venueId)?.shownId ?? null,
      is_removed: 0,
    }
    all(
      sql`insert into attending_events ${sql.insert({ ...row, id })} on conflict (id) do update set ${sql.update(row)}`,
    )
    all(sql`delete from attending_event_performers where event_id = ${id}`)
    putPerformers(database, id, fields.performers, true)
  }

  return editItems(editLogIn(database, "attending"), editedEvents, {
    read: (ids) => Effect.sync(() => shown(among(sql, ids))),
    put: (edited) =>
      Effect.sync(() => {
        // A game that has moved from one of them to another is at one at a time.
        if (edited.length > 1)
          all(sql`update attending_events set provider = null, game_id = null
            where ${among(sql, edited.map(editedEvents.idOf))}`)
        for (const event of edited) putOne(event)
      }),
    remove: (ids, gone) =>
      Effect.sync(() => {
        if (gone) return void all(sql`delete from attending_events where ${among(sql, ids)}`)
        // Shown again it is written anew, so that it holds no venue and no performer that nobody else names.
        all(sql`update attending_events set is_removed = 1, venue_id = null, shown_venue_id = null
          where ${among(sql, ids)}`)
        all(sql`delete from attending_event_performers where ${among(sql, ids, "event_id")}`)
      }),
    nextId: Effect.sync(() => String(takeId(database, "attending_events"))),
    same: (event) =>
      Effect.sync(() => {
        const names = new Map(readShown(database).map(({ id, name }) => [id, name]))
        const nameOf = ({ venueId }: AttendedEvent) =>
          venueId === undefined ? "" : (names.get(venueId) ?? "")
        const known = sameByHand(event, shown(sql`day = ${event.day}`), nameOf)
        return known === undefined ? undefined : String(known.id)
      }),
  })
}

/** The edits by hand of venues. */
export const editedVenuesIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const log = editLogIn(database, "attending")

  /** Shows the events that name these venues where those lead to. */
  const moveEvents = (ids: ReadonlyArray<string>) =>
    all(sql`update attending_events set shown_venue_id = venue.shown_id
      from (select id, ${sql.literal(shownId)} as shown_id from attending_venues where ${among(sql, ids)}) as venue
      where attending_events.venue_id = venue.id and attending_events.shown_venue_id is not venue.shown_id`)

  return editItems(log, editedVenues, {
    read: (ids) =>
      Effect.sync(() =>
        editedVenueRows.read(
          all(sql`select ${editedVenueRows.columns} from shown_venues where ${among(sql, ids)}`),
        ),
      ),
    put: (edited) =>
      Effect.sync(() => {
        for (const { id, ...venue } of edited) {
          const row = {
            ...editedVenueRows.record(venue),
            name_key: foldName(venue.name),
            is_removed: 0,
            leads_to: null,
          }
          all(sql`update attending_venues set ${sql.update(row)} where id = ${id}`)
        }
        moveEvents(edited.map(editedVenues.idOf))
      }),
    remove: (ids) =>
      Effect.map(log.edits, (edits) => {
        const standing = new StandingEdits(edits)
        for (const id of ids) {
          const root = standing.rootOf("venue", id)
          const isRemoved = standing.of("venue", root)?.isRemoved ?? false
          all(sql`update attending_venues set is_removed = ${isRemoved}, leads_to = ${root === id ? null : Number(root)}
            where id = ${Number(id)}`)
        }
        moveEvents(ids)
      }),
  })
}

/** Removes the venues and performers that came by hand and that no event names any more. */
export const dropUnnamed = ({ all, sql }: Database["Service"]): void => {
  const isTold = (type: string, table: string) =>
    sql`exists (select 1 from told_items where domain = 'attending' and type = ${type}
      and item_id = cast(${sql(table)}.id as text))`
  all(sql`delete from attending_performers where is_by_hand
    and not exists (select 1 from attending_event_performers where performer_id = attending_performers.id)
    and not ${isTold("performer", "attending_performers")}`)
  all(sql`delete from attending_venues where is_by_hand
    and not exists (select 1 from attending_events where venue_id = attending_venues.id)
    and not ${isTold("venue", "attending_venues")}`)
}

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
