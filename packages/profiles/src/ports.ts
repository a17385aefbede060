import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Cohort } from "./cohorts.ts"
import type { ErasurePage, ErasuresAsked, Erasing } from "./erasures.ts"
import type { Filter } from "./filters.ts"
import type { Asked, Bucket, Drawn, WorkspaceLimits } from "./limits.ts"
import type { RequestPage, RequestsAsked } from "./listedRequests.ts"
import type {
  Acceptance,
  NewWorkspaceKey,
  OfferedRequest,
  Outcome,
  Place,
  Profile,
  RequestId,
  ResolvedProfile,
  Workspace,
  WorkspaceId,
  WorkspaceKey,
  WorkspaceKeyId,
} from "./model.ts"
import type { Usage } from "./usage.ts"

/** The time within which an idempotency key marks a retry, in milliseconds. */
export const retryMillis = 24 * 60 * 60 * 1000

/** The most waiting changes that are counted. */
export const mostCounted = 100_000

/** The store cannot hold one of the requests; none of them was stored. */
export class Unstorable extends Schema.TaggedError<Unstorable>()("Unstorable", { message: Schema.String }) {}

/** A part of a store of which nothing is applied now. */
export interface PartAway {
  readonly id: number
  /** Its lanes, of 256. */
  readonly lanes: number
  /** The end of a sentence that names it: "it does not answer". */
  readonly trouble: string
}

/**
 * The store of profiles, and of the requests that change them. Storage failures are defects.
 *
 * A store without an inbox applies requests as it accepts them: each is `processed` at once and nothing ever waits, so `apply`
 * finds nothing. It adds what it applies to the metric `appliedChanges` itself, which workers do for the others.
 */
