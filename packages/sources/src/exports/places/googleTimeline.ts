import { type EpochMillis, type ExportReading, type Position, storableText } from "@daybook/kernel"
import { type ImportedCheckIn, sentPoint, type SentReading } from "@daybook/places"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { Text } from "../../text.ts"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema, ExpandedRecords } from "../reader.ts"
import { timeIn } from "../times.ts"
import { nameOfPosition, positionIn, positionOfE7 } from "./positions.ts"
import { optional } from "../../optional.ts"
import { readerOfMessages } from "./trackers.ts"

/** A visit in any of Google's forms. */
interface Visit {
  readonly startedAt: EpochMillis
  /** 0 for a visit; 1 for one within it, such as a shop in a mall. */
  readonly level: number
  readonly placeId: string
  /** "" if the form has none. */
  readonly name: string
  /** Such as `HOME`, `INFERRED_WORK`, `TYPE_HOME`, `Home`, `UNKNOWN`. */
  readonly kind: string
  readonly position: Position | undefined
}

/** A place named by the owner. Other kinds say how Google knows a place. */
const calledBy = (kind: string): string => {
  const word = /^(?:TYPE_|INFERRED_)?(HOME|WORK)$/.exec(kind.trim().toUpperCase())?.[1]
  return word === undefined ? "" : word === "HOME" ? "Home" : "Work"
}

/**
 * The check-in of a visit. All forms know the second of its start, which identifies it with its level: one visit of
 * several exports is one check-in, even if Google has found a better place for it since.
 */
const checkInOf = ({
  kind,
  level,
  name,
  placeId,
  position,
  startedAt,
}: Visit): ExportReading<ImportedCheckIn> => {
  const venueName = name || calledBy(kind) || (position === undefined ? "" : nameOfPosition(position))
  if (venueName === "") return { problem: "a visit of no place" }
  const second = Math.floor(startedAt / 1000)
  return {
    item: {
      checkIn: {
        id: `google ${second}${level === 0 ? "" : ` ${level}`}`,
        venueName,
        category: calledBy(kind),
        city: "",
        country: "",
        position,
        checkedInAt: second * 1000,
        shout: "",
        venueRef: placeId,
      },
      isSparse: false,
    },
  }
}

const place = Schema.Union([Text, Schema.Struct({ latLng: optional(Text) })])

// The export of a phone. Android writes numbers as such, `placeId` and `{"latLng": "52.5°, 13.4°"}`; iOS writes texts, `placeID`
// and `geo:52.5,13.4`.
const Segment = Schema.Struct({
  startTime: Schema.Union([Text, Schema.Finite]),
  visit: Schema.Struct({
    hierarchyLevel: optional(Schema.Union([Schema.Finite, Text])),
    topCandidate: Schema.Struct({
      placeId: optional(Text),
      placeID: optional(Text),
      name: optional(Text),
      semanticType: optional(Text),
      placeLocation: optional(place),
    }),
  }),
})

const readSegment = bySchema(Segment, ({ startTime, visit: { hierarchyLevel, topCandidate } }) => {
  const startedAt = timeIn(startTime)
  if (startedAt === undefined) return { problem: "startTime: Expected an ISO 8601 time" }
  const { name, placeID, placeId, placeLocation, semanticType } = topCandidate
  const location = typeof placeLocation === "string" ? placeLocation : (placeLocation?.latLng ?? undefined)
  return checkInOf({
    startedAt,
    level: Number(hierarchyLevel ?? 0) || 0,
    placeId: placeId ?? placeID ?? "",
    name: name ?? "",
    kind: semanticType ?? "",
    position: positionIn(location),
  })
})

const isSegment = (record: unknown): boolean =>
  Predicate.hasProperty(record, "startTime") &&
  ["visit", "activity", "timelinePath", "timelineMemory"].some((name) => Predicate.hasProperty(record, name))

/** True if the field holds an object with one of these fields. */
const holds = (record: unknown, name: string, ...fields: ReadonlyArray<string>): boolean =>
  Predicate.hasProperty(record, name) && fields.some((field) => Predicate.hasProperty(record[name], field))

/** True for what only Google writes: other programs' calendars have activities with a `startTime`, staff lists a `position`. */
const isTimeline = (record: unknown): boolean =>
  holds(record, "visit", "topCandidate") ||
  holds(record, "activity", "topCandidate", "start") ||
  holds(record, "timelineMemory", "trip", "note", "destinations") ||
  holds(record, "position", "LatLng") ||
  holds(record, "wifiScan", "devicesRecords", "deliveryTime") ||
  holds(record, "activityRecord", "probableActivities") ||
  (Predicate.hasProperty(record, "timelinePath") && Array.isArray(record.timelinePath))

