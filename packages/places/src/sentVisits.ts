import { type ExportReading, type Position, resolveInstant, storableText } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { CheckIn } from "./model.ts"
import { nameOfPosition } from "./nameStays.ts"
import type { Point } from "./stayDetection.ts"

/** A point that a phone sends. */
export interface SentPoint extends Point {
  /** The app and the phone: each pair is tracked separately. */
  readonly phone: string
}

/** A message of a phone: a visit, or a point, or something else, or something that cannot be read. */
export type SentReading =
  | ExportReading<CheckIn>
  | { readonly skipped: string; readonly point?: SentPoint | undefined }

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

const none = "points and items that are not visits"

// It is a part of ids.
const maxPhoneLength = 100

// Less exact points are of no use for stays.
const maxInexact = 100

/** A position of a phone; unknown and inexact points have none. Its accuracy is in metres. */
export const sentPoint = ({
  accuracy,
  at,
  phone,
  position,
}: {
  readonly phone: string
  readonly at: number | undefined
  readonly position: Position | undefined
  readonly accuracy: number | undefined
}): SentReading => {
  const isUsable =
    at !== undefined &&
    at >= earliest &&
    at <= latest &&
    position !== undefined &&
    !(accuracy !== undefined && (accuracy < 0 || accuracy > maxInexact))
  return isUsable
    ? { skipped: none, point: { phone: storableText(phone, maxPhoneLength), at, ...position } }
    : { skipped: none }
}

/** The instant of a time as Overland writes it, with `-0700`. */
const instantIn = (properties: unknown, name: string): number | undefined =>
  Result.getOrUndefined(
    resolveInstant(name, textIn(properties, name).replace(/([+-]\d\d)(\d\d)$/, "$1:$2"), utc),
  )

const visit = (id: string, name: string, at: number, position: Position | undefined): SentReading => {
  const venueName = name || (position === undefined ? "" : nameOfPosition(position))
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
 * Reads a message of OwnTracks (https://owntracks.org/booklet/tech/json/). The phone reports when it enters one of the
 * owner's regions, and the owner may mark a point as a point of interest: these are visits. The same message makes the
 * same check-in. A message without a tracker's id is of the device that sends it, where the request names one.
 */
export const readOwnTracks = (message: unknown, device = ""): SentReading => {
  const type = textIn(message, "_type")
  if (type === "") return { problem: "_type is missing: send an OwnTracks message" }
  if (type === "encrypted") return { problem: "it is encrypted: disable encryption in the app" }
  const isEnter = type === "transition" && textIn(message, "event") === "enter"
  const name = textIn(message, type === "location" ? "poi" : "desc")
  const isPoint = type === "location" && name === ""
  // The app's own region around the last point.
  if (!isPoint && !((isEnter && name !== "+follow") || type === "location")) return { skipped: none }
  const seconds = numberIn(message, "tst")
  const at = seconds === undefined ? NaN : Math.floor(seconds) * 1000
  const position = positionOf(field(message, "lat"), field(message, "lon"))
  const phone = textIn(message, "tid") || storableText(device, maxPhoneLength)
  if (isPoint)
    return sentPoint({ phone: `owntracks ${phone}`, at, position, accuracy: numberIn(message, "acc") })
  if (!(at >= earliest && at <= latest)) return { problem: "tst must be the time in seconds since 1970" }
  return visit(`owntracks ${at / 1000} ${phone} ${name}`, name, at, position)
}

/**
 * Reads a GeoJSON feature of Overland (https://overland.p3k.app). Where visits are tracked, the phone reports one when
 * it begins and again when it ends: both make the same check-in.
 */
export const readOverland = (feature: unknown): SentReading => {
  const properties = field(feature, "properties")
  if (textIn(feature, "type") !== "Feature" || !Predicate.isObject(properties))
    return { problem: "it is not a GeoJSON feature with properties" }
  const coordinates = field(field(feature, "geometry"), "coordinates")
  const [lng, lat]: ReadonlyArray<unknown> = Array.isArray(coordinates) ? coordinates : []
  const position = positionOf(lat, lng)
  const phone = textIn(properties, "device_id")
  const isTrip = textIn(properties, "type") === "trip"
  if (textIn(properties, "action") !== "visit")
    return isTrip
      ? { skipped: none }
      : sentPoint({
          phone: `overland ${phone}`,
          at: instantIn(properties, "timestamp"),
          position,
          accuracy: numberIn(properties, "horizontal_accuracy"),
        })
  const arrived = instantIn(properties, "arrival_date")
  if (arrived === undefined || arrived < earliest) return { skipped: "visits without a known start" }
  const at = Math.floor(arrived / 1000) * 1000
  return visit(`overland ${at / 1000} ${phone}`, "", at, position)
}
