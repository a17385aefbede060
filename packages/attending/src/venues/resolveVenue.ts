import { foldName } from "@daybook/kernel"
import { isJunkVenue, whyJunkVenue } from "./junkVenue.ts"
import type { Venue } from "../model.ts"

/** What a text says of a place: a venue that is known, one that is not, or none. */
export type VenueFound = {
  /** From 0 to 1. */
  readonly confidence: number
  /** What is doubtful, in words. */
  readonly notes: ReadonlyArray<string>
} & (
  | { readonly is: "known"; readonly venue: Venue }
  | { readonly is: "new"; readonly name: string }
  | { readonly is: "none" }
)

// Shorter names stand inside of everything.
const shortestInside = 4

/** Whether the folded words stand in the folded text as whole words. */
const standsIn = (words: string, text: string): boolean => ` ${text} `.includes(` ${words} `)

const aliasesOf = (venue: Venue) => venue.aliases.map(foldName)

/** Of several the one whose city the text names; else the one that was known first. */
const choose = (
  venues: ReadonlyArray<Venue>,
  text: string,
): { readonly venue: Venue; readonly notes: ReadonlyArray<string> } | undefined => {
  const [first, ...others] = venues
  if (first === undefined) return undefined
  if (others.length === 0) return { venue: first, notes: [] }
  const inCity = venues.filter(({ city }) => city !== "" && standsIn(foldName(city), text))
  const [venue = first] = inCity
  return {
    venue,
    notes:
      inCity.length === 1 ? [] : [`${venues.length} venues are called "${venue.name}"; the first was taken`],
  }
}

/** The venues with the longest of their names that stand in the text: "Park Hall" is not "Hall". */
const longestInside = (
  venues: ReadonlyArray<Venue>,
  namesOf: (venue: Venue) => ReadonlyArray<string>,
  text: string,
): ReadonlyArray<Venue> => {
  let longest = shortestInside
  let found: Array<Venue> = []
  for (const venue of venues) {
    for (const name of namesOf(venue)) {
      if (name.length < longest || !standsIn(name, text)) continue
      if (name.length > longest) found = []
      longest = name.length
      if (!found.includes(venue)) found.push(venue)
    }
  }
  return found
}

/** The name that a text about a place begins with: what follows a comma or a line's end is the address. */
export const placeName = (text: string): string => {
  const [name = "", ...rest] = text.split(/\n|,\s/)
  const address = rest.join(", ")
  // "Park West, Chicago" is a venue and a city; so is "Ryman, Nashville, TN 37219".
  return address === "" ? name.trim() : name.trim() || address.trim()
}

/**
 * Finds the venue that a text is about, by the ladder of its confidence: 1 the name itself, .95 another name of it,
 * .85 a known name inside the text, .8 another name inside, .5 a venue that is not known yet, .5 no place at all.
 */
export const resolveVenue = (place: string, venues: ReadonlyArray<Venue>): VenueFound => {
  const text = place.trim()
  if (text === "") return { is: "none", confidence: 0.5, notes: ["no place is named"] }
  const folded = foldName(text)
  // A row that is junk itself must not be found again before it is pruned.
  const known = venues.filter(({ name }) => !isJunkVenue(name))
  const nameOf = (venue: Venue) => [foldName(venue.name)]
  const ladder: ReadonlyArray<readonly [number, ReadonlyArray<Venue>]> = [
    [1, known.filter((venue) => foldName(venue.name) === folded)],
    [0.95, known.filter((venue) => aliasesOf(venue).includes(folded))],
    [0.85, longestInside(known, nameOf, folded)],
    [0.8, longestInside(known, aliasesOf, folded)],
  ]
  for (const [confidence, candidates] of ladder) {
    const chosen = choose(candidates, folded)
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
  const why = whyJunkVenue(name)
  return why === undefined
    ? { is: "new", name, confidence: 0.5, notes: [`"${name}" is a new venue`] }
    : { is: "none", confidence: 0.5, notes: [`the place "${text}" is no venue's name: it is ${why}`] }
}
