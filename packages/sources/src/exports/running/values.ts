import { type EpochMillis, type ExportReading, resolveInstant } from "@daybook/kernel"
import type { RecordedRun } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"

export type RunReading = ExportReading<RecordedRun>

const utc = DateTime.zoneMakeNamedUnsafe("UTC")

/** A time as ISO 8601 has it, with an offset or in UTC. No receiver recorded before 1970. */
export const timeOf = (text: string): EpochMillis | undefined => {
  const instant = resolveInstant("time", text.trim(), utc)
  return Result.isSuccess(instant) && instant.success >= 0 ? instant.success : undefined
}

/** The number in a text; undefined if there is none, or it is too large. */
export const numberOf = (text: string | undefined, most: number): number | undefined => {
  const value = text === undefined || text.trim() === "" ? NaN : Number(text)
  return Math.abs(value) <= most ? value : undefined
}

/** Beats or turns a minute; a sensor without contact sends 0. */
export const rateOf = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 && value <= 300 ? value : undefined

/** Steps a minute. Most watches count the turns of one foot, and runners take at least 120 steps. */
export const stepsOf = (cadence: number | undefined): number | undefined =>
  cadence !== undefined && cadence < 120 ? 2 * cadence : cadence

/** The mean of the known values. */
export const meanOf = (values: ReadonlyArray<number | undefined>): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}
