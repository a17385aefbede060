import {
  Idempotency,
  Offer,
  Outcome,
  Place,
  Profile,
  PropertyType,
  RequestId,
  Workspace,
  WorkspaceKey,
} from "@daybook/profiles"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { json, text } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const workspaces = tableOf("workspaces", Workspace)

export const keys = tableOf("workspace_keys", WorkspaceKey, { id: { generated: true } })

export const profiles = tableOf("profiles", Profile, { properties: { type: json } })

const Property = Schema.Struct({ ...Place.fields, name: Offer.fields.name })

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
export const retries = tableOf("set_once_retries", Retry, { requestId: { type: { ...text, parse: "uuid" } } })

export const readOutcomes = rowsOf(Outcome, { ignored: { type: json } })

/** A lane that is held, and the number up to which it has been applied. */
const HeldLane = Schema.Struct({ lane: Schema.Int, passed: Schema.Int })
export type HeldLane = typeof HeldLane.Type

export const readHeld = rowsOf(HeldLane)

const ReachedLane = Schema.Struct({ lane: Schema.Int, number: Schema.Int })
const DisplacedProperty = Schema.Struct({ number: Schema.Int, name: Schema.String })
export type ReachedLane = typeof ReachedLane.Type
export type DisplacedProperty = typeof DisplacedProperty.Type

/**
 * The number of requests that a statement applied, the last number of each lane, and the properties that requests lost
 * to earlier ones.
 */
export const readApplied = rowsOf(
  Schema.Struct({
    taken: Schema.Int,
    reached: Schema.UndefinedOr(Schema.Array(ReachedLane)),
    displaced: Schema.UndefinedOr(Schema.Array(DisplacedProperty)),
  }),
  { reached: { type: json }, displaced: { type: json } },
)

export const readNumbers = valuesOf(Schema.Int)

export const readOldest = valuesOf(Schema.UndefinedOr(EpochMillis))
