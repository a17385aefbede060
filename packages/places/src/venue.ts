import type { CheckIn } from "./model.ts"

/** The most characters of an id built from names: an index of a database takes no longer ones. */
export const maxIdLength = 200

/** An id of two names, such as `Lisbon, Portugal`. */
export const idOfNames = (name: string, within: string): string =>
  [...`${name}, ${within}`].slice(0, maxIdLength).join("")

/**
 * The id of a check-in's venue: the source's, else its name and city. "" where the check-in names no venue. SQL stores have
 * it as a column that the database makes.
 */
export const venueIdOf = ({
  city,
  venueName,
  venueRef,
}: Pick<CheckIn, "city" | "venueName" | "venueRef">): string =>
  venueRef !== "" ? venueRef : venueName === "" ? "" : idOfNames(venueName, city)
