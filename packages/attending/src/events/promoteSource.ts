import { InvalidInput, isLocalDate, storableName } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { applyOverrides, emptyDraft, type EventDraft, type Overrides } from "../drafts/eventDraft.ts"
import { resolveEventTime } from "../drafts/eventTime.ts"
import { readDraft } from "../drafts/readDraft.ts"
import { NoSuchSource } from "../errors.ts"
import { gameHints } from "../games/gameHints.ts"
import type { GameSources } from "../games/gameSources.ts"
import { type GameLookup, lookUpGame } from "../games/lookUpGame.ts"
import type { SourceRowId } from "../model.ts"
import { AttendingStore } from "../ports.ts"
import { resolveVenue } from "../venues/resolveVenue.ts"
import { type Promotion, writePromotion } from "./writePromotion.ts"

const invalid = (field: string, message: string) =>
  new InvalidInput({ field, message: `${field}: ${message}` })

/** Refuses overrides that no row can take. */
const checkOverrides = (
  { event_date, event_datetime, title }: Overrides,
  zone: DateTime.TimeZone,
): Result.Result<void, InvalidInput> => {
  if (title !== undefined && storableName(title) === "")
    return Result.fail(invalid("title", "must not be empty"))
  if (event_date !== undefined && !isLocalDate(event_date))
    return Result.fail(invalid("event_date", "is not a calendar day; send YYYY-MM-DD"))
  if (event_datetime === undefined) return Result.void
  const draft = applyOverrides(emptyDraft, { event_datetime })
  if (isLocalDate(event_datetime) || Result.isFailure(resolveEventTime(draft, "", zone)))
    return Result.fail(
      invalid(
        "event_datetime",
        "is not a time; send an ISO 8601 date-time such as 2024-05-06T19:30:00-07:00",
      ),
    )
  return Result.void
}

const noSuchSource = (id: SourceRowId) => new NoSuchSource({ message: `There is no source row ${id}` })

/** The draft without a time that cannot be read. Only a row has one: overrides are checked before. */
const dropUnreadableTime = (draft: EventDraft, zone: DateTime.TimeZone): EventDraft =>
  draft.time !== "" && Result.isFailure(resolveEventTime(draft, "", zone))
    ? { ...draft, time: "", notes: [...draft.notes, `the time "${draft.time}" could not be read`] }
    : draft

/**
 * Makes an event from a source row. The overrides win over everything, a matched game included; the rest comes from the
 * row's raw data. Promoting a row again updates its event.
 */
export const promoteSource = Effect.fn("Attending.promoteSource")(function* (
  id: SourceRowId,
  overrides: Overrides,
): Effect.fn.Return<
  Promotion,
  InvalidInput | NoSuchSource,
  AttendingStore | GameSources | DateTime.CurrentTimeZone
> {
  const store = yield* AttendingStore
  const zone = yield* DateTime.CurrentTimeZone
  yield* Effect.fromResult(checkOverrides(overrides, zone))
  const row = yield* store.source(id)
  if (Option.isNone(row)) return yield* noSuchSource(id)
  const ofRow = readDraft(row.value)
  const draft = dropUnreadableTime(applyOverrides(ofRow, overrides), zone)
  const place = resolveVenue(draft.place, yield* store.venues)
  const venueZone = place.is === "known" ? place.venue.timeZone : ""
  const { day, startsAt } = yield* Effect.fromResult(resolveEventTime(draft, venueZone, zone))
  // The owner's title need not name the teams; the row's title may.
  const titles = [...new Set([draft.title, ofRow.title])].filter((title) => title !== "")
  const wanted = { ...draft, title: titles.join(" | "), performers: ofRow.performers }
  const hints = gameHints(wanted, yield* store.teams)
  const lookup: GameLookup =
    hints === undefined ? { found: undefined, notes: [] } : yield* lookUpGame(wanted, hints, day, startsAt)
  return yield* store.change(
    Effect.fnUntraced(function* (transaction) {
      // A concurrent promotion may have stored the row's event: this one then updates it.
      const current = yield* transaction.source(id)
      if (Option.isNone(current)) return yield* noSuchSource(id)
      return yield* writePromotion(transaction, current.value, { draft, overrides, hints, lookup, zone })
    }),
  )
})
