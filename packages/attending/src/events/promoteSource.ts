import { InvalidInput, isLocalDate, storableName } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { NoSuchSource } from "../errors.ts"
import { draftOf } from "../drafts/draftOf.ts"
import { emptyDraft, type EventDraft, overridden, type Overrides } from "../drafts/eventDraft.ts"
import { type EventKind, gameKind, kindByWords } from "../drafts/eventKind.ts"
import { eventTime } from "../drafts/eventTime.ts"
import { findEvent } from "./findEvent.ts"
import { gameTitle, openBook, overKnownGame } from "../games/gameBook.ts"
import { AttendingStore, type AttendingTables, type GameSources } from "../ports.ts"
import { type GameSigns, gameSigns } from "../games/gameSigns.ts"
import { type GameFound, type LookedUp, lookUpGame } from "../games/lookUpGame.ts"
import type { EventFields, EventId, SourceRow, SourceRowId } from "../model.ts"
import { resolveVenue } from "../venues/resolveVenue.ts"
import { names } from "../games/sameTeam.ts"

/** What has become of a source row. */
export interface Promotion {
  readonly eventId: EventId
  readonly action: "inserted" | "updated"
  /** From 0 to 1. */
  readonly confidence: number
  /** Every doubt, in words. */
  readonly notes: ReadonlyArray<string>
}

const invalid = (field: string, message: string) =>
  new InvalidInput({ field, message: `${field}: ${message}` })

/** What a body may not say, whatever the row is. */
const checkOverrides = (
  { event_date, event_datetime, title }: Overrides,
  zone: DateTime.TimeZone,
): Result.Result<void, InvalidInput> => {
  if (title !== undefined && storableName(title) === "")
    return Result.fail(invalid("title", "must not be empty"))
  if (event_date !== undefined && !isLocalDate(event_date))
    return Result.fail(invalid("event_date", "is not a calendar day; send YYYY-MM-DD"))
  if (event_datetime === undefined) return Result.void
  const draft = overridden(emptyDraft, { event_datetime })
  if (isLocalDate(event_datetime) || Result.isFailure(eventTime(draft, "", zone)))
    return Result.fail(
      invalid(
        "event_datetime",
        "is not a time; send an ISO 8601 date-time such as 2024-05-06T19:30:00-07:00",
      ),
    )
  return Result.void
}

const noSuchSource = (id: SourceRowId) => new NoSuchSource({ message: `There is no source row ${id}` })

/** A time of a row that cannot be read says nothing; one of the body was refused before. */
const withoutUnreadTime = (draft: EventDraft, zone: DateTime.TimeZone): EventDraft =>
  draft.time !== "" && Result.isFailure(eventTime(draft, "", zone))
    ? { ...draft, time: "", notes: [...draft.notes, `the time "${draft.time}" could not be read`] }
    : draft

const kindOf = (
  draft: EventDraft,
  signs: GameSigns | undefined,
  found: GameFound | undefined,
): EventKind | undefined => {
  if (found !== undefined) return gameKind(found.game.type)
  if (signs?.expected !== true) return draft.kind ?? kindByWords(draft.title, draft.performers)
  const [type, ...others] = signs.types
  return type !== undefined && others.length === 0 ? gameKind(type) : { category: "sports", type: "unknown" }
}

/** Everything about a row that is known before anything is written. */
interface Prepared {
  readonly draft: EventDraft
  readonly body: Overrides
  readonly signs: GameSigns | undefined
  readonly looked: LookedUp
  readonly zone: DateTime.TimeZone
}

