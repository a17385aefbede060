import type { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** The id of a tenant. A workspace never sees another's data. */
export const WorkspaceId = Schema.String.pipe(Schema.brand("WorkspaceId"))
export type WorkspaceId = typeof WorkspaceId.Type

/** The two sets of data of a workspace. They share nothing but the workspace's keys. */
export const Version = Schema.Literals(["live", "test"])
export type Version = typeof Version.Type

export interface Workspace {
  readonly id: WorkspaceId
  readonly name: string
  readonly createdAt: EpochMillis
}

export const WorkspaceKeyId = Schema.Int.pipe(Schema.brand("WorkspaceKeyId"))
export type WorkspaceKeyId = typeof WorkspaceKeyId.Type

/** The record of a workspace's key. The key itself is not stored, only its hash. */
export interface WorkspaceKey {
  readonly id: WorkspaceKeyId
  readonly workspace: WorkspaceId
  readonly name: string
  /** The last four characters, by which a person recognises the key. */
  readonly hint: string
  readonly createdAt: EpochMillis
}

/** A key to be stored. */
export interface NewWorkspaceKey extends Omit<WorkspaceKey, "id"> {
  readonly hash: string
}

/** The place of a profile: a distinct id in two places means two unrelated profiles. */
export interface Place {
  readonly workspace: WorkspaceId
  readonly version: Version
}

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
export interface Offer {
  readonly name: string
  /** The type that the value would give a new property. */
  readonly type: PropertyType
  readonly value: PropertyValue
}

/** A property that a request named and did not set, with the reason. */
export const IgnoredProperty = Schema.Struct({ name: Schema.String, reason: Schema.String })
export type IgnoredProperty = typeof IgnoredProperty.Type

/** A sender's request, once it is known to be valid. */
export interface SetOnce {
  readonly distinctId: string
  readonly offers: ReadonlyArray<Offer>
  /** Values that no property can hold. */
  readonly ignored: ReadonlyArray<IgnoredProperty>
}

/**
 * The id by which a sender knows a request: a UUID of version 7, so that ids of one time stand together in an index.
 */
export const RequestId = Schema.String.pipe(Schema.brand("RequestId"))
export type RequestId = typeof RequestId.Type

/** A key of the sender's choice, and the hash of the body that came with it. */
export interface Idempotency {
  readonly key: string
  readonly bodyHash: string
}

/** A request on its way into the inbox. */
export interface OfferedRequest extends Place, SetOnce {
  readonly requestId: RequestId
  readonly idempotency: Idempotency | undefined
}

/**
 * The result of offering a request: stored under this id, or refused because its idempotency key came with another
 * body before.
 */
export type Acceptance =
  | { readonly accepted: true; readonly requestId: RequestId }
  | { readonly accepted: false }

/** The state of a request. `failed` ones wait for a person; nothing of them was applied. */
export const RequestStatus = Schema.Literals(["accepted", "processed", "failed"])
export type RequestStatus = typeof RequestStatus.Type

export interface Outcome {
  readonly requestId: RequestId
  /** The request's place in the order of acceptance, over all workspaces and servers. */
  readonly acceptance: number
  readonly status: RequestStatus
  /** The names whose value is this request's. */
  readonly applied: ReadonlyArray<string>
  readonly ignored: ReadonlyArray<IgnoredProperty>
}

export interface Profile {
  readonly distinctId: string
  readonly properties: Readonly<Record<string, PropertyValue>>
  /** The time when the first of its requests was accepted. */
  readonly createdAt: EpochMillis
  /** The time when one of its properties was last set. */
  readonly updatedAt: EpochMillis
}