export class ProfileStore extends Context.Service<
  ProfileStore,
  {
    /**
     * The lane of a profile, 0 to 255. The ids of requests for it end with it, as two hexadecimal digits: so a store that
     * is spread over machines knows where an outcome is.
     */
    readonly laneOf: (distinctId: string) => number
    /** The number of the part of the store that has a profile. A request for one part fails with that part alone. */
    readonly partOf: (distinctId: string) => number
    /** The parts of the store of which nothing is applied now, while the others go on. */
    readonly away: Effect.Effect<ReadonlyArray<PartAway>>
    /**
     * Stores requests durably and in this order, in the inbox or with all that they change, and fixes the types of new properties: by the first
     * value that an action gives, in order of acceptance over all servers. A value that does not fit its property's type
     * is noted as ignored. All changes of a request are stored together. A request with a known idempotency key stores
     * nothing.
     *
     * A merge leads the ids of its source to its target for all requests that are accepted after it. One of two ids that
     * lead to one profile, or that would lead more than `maxIds` to one, is noted as ignored.
     */
    readonly accept: (
      requests: ReadonlyArray<OfferedRequest>,
      now: EpochMillis,
    ) => Effect.Effect<ReadonlyArray<Acceptance>, Unstorable>
    /**
     * Applies up to `limit` changes of the inbox, earliest first; gives their number: 0 where there are none, where
     * others are applying them all, or where they wait for a request that is being stored with an earlier number. The
     * changes of a profile are applied one after another in the order of acceptance, each exactly once. One that cannot
     * be applied is set aside as failed.
     */
    readonly apply: (limit: number, now: EpochMillis) => Effect.Effect<number>
    /** The time when the earliest waiting request was accepted. */
    readonly oldestWaiting: Effect.Effect<Option.Option<EpochMillis>>
    /** The number of changes that wait to be applied, up to `mostCounted`. */
    readonly countWaiting: Effect.Effect<number>
    /** The profile that a distinct id leads to; until a merge is applied, its source is as it was. */
    readonly profile: (place: Place, distinctId: string) => Effect.Effect<Option.Option<ResolvedProfile>>
    /** The profiles that distinct ids lead to, by each of these ids that leads to one. */
    readonly profiles: (
      place: Place,
      distinctIds: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyMap<string, Profile>>
    /**
     * Removes the profile that a distinct id leads to, and all ids that lead there. Requests for it that were accepted
     * before and not yet applied are ignored; later ones make a new profile, with first values of its own. Whatever takes
     * something away is noted in the log of erasures at once.
     */
    readonly erase: (
      place: Place,
      distinctId: string,
      erasing: Erasing,
      now: EpochMillis,
    ) => Effect.Effect<void>
    /** The log of erasures, oldest first. A reader that goes on from the last one misses none. */
    readonly erasures: (place: Place, asked: ErasuresAsked) => Effect.Effect<ErasurePage>
    /** Forgets up to `limit` erasures before the instant; gives their number. */
    readonly forgetErasures: (before: EpochMillis, limit: number) => Effect.Effect<number>
    readonly outcome: (place: Place, request: RequestId) => Effect.Effect<Option.Option<Outcome>>
    /**
     * Requests and their outcomes in the order of acceptance. A request is listed once none can be stored any more that
     * was accepted before it, so that whoever goes on from the last one misses none.
     */
    readonly requests: (place: Place, asked: RequestsAsked) => Effect.Effect<RequestPage>
    /** The use of a place, with its requests from a day on. Each accepted request and each profile is counted exactly once. */
    readonly usage: (place: Place, since: LocalDate) => Effect.Effect<Usage>
    /**
     * Those of these ids that lead to no profile, and for which none waits to be made, and those of these names that no property
     * has.
     */
    readonly findUnknown: (
      place: Place,
      distinctIds: ReadonlyArray<string>,
      names: ReadonlyArray<string>,
    ) => Effect.Effect<{
      readonly profiles: ReadonlyArray<string>
      readonly properties: ReadonlyArray<string>
    }>
    /** Those of these idempotency keys with which a request would be a retry of one that is stored. */
    readonly findRetries: (
      place: Place,
      keys: ReadonlyArray<string>,
      now: EpochMillis,
    ) => Effect.Effect<ReadonlyArray<string>>
    /** The profiles of a cohort, in its order. */
    readonly find: (place: Place, cohort: Cohort) => Effect.Effect<ReadonlyArray<Profile>>
    /** The number of profiles that match a filter. */
    readonly count: (place: Place, where: Filter) => Effect.Effect<number>
    /**
     * Forgets up to `limit` outcomes of requests accepted before the instant, and up to `limit` idempotency keys that
     * no longer mark a retry. Gives the number forgotten.
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
    /** False where the id is taken. */
    readonly insert: (workspace: Workspace) => Effect.Effect<boolean>
    /** Stores the workspace with its key only where there is no workspace at all; true where it did. */
    readonly insertFirst: (workspace: Workspace, key: NewWorkspaceKey) => Effect.Effect<boolean>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Workspace>>
    /** None where the workspace does not exist. */
    readonly insertKey: (key: NewWorkspaceKey) => Effect.Effect<Option.Option<WorkspaceKey>>
    /**
     * Stores the keys of a setting, and their workspace where that is missing. A key that the setting gave before stays as
     * it is where it is given again, and is removed where it is not; keys that no setting gave stay.
     */
    readonly setConfigured: (
      setting: string,
      workspace: Workspace,
      keys: ReadonlyArray<NewWorkspaceKey>,
    ) => Effect.Effect<void>
    /** The keys of a workspace, oldest first. */
    readonly keys: (workspace: WorkspaceId) => Effect.Effect<ReadonlyArray<WorkspaceKey>>
    readonly findKey: (hash: string) => Effect.Effect<Option.Option<WorkspaceKey>>
    /** False where the workspace has no such key. */
    readonly revokeKey: (workspace: WorkspaceId, id: WorkspaceKeyId) => Effect.Effect<boolean>
    /** A workspace's own limits; without a workspace those of every one that has none of its own. */
    readonly limits: (workspace: WorkspaceId | undefined) => Effect.Effect<WorkspaceLimits>
    /** False where the workspace does not exist. */
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
