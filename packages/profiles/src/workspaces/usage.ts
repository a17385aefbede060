import { type EpochMillis, LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { Operation, PropertyType } from "../model.ts"

/** The number of days in usage, the last of them today. */
export const usageDays = 366

/** The day of an instant in UTC: requests are counted by it. */
export const dayInUtc = (at: EpochMillis): LocalDate =>
  LocalDate.make(new Date(at).toISOString().slice(0, 10))

/** The first day in usage at an instant. */
export const firstUsageDay = (now: EpochMillis): LocalDate =>
  dayInUtc(now - (usageDays - 1) * 24 * 60 * 60 * 1000)

/** The number of profiles, of bytes of their properties, or of properties of a type. */
export const TotalKind = Schema.Union([Schema.Literals(["profile", "bytes"]), PropertyType])
export type TotalKind = typeof TotalKind.Type

/** The number of requests of one operation that were accepted on a day in UTC. */
export const RequestCount = Schema.Struct({ day: LocalDate, operation: Operation, requests: Schema.Int })
export type RequestCount = typeof RequestCount.Type

/** The use of a place: its profiles, its properties by type, and its accepted requests by day and operation. */
export const Usage = Schema.Struct({
  profiles: Schema.Int,
  /** The bytes of the properties of all profiles, by `bytesOf`. */
  bytes: Schema.Int,
  properties: Schema.Record(PropertyType, Schema.Int),
  /** Oldest day first, then by operation. Only what was accepted at all is listed. */
  requests: Schema.Array(RequestCount),
})
export type Usage = typeof Usage.Type
