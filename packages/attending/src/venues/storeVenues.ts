import { foldName } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { GameVenue, Venue, VenueId } from "../model.ts"
import type { AttendingTransaction } from "../ports.ts"
import { isJunkVenue } from "./junkVenue.ts"
import { hasProviderId, newNames } from "./providerNames.ts"
import { resolveVenue, type VenueMatch } from "./resolveVenue.ts"

/** The stored venue of a place, undefined if the place is not a venue, with the confidence from 0 to 1. */
export interface StoredPlace {
  readonly venue: Venue | undefined
  readonly confidence: number
  readonly notes: ReadonlyArray<string>
}

/** Finds the venue that a provider names: by its id, which outlives a sponsor's name, else by its name. */
const matchGameVenue = (
  venues: ReadonlyArray<Venue>,
  provider: string,
  { id, name }: GameVenue,
): VenueMatch => {
  const byId =
    id === "" ? undefined : venues.find((venue) => hasProviderId(venue.providerIds, { provider, id }))
  if (byId !== undefined) return { is: "known", venue: byId, confidence: 1, notes: [] }
  const match = resolveVenue(name, venues)
  // A provider only has a name, so a stored name inside it is another venue's.
  return match.is === "known" && match.confidence < 0.95 && !isJunkVenue(name)
    ? { is: "new", name, confidence: 0.5, notes: [`"${name}" is a new venue`] }
    : match
}

/** Finds the venue of a concert: halls of one name are in many cities. */
const matchConcertVenue = (
  venues: ReadonlyArray<Venue>,
  provider: string,
  { id, ...venue }: GameVenue,
): VenueMatch => {
  const isElsewhere = ({ city }: Venue) =>
    city !== "" && venue.city !== "" && foldName(city) !== foldName(venue.city)
  const byId = venues.find(({ providerIds }) => hasProviderId(providerIds, { provider, id }))
  if (byId !== undefined) return { is: "known", venue: byId, confidence: 1, notes: [] }
  const near = venues.filter((one) => !isElsewhere(one))
  const match = resolveVenue(venue.name, near)
  return match.is === "known" && match.confidence < 0.95
    ? { is: "new", name: venue.name, confidence: 0.5, notes: [] }
    : match
}

/** Reads the venues once for a transaction, and adds new ones as places come. */
export const loadVenues = Effect.fnUntraced(function* (transaction: AttendingTransaction) {
  const venues = [...(yield* transaction.venues)]

  const storeMatch = Effect.fnUntraced(function* (
    match: VenueMatch,
    details: Omit<Venue, "id" | "name" | "aliases">,
  ) {
    const { confidence, notes } = match
    const stored = (venue: Venue | undefined): StoredPlace => ({ venue, confidence, notes })
    if (match.is === "none") return stored(undefined)
    if (match.is === "known") return stored(match.venue)
    const venue = { ...details, name: match.name, aliases: [] }
    const added = { ...venue, id: yield* transaction.addVenue(venue) }
    venues.push(added)
    return stored(added)
  })

  /** Adds to a stored venue the name, id, city, time zone and position that it lacks. */
  const addDetails = Effect.fnUntraced(function* (
    venue: Venue,
    provider: string,
    { city, id, name, position, timeZone }: GameVenue,
  ) {
    const aliases = isJunkVenue(name) ? [] : newNames([venue.name, ...venue.aliases], [name])
    const isNewId = id !== "" && !hasProviderId(venue.providerIds, { provider, id })
    const isNewCity = venue.city === "" && city !== ""
    const isNewZone = venue.timeZone === "" && timeZone !== ""
    const isNewPosition = venue.position === undefined && position !== undefined
    if (aliases.length === 0 && !isNewId && !isNewCity && !isNewZone && !isNewPosition) return venue
    const detailed: Venue = {
      ...venue,
      aliases: [...venue.aliases, ...aliases],
      city: venue.city || city,
      timeZone: venue.timeZone || timeZone,
      providerIds: isNewId ? [...venue.providerIds, { provider, id }] : venue.providerIds,
      ...(isNewPosition ? { position } : {}),
    }
    yield* transaction.putVenue(detailed)
    venues[venues.findIndex((one) => one.id === venue.id)] = detailed
    return detailed
  })

  /** Stores the venue that a text is about. */
  const storePlace = (text: string): Effect.Effect<StoredPlace> =>
    storeMatch(resolveVenue(text, venues), { city: "", timeZone: "", providerIds: [] })

  const storeMatched = Effect.fnUntraced(function* (
    match: VenueMatch,
    provider: string,
    gameVenue: GameVenue,
  ) {
    const { city, id, timeZone } = gameVenue
    const providerIds = id === "" ? [] : [{ provider, id }]
    const stored = yield* storeMatch(match, { city, timeZone, providerIds })
    if (stored.venue === undefined) return stored
    return { ...stored, venue: yield* addDetails(stored.venue, provider, gameVenue) }
  })

  /** Stores the venue that a provider names. */
  const storeGameVenue = (provider: string, gameVenue: GameVenue) =>
    storeMatched(matchGameVenue(venues, provider, gameVenue), provider, gameVenue)

  /** Stores the venue of a concert. */
  const storeConcertVenue = (provider: string, gameVenue: GameVenue) =>
    storeMatched(matchConcertVenue(venues, provider, gameVenue), provider, gameVenue)

  return {
    storeConcertVenue,
    storePlace,
    storeGameVenue,
    venue: (id: VenueId) => venues.find((one) => one.id === id),
  }
})
