import { foldName } from "@daybook/kernel"
import { isJunkVenue, junkVenueReason } from "./junkVenue.ts"
import type { Venue } from "../model.ts"

/** The venue that a text is about: a stored one, a new one, or none. */
export type VenueMatch = {
  /** From 0 to 1. */
  readonly confidence: number
  /** The doubts about it, in words. */
  readonly notes: ReadonlyArray<string>
} & (
  | { readonly is: "known"; readonly venue: Venue }
  | { readonly is: "new"; readonly name: string }
  | { readonly is: "none" }
)

// Shorter names occur in too many texts.
const shortestInside = 4

/** Looks for folded words in a folded text, as whole words. */
const hasWords = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `)

const aliasesOf = (venue: Venue) => venue.aliases.map(foldName)

/** The venue, of several, whose city the text names; else the first. */
const chooseByCity = (
  venues: ReadonlyArray<Venue>,
  text: string,
): { readonly venue: Venue; readonly notes: ReadonlyArray<string> } | undefined => {
  const [first, ...others] = venues
  if (first === undefined) return undefined
  if (others.length === 0) return { venue: first, notes: [] }
  const inCity = venues.filter(({ city }) => city !== "" && hasWords(text, foldName(city)))
  const [venue = first] = inCity
  return {
    venue,
    notes:
      inCity.length === 1 ? [] : [`${venues.length} venues are called "${venue.name}"; the first was taken`],
  }
}

/** The venues with the longest name found in the text: "Park Hall" beats "Hall". */
const withLongestName = (
  venues: ReadonlyArray<Venue>,
  namesOf: (venue: Venue) => ReadonlyArray<string>,
  text: string,
): ReadonlyArray<Venue> => {
  let longest = shortestInside
  let found: Array<Venue> = []
  for (const venue of venues) {
    for (const name of namesOf(venue)) {
      if (name.length < longest || !hasWords(text, name)) continue
      if (name.length > longest) found = []
      longest = name.length
      if (!found.includes(venue)) found.push(venue)
    }
  }
  return found
}

/** The name at the start of a place's text. An address follows after a comma or a line break. */
export const placeName = (text: string): string => {
  const [name = "", ...rest] = text.split(/\n|,\s/)
  const address = rest.join(", ")
  // "Park West, Chicago" is a venue and a city; so is "Ryman, Nashville, TN 37219".
  return address === "" ? name.trim() : name.trim() || address.trim()
}

/**
 * Finds the venue that a text is about. The confidence falls from step to step: 1 its name, .95 an alias, .85 its name
 * inside the text, .8 an alias inside the text, .5 a new venue or none.
 */
export const resolveVenue = (place: string, venues: ReadonlyArray<Venue>): VenueMatch => {
  const text = place.trim()
  if (text === "") return { is: "none", confidence: 0.5, notes: ["no place is named"] }
  const folded = foldName(text)
  // Stored junk is not matched while it waits to be pruned.
  const known = venues.filter(({ name }) => !isJunkVenue(name))
  const nameOf = (venue: Venue) => [foldName(venue.name)]
  const steps: ReadonlyArray<readonly [number, ReadonlyArray<Venue>]> = [
    [1, known.filter((venue) => foldName(venue.name) === folded)],
    [0.95, known.filter((venue) => aliasesOf(venue).includes(folded))],
    [0.85, withLongestName(known, nameOf, folded)],
    [0.8, withLongestName(known, aliasesOf, folded)],
  ]
  for (const [confidence, candidates] of steps) {
    const chosen = chooseByCity(candidates, folded)
    if (chosen === undefined) continue
    const { notes, venue } = chosen
    return {
      is: "known",
      venue,
      confidence,
      notes:
        confidence >= 0.95
          ? notes
          : [`the place "${text}" was taken for the venue "${venue.name}"`, ...notes],
    }
  }
  const name = placeName(text)
  const reason = junkVenueReason(name)
  return reason === undefined
    ? { is: "new", name, confidence: 0.5, notes: [`"${name}" is a new venue`] }
    : { is: "none", confidence: 0.5, notes: [`the place "${text}" is not a venue name: it is ${reason}`] }
}
