import type { EpochMillis } from "@daybook/kernel"
import type { Applied, Properties } from "./applyActions.ts"
import type { Acceptance, Idempotency, OfferedRequest, Operation, PropertyType, RequestId } from "./model.ts"
import type { ChangingProperties } from "./properties.ts"
import type { NewWarning } from "./warnings.ts"
import type { Used } from "./workspaces/quotas.ts"
import type { TotalKind } from "./workspaces/usage.ts"

/** A profile without its id. */
export interface StoredProfile {
  readonly properties: Properties
  readonly createdAt: EpochMillis
  readonly updatedAt: EpochMillis
}

/** An idempotency key with its first request. */
export interface Retry extends Idempotency {
  readonly requestId: RequestId
  readonly acceptedAt: EpochMillis
}

/** Everything a place has stored for the requests. */
export interface HeldPlace {
  /** The profiles that ids resolve to; a missing id resolves to its own. */
  readonly leads: ReadonlyMap<string, string>
  /** By their own ids. */
  readonly profiles: ReadonlyMap<string, StoredProfile>
  readonly types: ReadonlyMap<string, PropertyType>
  /** All properties of the place whose stored values are being changed. */
  readonly changing: ChangingProperties
  /** By their keys. */
  readonly retries: ReadonlyMap<string, Retry>
  /** The number of other ids of a profile, for profiles in merges. */
  readonly idsTo: ReadonlyMap<string, number>
  /** The part of the quotas that is used; requested if a request has quotas. */
  readonly used: Used
  /** The requests that are already stored, though the sender received no response. */
  readonly stored: ReadonlySet<RequestId>
}

/** A profile as it was read, and as it is to be stored; undefined if there is none. */
export interface ChangedProfile {
  readonly before: Properties | undefined
  readonly after: StoredProfile | undefined
}

/** The difference that a batch makes to the use of a property. */
export interface PropertyUse {
  /** The number of profiles that got it, less the number that lost it. */
  readonly profiles: number
  /** True if a request set it in a profile. */
  readonly isSet: boolean
}

/** A request that was applied, with the outcome of each of its changes. */
export interface AppliedRequest {
  readonly request: OfferedRequest
  readonly outcomes: ReadonlyArray<Applied>
}

/** All changes that requests of a place make there. */
export interface PlaceChanges {
  /** In the order of the requests. */
  readonly acceptances: ReadonlyArray<Acceptance>
  /** The requests that were applied, in their order; retries and refused ones are not among them. */
  readonly applied: ReadonlyArray<AppliedRequest>
  readonly profiles: ReadonlyMap<string, ChangedProfile>
  /** Ids of profiles that resolve to another one now; so do the ids that resolved to them. */
  readonly leads: ReadonlyMap<string, string>
  /** The types of new properties. */
  readonly types: ReadonlyMap<string, PropertyType>
  readonly retries: ReadonlyArray<Retry>
  readonly totals: ReadonlyMap<TotalKind, number>
  /** By name: the properties that got or lost a profile, or were set. */
  readonly properties: ReadonlyMap<string, PropertyUse>
  readonly warnings: ReadonlyArray<NewWarning>
  /** The number of applied requests of each operation. */
  readonly requests: ReadonlyMap<Operation, number>
}
