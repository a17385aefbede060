import {
  Action,
  ChangeOutcome,
  Erasure,
  Idempotency,
  IgnoredProperty,
  Operation,
  Place,
  Profile,
  PropertyType,
  PropertyValue,
  RequestCount,
  RequestId,
  SavedCohort,
  Workspace,
  WorkspaceKey,
  WorkspaceLimits,
} from "@daybook/profiles"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { bigint, json, text } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const workspaces = tableOf("workspaces", Workspace)

export const keys = tableOf("workspace_keys", WorkspaceKey, { id: { generated: true } })

/** The hashes of keys. */
export const readHashes = valuesOf(Schema.String)

/** The limits of a workspace; those of every workspace have no name. */
export const limits = tableOf(
  "workspace_limits",
  Schema.Struct({ workspace: Schema.String, ...WorkspaceLimits.fields }),
  { bytes: { type: bigint } },
)

export const readDrawn = rowsOf(Schema.Struct({ granted: Schema.Int, left: Schema.Finite }))

export const readKnown = valuesOf(Schema.String)

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

const StoredOutcome = Schema.Struct({ ...Place.fields, lane: Schema.Int, ...ReadOutcome.fields })

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

/** The outcome of a change; of a failed one with the reason and with what its row holds. */
export const readOutcomes = rowsOf(
  Schema.Struct({
    ...ReadOutcome.fields,
    failure: Schema.UndefinedOr(Schema.String),
    properties: Schema.Unknown,
    actions: Schema.Unknown,
  }),
  { ignored: { type: json }, properties: { type: json }, actions: { type: json } },
)

/** A lane with waiting changes: the numbers of those that were found, and whether others than set-once are among them. */
const WaitingLane = Schema.Struct({
  lane: Schema.Int,
  first: Schema.Int,
  last: Schema.Int,
  changes: Schema.Int,
  numbers: Schema.Array(Schema.Int),
  isMixed: Schema.Boolean,
})

export const readWaitingLanes = rowsOf(WaitingLane)

export const readLanes = valuesOf(Schema.Int)

const PlacedRequestCount = Schema.Struct({ ...Place.fields, ...RequestCount.fields })
export type PlacedRequestCount = typeof PlacedRequestCount.Type

/** The counters of requests that have left the inbox. */
export const usage = tableOf("profile_usage", PlacedRequestCount, { requests: { type: bigint } })

export const readRequestCounts = rowsOf(RequestCount)

/** The totals of a place, and what waiting changes can add to them. */
export const readTotals = rowsOf(Schema.Struct({ kind: Schema.String, number: Schema.Int }))

/** The number of profiles, of bytes of their properties, or of properties of a type. */
const Total = Schema.Struct({
  ...Place.fields,
  kind: Schema.Union([Schema.Literals(["profile", "bytes"]), PropertyType]),
  number: Schema.Int,
})
export type Total = typeof Total.Type

export const totals = tableOf("profile_totals", Total, { number: { type: bigint } })

/** The changes that a statement applied: their number, the last of them, and what they add to the counters. */
export const readApplied = rowsOf(
  Schema.Struct({
    taken: Schema.Int,
    last: Schema.UndefinedOr(Schema.Int),
    requests: Schema.UndefinedOr(Schema.Array(PlacedRequestCount)),
    totals: Schema.UndefinedOr(Schema.Array(Total)),
  }),
  { requests: { type: json }, totals: { type: json } },
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

/** A change that leaves the inbox as its profile is erased, whatever its row holds. */
const ErasedChange = Schema.Struct({
  ...Struct.omit(WaitingChange.fields, ["distinctId", "makes"]),
  properties: Schema.Unknown,
  actions: Schema.Unknown,
})
export type ErasedChange = typeof ErasedChange.Type

export const readErased = rowsOf(ErasedChange, {
  properties: { type: json },
  actions: { type: json },
  ignored: { type: json },
})

/** A failed change that is forgotten. */
export const readForgotten = rowsOf(
  Schema.Struct(
    Struct.pick(WaitingChange.fields, ["workspace", "version", "operation", "change", "acceptedAt"]),
  ),
)

export const isNamed = Schema.is(Schema.Struct({ name: Schema.String }))

const PlacedProfile = Schema.Struct({
  ...Place.fields,
  lane: Schema.Int,
  ...Profile.fields,
  /** The bytes of the stored properties: 0 where there is no row. */
  bytes: Schema.Int,
})
export type PlacedProfile = typeof PlacedProfile.Type

const bytes = { computed: "octet_length(properties::text)" }

/** Profiles with their places. */
export const placedProfiles = tableOf("profiles", PlacedProfile, { properties: { type: json }, bytes })

/** The bytes of profiles that a statement has written or removed. */
export const profileBytes = tableOf(
  "profiles",
  Schema.Struct(Struct.pick(PlacedProfile.fields, ["workspace", "version", "bytes"])),
  { bytes },
)

const ProfileKey = Schema.Struct({ ...Place.fields, distinctId: Profile.fields.distinctId })

/** Profiles as statements name them. */
export const profileKeys = tableOf("profile_key", ProfileKey)

/** Erasures as the log gives them. */
export const erasures = tableOf("profile_erasures", Erasure, {
  number: { type: bigint, generated: true },
  requestId: { type: { ...text, parse: "uuid", cast: "text" } },
  ids: { computed: "cardinality(hashes)" },
})

/** The same as they are noted, with the hash of each id that led to the profile. */
export const loggedErasures = tableOf(
  "profile_erasures",
  Schema.Struct({
    ...Place.fields,
    ...Struct.omit(Erasure.fields, ["number", "ids"]),
    hashes: Schema.Array(Schema.String),
  }),
  { requestId: { type: { ...text, parse: "uuid" } } },
)

/** The last number that may be applied. */
export const readSettled = valuesOf(Schema.Int)

/** The same, with the epoch of the database: none right after a crash. */
export const readSettledIn = rowsOf(
  Schema.Struct({ settled: Schema.Int, epoch: Schema.UndefinedOr(Schema.Finite) }),
)

export const readNumbers = valuesOf(Schema.Int)

export const readOldest = valuesOf(Schema.UndefinedOr(EpochMillis))

/** Rows as objects, by column. */
export const readRecords = rowsOf(Schema.Struct({ row: Schema.Record(Schema.String, Schema.Unknown) }), {
  row: { type: json },
})

const asFilter = { filter: { type: json } }

/** Saved cohorts. */
export const cohorts = tableOf("profile_cohorts", SavedCohort, asFilter)

/** The same with their places. */
export const placedCohorts = tableOf(
  "profile_cohorts",
  Schema.Struct({ ...Place.fields, ...SavedCohort.fields }),
  asFilter,
)

/** Ids that lead to other ones. */
export const readAliases = rowsOf(Schema.Struct({ distinctId: Schema.String, target: Schema.String }))
