import { EpochMillis } from "@daybook/kernel"
import { WorkspaceLimits } from "./limits.ts"
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
  /** The last four characters, so that the owner recognizes the key. */
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

/** The numbers of a place that a quota bounds: its profiles, its properties, their bytes, and its requests of a month. */
export const Quota = Schema.Literals(["profiles", "properties", "bytes", "requests"])
export type Quota = typeof Quota.Type

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

const Items = Schema.Array(Schema.Union([Schema.String, Schema.Finite]))

/**
 * A change of one property: `set` always sets, `once` only if there is no value, `unset` removes the value, `add` adds
 * to a number, `append` to the end of a list, `union` only missing items, and `remove` removes equal items from a list.
 * `type` is the type that the value would give a new property. `type` sets the type of a new property and no value.
 * `merge` takes missing properties from the profile `source`, which is removed.
 */
export const Action = Schema.Union([
  Schema.Struct({
    verb: Schema.Literals(["set", "once"]),
    name: Schema.String,
    type: PropertyType,
    value: PropertyValue,
  }),
  Schema.Struct({
    verb: Schema.Literal("add"),
    name: Schema.String,
    type: Schema.Literal("number"),
    value: Schema.Finite,
  }),
  Schema.Struct({
    verb: Schema.Literals(["append", "union"]),
    name: Schema.String,
    type: Schema.Literal("list"),
    value: Items,
  }),
  Schema.Struct({ verb: Schema.Literal("remove"), name: Schema.String, value: Items }),
  Schema.Struct({ verb: Schema.Literal("unset"), name: Schema.String }),
  Schema.Struct({ verb: Schema.Literal("type"), name: Schema.String, type: PropertyType }),
  // For whole profiles, whose properties the name does not identify.
  Schema.Struct({ verb: Schema.Literal("merge"), name: Schema.Literal("$merge"), source: Schema.String }),
])
export type Action = typeof Action.Type

/** A property that a request named and did not change, with the reason. */
export const IgnoredProperty = Schema.Struct({ name: Schema.String, reason: Schema.String })
export type IgnoredProperty = typeof IgnoredProperty.Type

/** A value that no property can hold. `example` is its JSON, cut if it is long. */
const UnreadableValue = Schema.Struct({
  ...IgnoredProperty.fields,
  example: Schema.optionalKey(Schema.String),
})

/** The changes of one profile, made together and in this order. */
export const ProfileChange = Schema.Struct({
  distinctId: Schema.String,
  actions: Schema.Array(Action),
  ignored: Schema.Array(UnreadableValue),
  /** True if a missing profile is made: not for changes that only take away. */
  makes: Schema.Boolean,
  /** The times of a profile that comes from elsewhere, if there is none yet. */
  times: Schema.optional(Schema.Struct({ createdAt: EpochMillis, updatedAt: EpochMillis })),
})
export type ProfileChange = typeof ProfileChange.Type

/** The operation of a request, as its path names it. */
export const Operation = Schema.Literals([
  "set-once",
  "set",
  "unset",
  "numerical-add",
  "append",
  "union",
  "remove",
  "batch",
  "merge",
])
export type Operation = typeof Operation.Type

/** A sender's id of a request: a UUID of version 7, so that ids of one time are neighbours in an index. */
export const RequestId = Schema.String.pipe(Schema.brand("RequestId"))
export type RequestId = typeof RequestId.Type

/** A key of the sender's choice, and the hash of the request's body. */
export const Idempotency = Schema.Struct({
  key: Schema.String,
  bodyHash: Schema.String,
})
export type Idempotency = typeof Idempotency.Type

/** A request on its way into the store. */
export const OfferedRequest = Schema.Struct({
  ...Place.fields,
  requestId: RequestId,
  operation: Operation,
  /** One change; for a batch one for each valid item, accepted together and in this order. */
  changes: Schema.Array(ProfileChange),
  idempotency: Schema.UndefinedOr(Idempotency),
  /** The limits of its workspace, whose quotas apply to it. */
  limits: Schema.optional(WorkspaceLimits),
})
export type OfferedRequest = typeof OfferedRequest.Type

/**
 * The result of offering a request: stored under this id; or refused, since it goes past a quota, or since its idempotency
 * key came with another body before.
 */
export const Acceptance = Schema.Union([
  Schema.Struct({ accepted: Schema.Literal(true), requestId: RequestId }),
  Schema.Struct({
    accepted: Schema.Literal(false),
    passed: Schema.optional(Schema.Struct({ quota: Quota, limit: Schema.Int })),
  }),
])
export type Acceptance = typeof Acceptance.Type

/** The state of a request. Every store applies what it accepts at once, so all are `processed`. */
export const RequestStatus = Schema.Literals(["accepted", "processed", "failed"])
export type RequestStatus = typeof RequestStatus.Type

/** The outcome of one change. */
export const ChangeOutcome = Schema.Struct({
  /** The change's place in its request, from 0. */
  change: Schema.Int,
  /** The change's place in the order of acceptance, over all workspaces and servers. */
  acceptance: Schema.Int,
  status: RequestStatus,
  /** The names that this change set, changed or removed. */
  applied: Schema.Array(Schema.String),
  ignored: Schema.Array(IgnoredProperty),
})
export type ChangeOutcome = typeof ChangeOutcome.Type

/** The outcome of a request: of all its changes together, and of each in its order. */
export const Outcome = Schema.Struct({
  requestId: RequestId,
  operation: Operation,
  /** The place of the first change in the order of acceptance. */
  acceptance: Schema.Int,
  /** `accepted` as long as a change waits; `failed` if one has failed. */
  status: RequestStatus,
  applied: Schema.Array(Schema.String),
  ignored: Schema.Array(IgnoredProperty),
  changes: Schema.Array(ChangeOutcome),
})
export type Outcome = typeof Outcome.Type

export const Profile = Schema.Struct({
  distinctId: Schema.String,
  properties: Schema.Record(Schema.String, PropertyValue),
  /** The time when the first of its requests was accepted. */
  createdAt: EpochMillis,
  /** The time when one of its properties was last changed. */
  updatedAt: EpochMillis,
})
export type Profile = typeof Profile.Type

/** A profile as one of its distinct ids finds it. */
export const ResolvedProfile = Schema.Struct({
  ...Profile.fields,
  /** The other distinct ids that resolve to it, by code point: those of profiles that were merged into it. */
  idList: Schema.Array(Schema.String),
})
export type ResolvedProfile = typeof ResolvedProfile.Type
