import type { ExportReading } from "@daybook/kernel"
import type { ImportedCheckIn } from "@daybook/places"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { checkInOf, Item } from "../../foursquare/checkIns.ts"
import { instantOf } from "../../instants.ts"
import type { FileName, JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { optional } from "../../optional.ts"

// The API's check-in, with a time in words, and the phone's location instead of the venue's.
const Exported = Schema.Struct({
  ...Item.fields,
  createdAt: Schema.Union([Schema.String, Item.fields.createdAt]),
  lat: optional(Schema.Finite),
  lng: optional(Schema.Finite),
})

const readCheckIn = bySchema(Exported, ({ createdAt, lat, lng, ...item }): ExportReading<ImportedCheckIn> => {
  // `2019-05-01 12:34:56.000000`, in UTC.
  const at =
    typeof createdAt === "number" ? createdAt * 1000 : instantOf(createdAt.replace(/(\.\d{3})\d+$/, "$1"))
  if (at === undefined) return { problem: "createdAt: Expected a time" }
  const checkIn = checkInOf({ ...item, createdAt: Math.floor(at / 1000) })
  const position = typeof lat === "number" && typeof lng === "number" ? { lat, lng } : undefined
  return { item: { checkIn: { ...checkIn, position: checkIn.position ?? position }, isSparse: true } }
})

const isVisit = (record: unknown): boolean => Predicate.hasProperty(record, "timeArrived")
const isUnconfirmed = (record: unknown): boolean =>
  Predicate.hasProperty(record, "venueId") && Predicate.hasProperty(record, "startTime")

// Photos and tips have a time of their creation, but no zone. Other programs' accounts and events have both, and no kind.
const isCheckIn = (record: unknown): boolean =>
  Predicate.hasProperty(record, "createdAt") &&
  (Predicate.hasProperty(record, "timeZoneOffset") || Predicate.hasProperty(record, "timeZone")) &&
  ((Predicate.hasProperty(record, "type") && kinds.has(record.type)) ||
    (Predicate.hasProperty(record, "venue") && Predicate.isObject(record.venue)))

const kinds: ReadonlySet<unknown> = new Set(["checkin", "shout", "venueless"])

// Timetables list events at a venue. The phone's are in separate files.
const isOfPhone = (record: unknown, { name }: FileName): boolean =>
  (isVisit(record) && /visits[^/]*\.json$/.test(name)) ||
  (isUnconfirmed(record) && /unconfirmed_visits[^/]*\.json$/.test(name))

/**
 * The files of Foursquare's export with visits: `checkins1.json` and so on; `visits.json` and
 * `unconfirmed_visits.json` contain what the phone took for visits. A check-in has the same id as in the API.
 */
export const swarm: JsonFormat<ImportedCheckIn> = {
  name: "Swarm",
  records: () => new JsonRecords([".items[]", "[]", ".response.checkins.items[]"]),
  is: (record, file) => isCheckIn(record) || isOfPhone(record, file),
  read: (record) => {
    if (isVisit(record)) return { skipped: "visits that the phone noted, without a venue" }
    return isUnconfirmed(record) ? { skipped: "unconfirmed visits" } : readCheckIn(record)
  },
}
