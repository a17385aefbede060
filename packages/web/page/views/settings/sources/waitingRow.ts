import { dayOf } from "../../../format.ts"

/** The event in a row of a calendar, an email or the owner, as far as it is known. */
export interface ToldEvent {
  readonly title: string
  /** `YYYY-MM-DD`, or "". */
  readonly event_date: string
  readonly location: string
  readonly performers: ReadonlyArray<string>
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/**
 * The day of the first value that has one: an instant in UTC is shown in the owner's zone, other values have their own day.
 */
const dayIn = (...values: ReadonlyArray<unknown>): string => {
  const day = values.map(textOf).find((text) => /^\d{4}-\d\d-\d\d/.test(text)) ?? ""
  return day.endsWith("Z") && !Number.isNaN(Date.parse(day)) ? dayOf(day) : day.slice(0, 10)
}

const firstOf = (...values: ReadonlyArray<unknown>): string =>
  values.map(textOf).find((text) => text !== "") ?? ""

const namesOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value])
    .map((one) => (typeof one === "string" ? one : textOf(partOf(one, "name"))))
    .filter((name) => name !== "")

/**
 * Reads a row for the owner to look at: an event of Google Calendar, an email with reservations of schema.org, or
 * fields manually. The server reads it again, and with more care, when the row is promoted.
 */
export const watchesFrom = (raw: unknown): ToldEvent => {
  const reservations = partOf(raw, "reservations")
  const reserved = partOf(Array.isArray(reservations) ? reservations[0] : undefined, "reservationFor")
  const place = partOf(reserved, "location")
  const start = partOf(raw, "start")
  return {
    title: firstOf(
      partOf(raw, "title"),
      partOf(raw, "summary"),
      partOf(reserved, "name"),
      partOf(raw, "subject"),
    ),
    event_date: dayIn(
      partOf(raw, "event_date"),
      partOf(start, "date"),
      partOf(start, "dateTime"),
      partOf(reserved, "startDate"),
      partOf(raw, "event_datetime"),
    ),
    location: firstOf(partOf(raw, "location"), place, partOf(place, "name")),
    performers: namesOf(partOf(raw, "performers") ?? partOf(reserved, "performer")),
  }
}
