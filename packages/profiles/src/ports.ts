import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Cohort } from "./cohorts/cohorts.ts"
import type { ErasurePage, ErasureListOptions, Erasing } from "./erasures.ts"
import type { Filter } from "./cohorts/filters.ts"
import type { Asked, Bucket, Drawn, WorkspaceLimits } from "./limits.ts"
import type { RequestPage, RequestListOptions } from "./requests/listedRequests.ts"
import type {
  Acceptance,
  NewWorkspaceKey,
  OfferedRequest,
  Outcome,
  Place,
  Profile,
  PropertyType,
  RequestId,
  ResolvedProfile,
  Workspace,
  WorkspaceId,
  WorkspaceKey,
  WorkspaceKeyId,
} from "./model.ts"
import type { Usage } from "./workspaces/usage.ts"

/** The time within which an idempotency key marks a retry, in milliseconds. */
export const retryMillis = 24 * 60 * 60 * 1000

/** One of the requests cannot be stored; none of them was. */
export class Unstorable extends Schema.TaggedError<Unstorable>()("Unstorable", { message: Schema.String }) {}

/** A part of a store that cannot be read or written now. */
export interface StalledShard {
  readonly id: number
  /** The end of a sentence that names it: "it does not respond". */
  readonly trouble: string
}

/** The store of profiles, and of the requests that change them. Storage failures are defects. */
export class ProfileStore extends Context.Service<
  ProfileStore,
  {
    /** The parts of the store that are unreachable, while the others continue. */
    readonly away: Effect.Effect<ReadonlyArray<StalledShard>>
    /** The number of the part of the store that has a place. Requests of different parts do not wait for each other. */
    readonly shardOf: (place: Place) => number
    /**
     * Applies requests and stores them with all their changes, durably: as if all accepted requests, of any number of
     * servers, were applied one after another in the order of acceptance. No part of it is visible before the whole. A
     * new property has its first value's type; a value that does not fit its property's type is recorded as ignored. A
     * request with a known idempotency key, or past a quota, stores nothing.
     *
     * A merge makes the ids of its source resolve to its target from then on. If its two ids resolve to one profile, or
     * it would give one more than `maxIds`, it is recorded as ignored.
     *
     * `again` says that these requests were offered before and may be stored: the response to the first offer was lost.
     * The stored ones are accepted, and not applied twice.
     */
    readonly accept: (
      requests: ReadonlyArray<OfferedRequest>,
      now: EpochMillis,
      again?: boolean,
    ) => Effect.Effect<ReadonlyArray<Acceptance>, Unstorable>
    /** The profile that a distinct id resolves to. */
    readonly profile: (place: Place, distinctId: string) => Effect.Effect<Option.Option<ResolvedProfile>>
    /** The profiles that distinct ids resolve to, by each of these ids that resolves to one. */
    readonly profiles: (
      place: Place,
      distinctIds: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyMap<string, Profile>>
    /** The other ids that lead to these profiles, by code point, by the profiles' own ids; those without any are missing. */
    readonly idLists: (
      place: Place,
      distinctIds: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>>
    /** The types of all properties of a place, even without profiles. */
    readonly types: (place: Place) => Effect.Effect<ReadonlyMap<string, PropertyType>>
    /**
     * Removes the profile that a distinct id resolves to, with all its ids. Later requests make a new profile, with
     * first values. An erasure that removes something is logged at once.
     */
    readonly erase: (
      place: Place,
      distinctId: string,
      erasing: Erasing,
      now: EpochMillis,
    ) => Effect.Effect<void>
    /** The log of erasures, oldest first. A reader that continues from the last one misses none. */
    readonly erasures: (place: Place, asked: ErasureListOptions) => Effect.Effect<ErasurePage>
    /** Forgets up to `limit` erasures before the instant; returns their number. */
    readonly forgetErasures: (before: EpochMillis, limit: number) => Effect.Effect<number>
    readonly outcome: (place: Place, request: RequestId) => Effect.Effect<Option.Option<Outcome>>
    /**
     * Requests and their outcomes in the order of acceptance. A request is listed once none can be stored any more that
     * was accepted before it, so that anyone who continues from the last one misses none.
     */
    readonly requests: (place: Place, asked: RequestListOptions) => Effect.Effect<RequestPage>
    /** The use of a place, with its requests from a day on. Each accepted request and each profile is counted exactly once. */
    readonly usage: (place: Place, since: LocalDate) => Effect.Effect<Usage>
    /** The profiles of a cohort, in its order. */
    readonly find: (place: Place, cohort: Cohort) => Effect.Effect<ReadonlyArray<Profile>>
    /** The number of profiles that match a filter. */
    readonly count: (place: Place, where: Filter) => Effect.Effect<number>
    /**
     * Forgets up to `limit` outcomes of requests accepted before the instant, and up to `limit` idempotency keys that
     * no longer mark a retry. Returns the number forgotten.
     */
    readonly forget: (before: EpochMillis, limit: number, now: EpochMillis) => Effect.Effect<number>
  }
>()("daybook/profiles/ProfileStore") {}

/**
 * The store of workspaces, their keys and their limits; writes raise the data version `workspaces`. Storage failures are
 * defects.
 */
export class WorkspaceStore extends Context.Service<
  WorkspaceStore,
  {
    /** False if the id is taken. */
    readonly insert: (workspace: Workspace) => Effect.Effect<boolean>
    /** Stores the workspace with its key only if there is no workspace at all; true if it did. */
    readonly insertFirst: (workspace: Workspace, key: NewWorkspaceKey) => Effect.Effect<boolean>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Workspace>>
    /** None if the workspace does not exist. */
    readonly insertKey: (key: NewWorkspaceKey) => Effect.Effect<Option.Option<WorkspaceKey>>
    /**
     * Stores the keys of a setting, and their workspace if missing. A key that the setting named before stays as it is
     * if it is named again, and is removed if not; other keys stay.
     */
    readonly setConfigured: (
      setting: string,
      workspace: Workspace,
      keys: ReadonlyArray<NewWorkspaceKey>,
    ) => Effect.Effect<void>
    /** The keys of a workspace, oldest first. */
    readonly keys: (workspace: WorkspaceId) => Effect.Effect<ReadonlyArray<WorkspaceKey>>
    readonly findKey: (hash: string) => Effect.Effect<Option.Option<WorkspaceKey>>
    /** False if the workspace has no such key. */
    readonly revokeKey: (workspace: WorkspaceId, id: WorkspaceKeyId) => Effect.Effect<boolean>
    /** A workspace's limits; without a workspace the defaults. */
    readonly limits: (workspace: WorkspaceId | undefined) => Effect.Effect<WorkspaceLimits>
    /** False if the workspace does not exist. */
    readonly setLimits: (
      workspace: WorkspaceId | undefined,
      limits: WorkspaceLimits,
    ) => Effect.Effect<boolean>
    /** Draws from a workspace's bucket by `drawFrom`. Raises no version. A crash of the store may fill all buckets. */
    readonly draw: (
      workspace: WorkspaceId,
      bucket: Bucket,
      asked: Asked,
      now: EpochMillis,
    ) => Effect.Effect<Drawn>
  }
>()("daybook/profiles/WorkspaceStore") {}
