import { type ExportReading, type Position, resolveInstant } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { CheckIn } from "./model.ts"

/** A message of a phone: a visit, or something that is none, or something that cannot be read. */
type Reading = ExportReading<CheckIn>

const utc = DateTime.zoneMakeNamedUnsafe("UTC")

// No phone recorded visits before: an unknown time is the year 1 or 1970.
const earliest = Date.UTC(2007, 0, 1)

// The last that ISO 8601 writes with four digits.
const latest = Date.UTC(10_000, 0, 1) - 1

const field = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) && name in value ? Reflect.get(value, name) : undefined

const textIn = (value: unknown, name: string): string => {
  const found = field(value, name)
  return typeof found === "string" ? found.trim() : ""
}

const numberIn = (value: unknown, name: string): number | undefined => {
  const found = field(value, name)
  return typeof found === "number" && Number.isFinite(found) ? found : undefined
}

const positionOf = (lat: unknown, lng: unknown): Position | undefined =>
  typeof lat === "number" && typeof lng === "number" && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : undefined

/** A place without a name is called by its position: visits within some hundred metres are at one place. */
const nameOf = ({ lat, lng }: Position): string => `${lat.toFixed(3)}, ${lng.toFixed(3)}`

const visit = (id: string, name: string, at: number, position: Position | undefined): Reading => {
  const venueName = name || (position === undefined ? "" : nameOf(position))
  return venueName === ""
    ? { problem: "it names no place and has no position" }
    : {
        item: {
          id,
          venueName,
          category: "",
          city: "",
          country: "",
          position,
          checkedInAt: at,
          shout: "",
          venueRef: "",
        },
      }
}

/**
 * Reads a message of OwnTracks (https://owntracks.org/booklet/tech/json/). The phone tells when it enters one of the person's
 * regions, and a person may mark a point as a point of interest: these are visits. The same message makes the same check-in.
 */
export const readOwnTracks = (message: unknown): Reading => {
  const type = textIn(message, "_type")
  if (type === "") return { problem: "_type is missing: send a message of OwnTracks" }
  if (type === "encrypted") return { problem: "it is encrypted: switch the encryption off in the app" }
  const isEnter = type === "transition" && textIn(message, "event") === "enter"
  const name = textIn(message, type === "location" ? "poi" : "desc")
  // The app's own region around the last point.
  if (!isEnter && !(type === "location" && name !== "")) return { skipped: "points, and what is no visit" }
  if (name === "+follow") return { skipped: "points, and what is no visit" }
  const seconds = numberIn(message, "tst")
  const at = seconds === undefined ? NaN : Math.floor(seconds) * 1000
  if (!(at >= earliest && at <= latest)) return { problem: "tst must be the time in seconds since 1970" }
  const position = positionOf(field(message, "lat"), field(message, "lon"))
  return visit(`owntracks ${at / 1000} ${textIn(message, "tid")} ${name}`, name, at, position)
}

/**
 * Reads a GeoJSON feature of Overland (https://overland.p3k.app). Where visits are tracked, the phone tells of one when it
 * begins and again when it ends: both make the same check-in.
 */
export const readOverland = (feature: unknown): Reading => {
  const properties = field(feature, "properties")
  if (textIn(feature, "type") !== "Feature" || !Predicate.isObject(properties))
    return { problem: "it is no GeoJSON feature with properties" }
  if (textIn(properties, "action") !== "visit") return { skipped: "points, and what is no visit" }
  // Overland writes `-0700`.
  const written = textIn(properties, "arrival_date").replace(/([+-]\d\d)(\d\d)$/, "$1:$2")
  const arrived = resolveInstant("arrival_date", written, utc)
  if (Result.isFailure(arrived) || arrived.success < earliest)
    return { skipped: "visits whose beginning the phone does not know" }
  const coordinates = field(field(feature, "geometry"), "coordinates")
  const [lng, lat]: ReadonlyArray<unknown> = Array.isArray(coordinates) ? coordinates : []
  const at = Math.floor(arrived.success / 1000) * 1000
  return visit(`overland ${at / 1000} ${textIn(properties, "device_id")}`, "", at, positionOf(lat, lng))
}