/** Google's Timeline as a phone exports it. */
export const googleTimeline: JsonFormat<ImportedCheckIn> = {
  name: "Google Timeline",
  records: () => new JsonRecords(["[]", ".semanticSegments[]", ".rawSignals[]"]),
  is: isTimeline,
  read: (record) => {
    if (Predicate.hasProperty(record, "visit")) return readSegment(record)
    return { skipped: isSegment(record) ? "ways between places, and trips" : "what the phone measured" }
  },
}

/** A time of Takeout, which was in milliseconds until 2022. */
const startOf = (written: string | null | undefined, millis: string | number | null | undefined) =>
  instantOf(
    millis === undefined || millis === null || !(Number(millis) >= 0)
      ? written
      : new Date(Math.min(Number(millis), 8.64e15)).toISOString(),
  )

const Takeout = Schema.Struct({
  location: Schema.Struct({
    latitudeE7: optional(Schema.Finite),
    longitudeE7: optional(Schema.Finite),
    placeId: optional(Text),
    name: optional(Text),
    address: optional(Text),
    semanticType: optional(Text),
  }),
  duration: Schema.Struct({
    startTimestamp: optional(Text),
    // Until 2022: milliseconds, as a text.
    startTimestampMs: optional(Schema.Union([Text, Schema.Finite])),
  }),
  level: Schema.Int,
})

const readTakeout = bySchema(Takeout, ({ duration, level, location }) => {
  const startedAt = startOf(duration.startTimestamp, duration.startTimestampMs)
  if (startedAt === undefined) return { problem: "duration.startTimestamp: Expected an ISO 8601 time" }
  const { address, latitudeE7, longitudeE7, name, placeId, semanticType } = location
  return checkInOf({
    startedAt,
    level,
    placeId: placeId ?? "",
    name: name ?? storableText((address ?? "").split("\n")[0]?.trim() ?? ""),
    kind: semanticType ?? "",
    position: positionOfE7(latitudeE7 ?? undefined, longitudeE7 ?? undefined),
  })
})

const takenOut = (visit: object, level: number): ReadonlyArray<object> => {
  const children =
    "childVisits" in visit && Array.isArray(visit.childVisits)
      ? visit.childVisits.filter(Predicate.isObject)
      : []
  return [{ ...visit, level }, ...children.flatMap((child) => takenOut(child, level + 1))]
}

/** A visit of Takeout, followed by those within it, and everything else as it is. */
const visitsIn = (record: unknown): ReadonlyArray<unknown> =>
  Predicate.hasProperty(record, "placeVisit") && Predicate.isObject(record.placeVisit)
    ? takenOut(record.placeVisit, 0)
    : [record]

const isTakenOut = (record: unknown): boolean =>
  Predicate.hasProperty(record, "duration") && Predicate.hasProperty(record, "level")

/** Google's Timeline from Takeout: a file for each month, `Semantic Location History/2019/2019_JANUARY.json`. */
export const googleTakeout: JsonFormat<ImportedCheckIn> = {
  name: "Google Timeline (Takeout)",
  records: () => new ExpandedRecords(new JsonRecords([".timelineObjects[]"]), visitsIn),
  is: (record) =>
    isTakenOut(record) ||
    Predicate.hasProperty(record, "placeVisit") ||
    Predicate.hasProperty(record, "activitySegment"),
  read: (record) =>
    isTakenOut(record) || Predicate.hasProperty(record, "placeVisit")
      ? readTakeout(record)
      : { skipped: "ways between places" },
}

const RawPoint = Schema.Struct({
  latitudeE7: Schema.Finite,
  longitudeE7: Schema.Finite,
  timestamp: optional(Text),
  // Until 2022: milliseconds, as a text.
  timestampMs: optional(Schema.Union([Text, Schema.Finite])),
  accuracy: optional(Schema.Finite),
  deviceTag: optional(Schema.Finite),
})

const readRawPoint = bySchema(
  RawPoint,
  ({ accuracy, deviceTag, latitudeE7, longitudeE7, timestamp, timestampMs }): SentReading =>
    sentPoint({
      phone: `google ${deviceTag ?? ""}`,
      at: startOf(timestamp, timestampMs),
      position: positionOfE7(latitudeE7, longitudeE7),
      accuracy: accuracy ?? undefined,
    }),
)

/** Takeout's raw points, `Records.json`: its stays, in addition to Google's visits in the other files. */
export const googleRecords: JsonFormat<ImportedCheckIn> = {
  name: "Google location records",
  records: () => new JsonRecords([".locations[]"]),
  is: (record) => Predicate.hasProperty(record, "latitudeE7") && Predicate.hasProperty(record, "longitudeE7"),
  readerOfFile: readerOfMessages(readRawPoint),
}
