import { type EpochMillis, isLocalDate, isStorableInstant } from "@daybook/kernel"

// JavaScript reads a time without a zone in the machine's own zone.
const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?$/

/**
 * The moment of an ISO 8601 text of the years 1 to 9999; undefined for anything else: plain JavaScript reads "7" as a
 * month, and 30 February as March. A time without a zone is UTC, wherever the server runs.
 */
export const instantOf = (text: string | null | undefined): EpochMillis | undefined => {
  const written = (text ?? "").trim()
  if (!isLocalDate(written.slice(0, 10))) return undefined
  const millis = Date.parse(withoutZone.test(written) ? `${written.replace(" ", "T")}Z` : written)
  return isStorableInstant(millis) ? millis : undefined
}
