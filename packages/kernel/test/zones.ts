import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { LocalDate } from "../src/index.ts"

/** Zones that between them do all that clocks do: quarter hours, half-hour summers, midnights that are skipped. */
const zoneNames = [
  "UTC",
  "America/New_York",
  "America/Sao_Paulo",
  "America/Havana",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Africa/Casablanca",
] as const

export const ZoneName = Schema.Literals(zoneNames)
export type ZoneName = typeof ZoneName.Type

export const zoneOf = (name: string): DateTime.TimeZone => DateTime.zoneMakeNamedUnsafe(name)

const dayMillis = 86_400_000
const offsetAt = (instant: number, name: ZoneName): number =>
  DateTime.zonedOffset(DateTime.makeZonedUnsafe(instant, { timeZone: zoneOf(name) }))

const firstMillisAfter = (name: ZoneName, before: number, after: number): number => {
  const old = offsetAt(before, name)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, name) === old) low = middle
    else high = middle
  }
  return high
}

/** The instants from 1985 to 2030 at which the zone's clocks were changed. */
const clockChanges = (name: ZoneName): ReadonlyArray<number> => {
  const changes: Array<number> = []
  const step = 10 * dayMillis
  for (let at = Date.UTC(1985, 0, 1); at < Date.UTC(2030, 0, 1); at += step) {
    if (offsetAt(at, name) !== offsetAt(at + step, name)) changes.push(firstMillisAfter(name, at, at + step))
  }
  return changes
}

const changesOf = new Map(zoneNames.map((name) => [name, clockChanges(name)]))

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** An instant from 1970 to 2100 in a zone; every other one lies within two days of a change of its clocks. */
export const zonedInstant = Arbitrary.map(
  Arbitrary.schema(
    Schema.Struct({
      name: ZoneName,
      anywhere: within(0, Date.UTC(2100, 0, 1)),
      nearChange: Schema.Boolean,
      change: within(0, 999),
      distance: within(-2 * dayMillis, 2 * dayMillis),
    }),
  ),
  ({ name, anywhere, nearChange, change, distance }) => {
    const changes = changesOf.get(name) ?? []
    const at = changes[change % Math.max(1, changes.length)]
    return { name, instant: nearChange && at !== undefined ? at + distance : anywhere }
  },
)

/** A calendar day from 1970 to 2100. */
export const day = Arbitrary.map(Arbitrary.schema(within(0, 47_481)), (days) =>
  LocalDate.make(new Date(days * dayMillis).toISOString().slice(0, 10)),
)

/** The day and the time that a zone's clocks show, as the platform's own calendar has it. */
export const clockFace = (instant: number, name: string): string => {
  const parts = new Map(
    faceOf(name)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ""
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}`
}

const faces = new Map<string, Intl.DateTimeFormat>()
const faceOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = faces.get(timeZone)
  if (known !== undefined) return known
  const two = "2-digit"
  const face = new Intl.DateTimeFormat("en-u-ca-iso8601", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  faces.set(timeZone, face)
  return face
}
