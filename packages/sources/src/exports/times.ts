import type { EpochMillis } from "@daybook/kernel"
import { instantOf } from "../instants.ts"

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

// `31 Dec 2007 17:08` and `31 Dec 2007, 17:08`, as Last.fm writes dates: in UTC, without seconds.
const written = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?$/i
const iso = /^(\d{4})-(\d{2})-(\d{2})[ t](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:z| utc)?$/i

const instant = (parts: ReadonlyArray<number>): EpochMillis | undefined => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const at = new Date(Date.UTC(year, month, day, hour, minute, second))
  // 31 February, or 25 o'clock, gives another moment.
  return at.getUTCMonth() === month && at.getUTCDate() === day && at.getUTCHours() === hour
    ? at.getTime()
    : undefined
}

/** A time in UTC as exporters write it: seconds or milliseconds since 1970, Last.fm's own form, or ISO 8601. */
export const parseTime = (text: string): EpochMillis | undefined => {
  const trimmed = text.trim()
  if (/^\d{1,16}$/.test(trimmed)) {
    const count = Number(trimmed)
    // Seconds reach the year 5138 with eleven digits; milliseconds have had twelve since 1973.
    return trimmed.length > 11 ? count : count * 1000
  }
  const named = written.exec(trimmed)
  if (named !== null) {
    const [, day, month = "", year, hour, minute, second = "0"] = named
    return instant([
      Number(year),
      months.indexOf(month.toLowerCase()),
      ...[day, hour, minute, second].map(Number),
    ])
  }
  const [, year, month, ...rest] = iso.exec(trimmed) ?? []
  if (year === undefined) return undefined
  return instant([Number(year), Number(month) - 1, ...rest.map((part) => Number(part ?? 0))])
}

/** A time of JSON: ISO 8601, or seconds or milliseconds since 1970 as a number or its text, from 2001 on. */
export const timeIn = (value: unknown): EpochMillis | undefined => {
  const text = typeof value === "number" ? String(Math.floor(value)) : typeof value === "string" ? value : ""
  // A shorter number may be a year.
  return instantOf(text) ?? (/^\d{10,}$/.test(text.trim()) ? parseTime(text) : undefined)
}
