import type { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/** The largest number that a limit may be. */
export const greatestLimit = 1_000_000_000

/** The largest quota of bytes. */
export const greatestBytes = 1_000_000_000_000_000

const Limit = Schema.UndefinedOr(Schema.Int)

/**
 * A workspace's limits; undefined values are unlimited. The rate applies to the workspace. The quotas apply to its live
 * and its test data separately, as usage counts them.
 */
export const WorkspaceLimits = Schema.Struct({
  /** Requests a second; each change of a batch counts as a request. */
  perSecond: Limit,
  /** Requests that may come at once after a pause; a second's by default. */
  burst: Limit,
  profiles: Limit,
  properties: Limit,
  /** Bytes of the properties of all profiles, by `bytesOf`. */
  bytes: Limit,
  /** Requests in a calendar month in UTC; a batch is one. */
  monthlyRequests: Limit,
})
export type WorkspaceLimits = typeof WorkspaceLimits.Type

export const noLimits: WorkspaceLimits = {
  perSecond: undefined,
  burst: undefined,
  profiles: undefined,
  properties: undefined,
  bytes: undefined,
  monthlyRequests: undefined,
}

/** A workspace's limits, with the defaults of every workspace for missing ones. Rate and burst belong together. */
export const limitsInForce = (own: WorkspaceLimits, general: WorkspaceLimits): WorkspaceLimits => ({
  ...Struct.pick(own.perSecond === undefined ? general : own, ["perSecond", "burst"]),
  profiles: own.profiles ?? general.profiles,
  properties: own.properties ?? general.properties,
  bytes: own.bytes ?? general.bytes,
  monthlyRequests: own.monthlyRequests ?? general.monthlyRequests,
})

/** A bucket of tokens, one for each request: it fills at a rate up to its size. */
export interface Bucket {
  readonly perSecond: number
  readonly burst: number
}

/** The bucket of limits; undefined if they have no rate. */
export const bucketOf = ({ burst, perSecond }: WorkspaceLimits): Bucket | undefined =>
  perSecond === undefined ? undefined : { perSecond, burst: burst ?? perSecond }

/** The tokens that a bucket held at a time; below 0 if it owes some. */
export interface BucketLevel {
  readonly level: number
  readonly at: EpochMillis
}

/** Tokens requested from a bucket: the ones already spent, and the wanted ones if available. */
export interface Asked {
  readonly owed: number
  readonly wanted: number
}

/** The tokens that a bucket has given, and those left in it. */
export interface Drawn {
  readonly granted: number
  readonly left: number
}

/** Clocks of servers may differ by half of this. A level from further ahead means that a clock was set back. */
export const bucketSkewMillis = 10_000

/** Draws from a bucket; a new one is full. A server whose clock is behind finds what the others have left. */
export const drawFrom = (
  known: BucketLevel | undefined,
  { burst, perSecond }: Bucket,
  { owed, wanted }: Asked,
  now: EpochMillis,
): Drawn & BucketLevel => {
  const { at, level } = known ?? { at: now, level: burst }
  const filled = Math.min(burst, level + (Math.max(0, now - at) * perSecond) / 1_000) - owed
  const granted = Math.min(wanted, Math.max(0, Math.floor(filled)))
  const left = filled - granted
  return { granted, left, level: left, at: at > now + bucketSkewMillis ? now : Math.max(at, now) }
}
