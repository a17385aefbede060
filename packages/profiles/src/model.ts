import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/** The id of a tenant. A workspace never sees another's data. */
export const WorkspaceId = Schema.String.pipe(Schema.brand("WorkspaceId"))
export type WorkspaceId = typeof WorkspaceId.Type

/** The two sets of data of a workspace. They share nothing but the workspace's keys. */
export const Version = Schema.Literals(["live", "test"])
export type Version = typeof Version.Type

export const Workspace = Schema.Struct({
  id: WorkspaceId,
  name: Schema.String,
  createdAt: EpochMillis,
})
export type Workspace = typeof Workspace.Type

export const WorkspaceKeyId = Schema.Int.pipe(Schema.brand("WorkspaceKeyId"))
export type WorkspaceKeyId = typeof WorkspaceKeyId.Type

/** The record of a workspace's key. The key itself is not stored, only its hash. */
export const WorkspaceKey = Schema.Struct({
  id: WorkspaceKeyId,
  workspace: WorkspaceId,
  name: Schema.String,
  /** The last four characters, by which a person recognises the key. */
  hint: Schema.String,
  createdAt: EpochMillis,
})
export type WorkspaceKey = typeof WorkspaceKey.Type

/** A key to be stored. */
export const NewWorkspaceKey = Schema.Struct({
  ...Struct.omit(WorkspaceKey.fields, ["id"]),
  hash: Schema.String,
})
export type NewWorkspaceKey = typeof NewWorkspaceKey.Type

/** The place of a profile: a distinct id in two places means two unrelated profiles. */
export const Place = Schema.Struct({
  workspace: WorkspaceId,
  version: Version,
})
export type Place = typeof Place.Type

/** The type of a property: the same for all profiles of a place, fixed by the first accepted value. */
export const PropertyType = Schema.Literals(["string", "number", "boolean", "date", "list"])
export type PropertyType = typeof PropertyType.Type

export const PropertyValue = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(Schema.Union([Schema.String, Schema.Finite])),
])
export type PropertyValue = typeof PropertyValue.Type

/** A property's name and the value offered for it. */
export const Offer = Schema.Struct({
  name: Schema.String,
  /** The type that the value would give a new property. */
  type: PropertyType,
  value: PropertyValue,
})
export type Offer = typeof Offer.Type

/** A property that a request named and did not set, with the reason. */
export const IgnoredProperty = Schema.Struct({ name: Schema.String, reason: Schema.String })
export type IgnoredProperty = typeof IgnoredProperty.Type

/** A sender's request, once it is known to be valid. */
export const SetOnce = Schema.Struct({
  distinctId: Schema.String,
  offers: Schema.Array(Offer),
  /** Values that no property can hold. */
  ignored: Schema.Array(IgnoredProperty),
})
export type SetOnce = typeof SetOnce.Type

/**
 * The id by which a sender knows a request: a UUID of version 7, so that ids of one time stand together in an index.
 */
export const RequestId = Schema.String.pipe(Schema.brand("RequestId"))
export type RequestId = typeof RequestId.Type

/** A key of the sender's choice, and the hash of the body that came with it. */
export const Idempotency = Schema.Struct({
  key: Schema.String,
  bodyHash: Schema.String,
})
export type Idempotency = typeof Idempotency.Type

/** A request on its way into the inbox. */
export const OfferedRequest = Schema.Struct({
  ...Place.fields,
  ...SetOnce.fields,
  requestId: RequestId,
  idempotency: Schema.UndefinedOr(Idempotency),
})
export type OfferedRequest = typeof OfferedRequest.Type

/**
 * The result of offering a request: stored under this id, or refused because its idempotency key came with another
 * body before.
 */
export const Acceptance = Schema.Union([
  Schema.Struct({ accepted: Schema.Literal(true), requestId: RequestId }),
  Schema.Struct({ accepted: Schema.Literal(false) }),
])
export type Acceptance = typeof Acceptance.Type

/** The state of a request. `failed` ones wait for a person; nothing of them was applied. */
export const RequestStatus = Schema.Literals(["accepted", "processed", "failed"])
export type RequestStatus = typeof RequestStatus.Type

export const Outcome = Schema.Struct({
  requestId: RequestId,
  /** The request's place in the order of acceptance, over all workspaces and servers. */
  acceptance: Schema.Int,
  status: RequestStatus,
  /** The names whose value is this request's. */
  applied: Schema.Array(Schema.String),
  ignored: Schema.Array(IgnoredProperty),
})
export type Outcome = typeof Outcome.Type

export const Profile = Schema.Struct({
  distinctId: Schema.String,
  properties: Schema.Record(Schema.String, PropertyValue),
  /** The time when the first of its requests was accepted. */
  createdAt: EpochMillis,
  /** The time when one of its properties was last set. */
  updatedAt: EpochMillis,
})
export type Profile = typeof Profile.Type
