import {
  Action,
  ChangeOutcome,
  Idempotency,
  IgnoredProperty,
  Operation,
  Place,
  Profile,
  PropertyType,
  PropertyValue,
  RequestCount,
  RequestId,
  Workspace,
  WorkspaceKey,
} from "@daybook/profiles"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { bigint, json, text } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const workspaces = tableOf("workspaces", Workspace)

export const keys = tableOf("workspace_keys", WorkspaceKey, { id: { generated: true } })

export const profiles = tableOf("profiles", Profile, { properties: { type: json } })

const Property = Schema.Struct({ ...Place.fields, name: Schema.String })

/** Properties as statements name them: `unnest(…) as … (workspace, version, name)`. */
export const properties = tableOf("property", Property)

const TypedProperty = Schema.Struct({ ...Property.fields, type: PropertyType })
export type TypedProperty = typeof TypedProperty.Type

/** The types of properties. */
export const types = tableOf("property_types", TypedProperty)

const RetryKey = Schema.Struct({ ...Place.fields, key: Idempotency.fields.key })

/** Idempotency keys as statements name them. */
export const retryKeys = tableOf("retry_key", RetryKey)

const Retry = Schema.Struct({
  ...RetryKey.fields,
  bodyHash: Idempotency.fields.bodyHash,
  requestId: RequestId,
  acceptedAt: EpochMillis,
})
export type Retry = typeof Retry.Type

/** Idempotency keys, each with the first request that came with it. */
export const retries = tableOf("profile_retries", Retry, { requestId: { type: { ...text, parse: "uuid" } } })

const ReadOutcome = Schema.Struct({ requestId: RequestId, operation: Operation, ...ChangeOutcome.fields })

const StoredOutcome = Schema.Struct({ ...Place.fields, ...ReadOutcome.fields })

/** The outcomes of changes. */
export const outcomes = tableOf("profile_outcomes", StoredOutcome, {
  requestId: { type: { ...text, parse: "uuid" } },
  acceptance: { name: "number", type: bigint },
  status: { computed: "'processed'" },
  ignored: { type: json },
})

/** The requests that a page may show. */
export const readCandidates = rowsOf(
  Schema.Struct({ requestId: RequestId, acceptance: Schema.Int, operation: Operation }),
)

export const readOutcomes = rowsOf(ReadOutcome, { ignored: { type: json } })

/** A lane that is held, the number up to which it has been applied, and whether others than set-once wait in it. */
const HeldLane = Schema.Struct({ lane: Schema.Int, passed: Schema.Int, isMixed: Schema.Boolean })
export type HeldLane = typeof HeldLane.Type

export const readHeld = rowsOf(HeldLane)

const ReachedLane = Schema.Struct({ lane: Schema.Int, number: Schema.Int })
export type ReachedLane = typeof ReachedLane.Type

const PlacedRequestCount = Schema.Struct({ ...Place.fields, ...RequestCount.fields })
export type PlacedRequestCount = typeof PlacedRequestCount.Type

/** The counters of requests that have left the inbox. */
export const usage = tableOf("profile_usage", PlacedRequestCount, { requests: { type: bigint } })

export const readRequestCounts = rowsOf(RequestCount)
export const readPlacedRequestCounts = rowsOf(PlacedRequestCount)

/** The number of profiles, or of properties of a type. */
const Total = Schema.Struct({
  ...Place.fields,
  kind: Schema.Union([Schema.Literal("profile"), PropertyType]),
  number: Schema.Int,
})
export type Total = typeof Total.Type

export const totals = tableOf("profile_totals", Total, { number: { type: bigint } })

/** The changes that a statement applied: their number, the last of each lane, and what they add to the counters. */
export const readApplied = rowsOf(
  Schema.Struct({
    taken: Schema.Int,
    reached: Schema.UndefinedOr(Schema.Array(ReachedLane)),
    requests: Schema.UndefinedOr(Schema.Array(PlacedRequestCount)),
    totals: Schema.UndefinedOr(Schema.Array(Total)),
  }),
  { reached: { type: json }, requests: { type: json }, totals: { type: json } },
)

/** A change that waits in the inbox. */
const WaitingChange = Schema.Struct({
  ...Place.fields,
  lane: Schema.Int,
  number: Schema.Int,
  requestId: RequestId,
  change: Schema.Int,
  operation: Operation,
  distinctId: Schema.String,
  properties: Schema.Record(Schema.String, PropertyValue),
  actions: Schema.UndefinedOr(Schema.Array(Action)),
  ignored: Schema.Array(IgnoredProperty),
  makes: Schema.Boolean,
  acceptedAt: EpochMillis,
})
export type WaitingChange = typeof WaitingChange.Type

export const readWaiting = rowsOf(WaitingChange, {
  properties: { type: json },
  actions: { type: json },
  ignored: { type: json },
})

const PlacedProfile = Schema.Struct({ ...Place.fields, ...Profile.fields })
export type PlacedProfile = typeof PlacedProfile.Type

/** Profiles with their places. */
export const placedProfiles = tableOf("profiles", PlacedProfile, { properties: { type: json } })

const ProfileKey = Schema.Struct({ ...Place.fields, distinctId: Profile.fields.distinctId })

/** Profiles as statements name them. */
export const profileKeys = tableOf("profile_key", ProfileKey)

/** The last number that may be applied. */
export const readSettled = valuesOf(Schema.Int)

export const readNumbers = valuesOf(Schema.Int)

export const readOldest = valuesOf(Schema.UndefinedOr(EpochMillis))
