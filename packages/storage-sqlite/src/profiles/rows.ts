import { EpochMillis } from "@daybook/kernel"
import {
  ChangeOutcome,
  Erasure,
  Idempotency,
  Operation,
  Place,
  Profile,
  PropertyType,
  RequestCount,
  RequestId,
  TotalKind,
} from "@daybook/profiles"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { json } from "../sql/columnTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

/** A property with its type, and whether its values are being changed. The id is only this store's. */
const Property = Schema.Struct({ id: Schema.Int, type: PropertyType, isChanging: Schema.Boolean })
export type Property = typeof Property.Type

export const readProperties = rowsOf(Property)

export const readChanging = rowsOf(
  Schema.Struct({ name: Schema.String, toType: Schema.UndefinedOr(PropertyType) }),
)

export const readTypes = rowsOf(Schema.Struct({ name: Schema.String, type: PropertyType }))

const asJson = { properties: { type: json } }

export const profiles = tableOf("profiles", Profile, asJson)

const PlacedProfile = Schema.Struct({ ...Place.fields, ...Profile.fields })
export type PlacedProfile = typeof PlacedProfile.Type

/** Profiles with their places. */
export const placedProfiles = tableOf("profiles", PlacedProfile, asJson)

/** Ids that lead to other ones. */
export const readAliases = rowsOf(Schema.Struct({ distinctId: Schema.String, target: Schema.String }))

const StoredRequest = Schema.Struct({
  number: Schema.Int,
  requestId: RequestId,
  ...Place.fields,
  operation: Operation,
  changes: Schema.Array(Schema.Struct(Struct.pick(ChangeOutcome.fields, ["applied", "ignored"]))),
})
export type StoredRequest = typeof StoredRequest.Type

/** Requests with the outcomes of their changes, in their order. */
export const requests = tableOf("profile_requests", StoredRequest, { changes: { type: json } })

/** The requests that a page may show. */
export const readCandidates = rowsOf(Schema.Struct({ acceptance: Schema.Int, operation: Operation }))

const Retry = Schema.Struct({
  ...Place.fields,
  ...Idempotency.fields,
  requestId: RequestId,
  acceptedAt: EpochMillis,
})

/** Idempotency keys, each with its first request. */
export const retries = tableOf("profile_retries", Retry)

/** The counters of accepted requests. */
export const usage = tableOf("profile_usage", Schema.Struct({ ...Place.fields, ...RequestCount.fields }))

export const readRequestCounts = rowsOf(RequestCount)

export const totals = tableOf(
  "profile_totals",
  Schema.Struct({ ...Place.fields, kind: TotalKind, number: Schema.Int }),
)

export const readTotals = rowsOf(Schema.Struct({ kind: TotalKind, number: Schema.Int }))

export const erasures = tableOf("profile_erasures", Erasure, {
  number: { generated: true },
  ids: { generated: true },
})

export const readWarningKeys = rowsOf(Schema.Struct({ name: Schema.String, reason: Schema.String }))

export const readNumbers = valuesOf(Schema.Int)

export const readIds = valuesOf(RequestId)

export const readTexts = valuesOf(Schema.String)
