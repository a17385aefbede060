import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EventDraft, Overrides } from "../drafts/eventDraft.ts"
import { type EventKind, kindFromTitle, kindOfGame } from "../drafts/eventKind.ts"
import { type EventTime, resolveEventTime } from "../drafts/eventTime.ts"
import type { GameHints } from "../games/gameHints.ts"
import type { FoundGame, GameLookup } from "../games/lookUpGame.ts"
import { gameTitle, keepKnownScores, loadVenuesAndTeams } from "../games/storeGame.ts"
import { namesBothTeams } from "../games/teamNames.ts"
import type { AttendedEvent, EventFields, EventGame, EventId, SourceRow, VenueId } from "../model.ts"
import { storePlayers } from "../players/storePlayers.ts"
import type { AttendingTransaction } from "../ports.ts"
import { findSameEvent } from "./findSameEvent.ts"

/** The outcome of a promotion. */
export interface Promotion {
  readonly eventId: EventId
  readonly action: "inserted" | "updated"
  /** From 0 to 1. */
  readonly confidence: number
  /** Every doubt, in words. */
  readonly notes: ReadonlyArray<string>
}

/** Everything about a row that is found out before the transaction. */
export interface PreparedPromotion {
  readonly draft: EventDraft
  readonly overrides: Overrides
  readonly hints: GameHints | undefined
  readonly lookup: GameLookup
  readonly zone: DateTime.TimeZone
}

const kindOf = ({ draft, hints, lookup }: PreparedPromotion): EventKind | undefined => {
  if (lookup.found !== undefined) return kindOfGame(lookup.found.game.type)
  if (hints?.expected !== true) return draft.kind ?? kindFromTitle(draft.title, draft.performers)
  const [type, ...others] = hints.types
  return type !== undefined && others.length === 0
    ? kindOfGame(type)
    : { category: "sports", type: "unknown" }
}

/** The owner's time wins over the provider's, and that over the row's. */
const chooseTime = (
  time: EventTime,
  { event_date, event_datetime }: Overrides,
  found: FoundGame | undefined,
): EventTime => {
  if (found === undefined) return time
  return event_date !== undefined || event_datetime !== undefined
    ? { day: time.day, startsAt: time.startsAt ?? found.game.startsAt }
    : { day: found.game.day, startsAt: found.game.startsAt ?? time.startsAt }
}

/** The event to store. Its title is "" if none is known. */
const composeEvent = (
  { draft, lookup: { found }, overrides }: PreparedPromotion,
  kind: EventKind | undefined,
  time: EventTime,
  venueId: VenueId | undefined,
  game: EventGame | undefined,
): EventFields => ({
  title: found === undefined || overrides.title !== undefined ? draft.title : gameTitle(found.game),
  category: kind?.category ?? "other",
  type: kind?.type ?? "unknown",
  ...chooseTime(time, overrides, found),
  venueId,
  attended: true,
  performers: found === undefined || overrides.performers !== undefined ? draft.performers : [],
  game,
  notes: "",
})

const titled = (event: EventFields): EventFields =>
  event.title === "" ? { ...event, title: event.performers[0] ?? "Untitled event" } : event

/** The stored event with the new facts. Missing facts never replace known ones. */
const updateEvent = (
  before: AttendedEvent,
  event: EventFields,
  kind: EventKind | undefined,
  overrides: Overrides,
): AttendedEvent => {
  // A game found once stays, even if a provider fails now.
  const losesGame = event.game === undefined && before.game !== undefined
  const saysNoMore = kind === undefined || (kind.type === "unknown" && kind.category === before.category)
  return {
    ...event,
    id: before.id,
    title: event.title === "" ? before.title : event.title,
    ...(losesGame || saysNoMore ? { category: before.category, type: before.type } : {}),
    game: event.game === undefined ? before.game : keepKnownScores(before.game, event.game),
    startsAt: event.startsAt ?? (before.day === event.day ? before.startsAt : undefined),
    venueId: event.venueId ?? (overrides.location === undefined ? before.venueId : undefined),
    performers:
      event.performers.length > 0 || overrides.performers !== undefined
        ? event.performers
        : before.performers,
    notes: before.notes,
  }
}

/** Stores the event of a row inside the transaction, with its venue, game, players and tickets. */
export const writePromotion = Effect.fnUntraced(function* (
  transaction: AttendingTransaction,
  row: SourceRow,
  prepared: PreparedPromotion,
) {
  const { draft, hints, lookup, overrides, zone } = prepared
  const { found } = lookup
  const { storeGame, storePlace, venue } = yield* loadVenuesAndTeams(transaction)
  const stored = found === undefined ? undefined : yield* storeGame(found.provider, found.game)
  const place =
    stored === undefined || overrides.location !== undefined || stored.venueId === undefined
      ? yield* storePlace(draft.place)
      : undefined
  const venueId = place === undefined ? stored?.venueId : place.venue?.id
  const venueZone = (venueId === undefined ? undefined : venue(venueId))?.timeZone ?? ""
  const time = yield* Effect.fromResult(resolveEventTime(draft, venueZone, zone))
  const kind = kindOf(prepared)
  const event = composeEvent(prepared, kind, time, venueId, stored?.game)

  const ofRow = row.eventId === undefined ? Option.none() : yield* transaction.event(row.eventId)
  const namesGame = (title: string) => found !== undefined && namesBothTeams(title, found.game)
  const known = Option.isSome(ofRow) ? ofRow : yield* findSameEvent(transaction, titled(event), namesGame)
  const eventId = Option.isSome(known) ? known.value.id : yield* transaction.addEvent(titled(event))
  if (Option.isSome(known)) yield* transaction.putEvent(updateEvent(known.value, event, kind, overrides))
  if (draft.tickets.length > 0) yield* transaction.addTickets(eventId, draft.tickets)
  if (found !== undefined && stored !== undefined)
    yield* storePlayers(transaction, eventId, found.game, stored.game, found.players)
  yield* transaction.linkSource(row.id, eventId)

  const isMissing = hints?.expected === true && found === undefined
  const { confidence, notes: placeNotes } = place ?? stored ?? { confidence: 0.5, notes: [] }
  const promotion: Promotion = {
    eventId,
    action: Option.isSome(known) ? "updated" : "inserted",
    confidence: isMissing ? Math.min(0.4, confidence) : confidence,
    notes: [
      ...draft.notes,
      ...lookup.notes,
      ...placeNotes,
      ...(event.title === "" ? ["no title found"] : []),
      ...(isMissing && lookup.notes.length === 0 ? [`no game of ${time.day} was found for it`] : []),
      ...(kind === undefined ? ["event type unknown"] : []),
    ],
  }
  return promotion
})