/** Writes the event of a row, inside the change. */
const writeEvent = Effect.fnUntraced(function* (
  tables: AttendingTables,
  row: SourceRow,
  { body, draft, looked, signs, zone }: Prepared,
) {
  const book = yield* openBook(tables)
  const { found } = looked
  const notes = [...draft.notes, ...looked.notes]
  const game = found === undefined ? undefined : yield* book.keepGame(found.provider, found.game)
  const placed =
    game === undefined || body.location !== undefined || game.venueId === undefined
      ? yield* book.keepPlace(draft.place)
      : undefined
  const venueId = placed === undefined ? game?.venueId : placed.venue?.id
  const venueZone = (venueId === undefined ? undefined : book.venue(venueId))?.timeZone ?? ""
  const told = yield* Effect.fromResult(eventTime(draft, venueZone, zone))
  const own = row.eventId === undefined ? Option.none() : yield* tables.event(row.eventId)
  const kind = kindOf(draft, signs, found)
  const bodyTellsTime = body.event_date !== undefined || body.event_datetime !== undefined
  const event: EventFields = {
    title: found === undefined || body.title !== undefined ? draft.title : gameTitle(found.game),
    category: kind?.category ?? "other",
    type: kind?.type ?? "unknown",
    day: found === undefined || bodyTellsTime ? told.day : found.game.day,
    startsAt:
      found === undefined || bodyTellsTime
        ? (told.startsAt ?? found?.game.startsAt)
        : (found.game.startsAt ?? told.startsAt),
    venueId,
    attended: true,
    performers: found === undefined || body.performers !== undefined ? draft.performers : [],
    game: game?.game,
    notes: "",
  }
  const titled = event.title === "" ? { ...event, title: event.performers[0] ?? "Untitled event" } : event
  const namesGame = (title: string) =>
    found !== undefined && names(title, found.game.home) && names(title, found.game.away)
  const known = Option.isSome(own) ? own : yield* findEvent(tables, titled, namesGame)
  const eventId = Option.isSome(known) ? known.value.id : yield* tables.addEvent(titled)
  if (Option.isSome(known)) {
    const before = known.value
    yield* tables.putEvent({
      ...titled,
      id: eventId,
      title: event.title === "" ? before.title : titled.title,
      ...(kind === undefined || (kind.type === "unknown" && kind.category === before.category)
        ? { category: before.category, type: before.type }
        : {}),
      game: titled.game === undefined ? before.game : overKnownGame(before.game, titled.game),
      startsAt: titled.startsAt ?? (before.day === titled.day ? before.startsAt : undefined),
      venueId: titled.venueId ?? (body.location === undefined ? before.venueId : undefined),
      performers:
        titled.performers.length > 0 || body.performers !== undefined ? titled.performers : before.performers,
      // What was found once is not lost where a provider fails now.
      ...(titled.game === undefined && before.game !== undefined
        ? { type: before.type, category: before.category }
        : {}),
      notes: before.notes,
    })
  }
  if (draft.tickets.length > 0) yield* tables.addTickets(eventId, draft.tickets)
  if (found !== undefined && game !== undefined)
    yield* book.keepPlayers(eventId, found.game, game.game, found.players)
  yield* tables.linkSource(row.id, eventId)

  const place = placed ?? game
  notes.push(...(place?.notes ?? []))
  if (event.title === "") notes.push("nothing tells a title")
  const missing = signs?.expected === true && found === undefined
  if (missing && looked.notes.length === 0) notes.push(`no game of ${told.day} was found for it`)
  if (kind === undefined) notes.push("nothing tells what kind of event it is")
  const confidence = place?.confidence ?? 0.5
  const promotion: Promotion = {
    eventId,
    action: Option.isSome(known) ? "updated" : "inserted",
    confidence: missing ? Math.min(0.4, confidence) : confidence,
    notes,
  }
  return promotion
})

/**
 * Makes an event of a source row. What the body says wins over everything, a matched game included; the rest is taken
 * from the row's raw data. Promoted again, a row updates its event.
 */
export const promoteSource = Effect.fn("Attending.promoteSource")(function* (
  id: SourceRowId,
  body: Overrides,
): Effect.fn.Return<
  Promotion,
  InvalidInput | NoSuchSource,
  AttendingStore | GameSources | DateTime.CurrentTimeZone
> {
  const store = yield* AttendingStore
  const zone = yield* DateTime.CurrentTimeZone
  yield* Effect.fromResult(checkOverrides(body, zone))
  const row = yield* store.source(id)
  if (Option.isNone(row)) return yield* noSuchSource(id)
  const own = draftOf(row.value)
  const draft = withoutUnreadTime(overridden(own, body), zone)
  const place = resolveVenue(draft.place, yield* store.venues)
  const venueZone = place.is === "known" ? place.venue.timeZone : ""
  const { day, startsAt } = yield* Effect.fromResult(eventTime(draft, venueZone, zone))
  // A title that the person gives need not name the teams; the row's still does.
  const titles = [...new Set([draft.title, own.title])].filter((title) => title !== "")
  const wanted = { ...draft, title: titles.join(" | "), performers: own.performers }
  const signs = gameSigns(wanted, yield* store.teams)
  const looked: LookedUp =
    signs === undefined ? { found: undefined, notes: [] } : yield* lookUpGame(wanted, signs, day, startsAt)
  return yield* store.change(
    Effect.fnUntraced(function* (tables) {
      // Another promotion of the row may have come first: this one then updates its event.
      const current = yield* tables.source(id)
      if (Option.isNone(current)) return yield* noSuchSource(id)
      return yield* writeEvent(tables, current.value, { draft, body, signs, looked, zone })
    }),
  )
})
