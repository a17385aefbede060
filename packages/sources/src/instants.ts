import type { EpochMillis } from "@daybook/kernel"

// JavaScript takes a time without a zone for one of the machine's own.
const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?$/

/** The moment of an ISO 8601 text, undefined where it is none. Without a zone it is in UTC, wherever the server stands. */
export const instantOf = (text: string | null | undefined): EpochMillis | undefined => {
  const written = (text ?? "").trim()
  const millis = Date.parse(withoutZone.test(written) ? `${written.replace(" ", "T")}Z` : written)
  return Number.isNaN(millis) ? undefined : millis
}
