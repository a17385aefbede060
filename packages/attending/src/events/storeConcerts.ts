import {
  type BatchStore,
  foldName,
  maxNameLength,
  normalizerOf,
  storableName,
  storableText,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import { type AttendedEvent, type EventFields, PlayedSong, Setlist, type VenueId } from "../model.ts"
import type { AttendingStore, AttendingTransaction, Concert } from "../ports.ts"
import { loadVenues } from "../venues/storeVenues.ts"

/** The most songs of a setlist. The longest concerts have about a hundred. */
const maxSongs = 500

const names = { text: storableName }
const normalizeSong = normalizerOf(PlayedSong, {}, names)

/** A setlist that every store can keep. */
const normalizeSetlist = normalizerOf(
  Setlist,
  {
    ref: (ref) => storableText(ref, maxNameLength),
    songs: (songs) => songs.slice(0, maxSongs).map(normalizeSong),
  },
  names,
)

const maxInTitle = 3

/** The title of an evening of these performers. */
const titleOf = (performers: ReadonlyArray<string>): string => {
  const named = performers.slice(0, maxInTitle).join(", ")
  return performers.length > maxInTitle ? `${named} and ${performers.length - maxInTitle} more` : named
}

/** Each name once, in its first spelling. */
const unique = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folded = names.map(foldName)
  return names.filter((_, at) => folded.indexOf(folded[at] ?? "") === at)
}

/** True if an event is about a performer, by those that it names or by its title. */
const isAbout = ({ performers, title }: EventFields, performer: string): boolean => {
  const folded = foldName(performer)
  return folded !== "" && (performers.some((name) => foldName(name) === folded) || foldName(title) === folded)
}

/**
 * Finds the event of a concert: the one that has its setlist, else, of those without another setlist of its performer, of that day at that venue the one that names the performer, or
 * whose setlists are known: who opened the evening and who closed it played at one event.
 */
const findEvent = Effect.fnUntraced(function* (
  transaction: AttendingTransaction,
  { day, performer, ref }: Concert,
  venueId: VenueId | undefined,
) {
  const known = yield* transaction.eventOfSetlist(ref)
  if (Option.isSome(known)) return known.value
  const ofDay: Array<AttendedEvent> = []
  for (const event of yield* transaction.eventsOn(day)) {
    if (event.game !== undefined) continue
    const setlists = yield* transaction.setlists(event.id)
    // The service knows the performer's evening show from the afternoon's.
    if (!setlists.some((one) => foldName(one.performer) === foldName(performer))) ofDay.push(event)
  }
  const here = ofDay.filter((event) => event.venueId === venueId)
  const named = here.find((event) => isAbout(event, performer))
  if (named !== undefined) return named
  if (venueId !== undefined) {
    for (const event of here) if ((yield* transaction.setlists(event.id)).length > 0) return event
  }
  // A calendar may not say where.
  return ofDay.find(
    (event) => (event.venueId === undefined || venueId === undefined) && isAbout(event, performer),
  )
})

/** The event with all performers whose setlists are known. Those known only by a setlist are in its order. */
const withPerformers = (before: AttendedEvent, setlists: ReadonlyArray<Setlist>): AttendedEvent => {
  const spelled = new Map(before.performers.map((name) => [foldName(name), name]))
  const played = unique(setlists.map(({ performer }) => spelled.get(foldName(performer)) ?? performer))
  const known = new Set(played.map(foldName))
  const performers = before.performers.every((name) => known.has(foldName(name)))
    ? played
    : unique([...before.performers, ...played])
  return {
    ...before,
    performers,
    title: before.title === titleOf(before.performers) ? titleOf(performers) : before.title,
  }
}

const storeConcert = Effect.fnUntraced(function* (
  transaction: AttendingTransaction,
  { storeConcertVenue }: Effect.Success<ReturnType<typeof loadVenues>>,
  service: string,
  concert: Concert,
) {
  const { day, venue, ...setlist } = concert
  const venueId = venue === undefined ? undefined : (yield* storeConcertVenue(service, venue)).venue?.id
  const found = yield* findEvent(transaction, concert, venueId)
  const id =
    found?.id ??
    (yield* transaction.addEvent({
      title: titleOf([setlist.performer]),
      category: "music",
      type: "concert",
      day,
      startsAt: undefined,
      venueId,
      attended: true,
      performers: [setlist.performer],
      game: undefined,
      notes: "",
    }))
  const known = (yield* transaction.setlists(id)).find(({ ref }) => ref === setlist.ref)
  const isNewSetlist = !Equal.equals(known, setlist)
  if (isNewSetlist) yield* transaction.putSetlist(id, setlist)
  const stored = yield* transaction.event(id)
  if (Option.isNone(stored)) return isNewSetlist
  const before = stored.value
  const after: AttendedEvent = {
    ...withPerformers(before, yield* transaction.setlists(id)),
    ...(before.type === "unknown" ? { category: "music" as const, type: "concert" as const } : {}),
    venueId: before.venueId ?? venueId,
    attended: true,
  }
  const hasChanged = !Equal.equals(before, after)
  if (hasChanged) yield* transaction.putEvent(after)
  return isNewSetlist || hasChanged
})

/** Storage of the concerts that a service reports, in batches. */
export const concertBatches = (store: AttendingStore["Service"], service: string): BatchStore<Concert> => ({
  cursor: store.cursor,
  store: Effect.fnUntraced(function* (concerts, cursor) {
    const changed = yield* store.change(
      Effect.fnUntraced(function* (transaction) {
        const venues = yield* loadVenues(transaction)
        let changed = 0
        for (const concert of concerts)
          if (yield* storeConcert(transaction, venues, service, { ...concert, ...normalizeSetlist(concert) }))
            changed += 1
        return changed
      }),
    )
    // Concerts that arrive again change nothing, so the cursor may follow them.
    yield* store.storeEntries([], cursor)
    return changed
  }),
})
