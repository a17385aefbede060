import type { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type {
  Acceptance,
  NewWorkspaceKey,
  OfferedRequest,
  Outcome,
  Place,
  Profile,
  RequestId,
  Workspace,
  WorkspaceId,
  WorkspaceKey,
  WorkspaceKeyId,
} from "./model.ts"

/** Which profiles are looked for: those that have all of these values. */
export interface Cohort {
  readonly where: ReadonlyArray<readonly [name: string, value: string | number | boolean]>
  /** The last distinct id of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** How long an idempotency key makes a retry, in milliseconds. */
export const retryMillis = 24 * 60 * 60 * 1000

/** The store cannot hold one of the requests; none of them was stored. */
export class Unstorable extends Schema.TaggedError<Unstorable>()("Unstorable", { message: Schema.String }) {}

/** Where profiles are kept, and the requests that set them. Storage failures are defects. */
export class ProfileStore extends Context.Service<
  ProfileStore,
  {
    /**
     * Stores requests in the inbox, durably and in this order, and settles the types of properties that have none: by
     * the first value, in order of acceptance over all servers. A value that does not fit its property's type is noted
     * as ignored. A request whose idempotency key is known stores nothing.
     */
    readonly accept: (
      requests: ReadonlyArray<OfferedRequest>,
      now: EpochMillis,
    ) => Effect.Effect<ReadonlyArray<Acceptance>, Unstorable>
    /**
     * Applies up to `limit` of the requests in the inbox, earliest first, and gives how many; 0 where there are none,
     * or where others are at all of them. Whoever applies when, a property has the value of the earliest accepted
     * request that offered one. A request that cannot be applied is set aside as failed.
     */
    readonly apply: (limit: number, now: EpochMillis) => Effect.Effect<number>
    /** When the earliest of the requests was accepted that are still to be applied. */
    readonly oldestWaiting: Effect.Effect<Option.Option<EpochMillis>>
    readonly profile: (place: Place, distinctId: string) => Effect.Effect<Option.Option<Profile>>
    /**
     * Removes the profile, and what was accepted for it before and has not been applied: that is ignored. What is
     * accepted afterwards makes a new profile, to which the first value counts again.
     */
    readonly erase: (place: Place, distinctId: string, now: EpochMillis) => Effect.Effect<void>
    readonly outcome: (place: Place, request: RequestId) => Effect.Effect<Option.Option<Outcome>>
    /** The profiles of a cohort, by distinct id. An empty `where` is everyone. */
    readonly find: (place: Place, cohort: Cohort) => Effect.Effect<ReadonlyArray<Profile>>
    /**
     * Forgets up to `limit` outcomes of requests that were accepted before the instant, and up to `limit` idempotency
     * keys that no longer make a retry. Gives how many it has forgotten.
     */
    readonly forget: (before: EpochMillis, limit: number, now: EpochMillis) => Effect.Effect<number>
  }
>()("daybook/profiles/ProfileStore") {}

/** Where workspaces and their keys are kept; writes raise the data version `workspaces`. Storage failures are defects. */
export class WorkspaceStore extends Context.Service<
  WorkspaceStore,
  {
    /** False where the id is taken. */
    readonly insert: (workspace: Workspace) => Effect.Effect<boolean>
    /** Stores the workspace with its key if and only if there is no workspace at all, and says whether it did. */
    readonly insertFirst: (workspace: Workspace, key: NewWorkspaceKey) => Effect.Effect<boolean>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Workspace>>
    /** None where there is no such workspace. */
    readonly insertKey: (key: NewWorkspaceKey) => Effect.Effect<Option.Option<WorkspaceKey>>
    /**
     * Stores a key that a setting hands in, with its workspace where that is missing, in the place of the key that the
     * setting handed in before.
     */
    readonly handIn: (setting: string, workspace: Workspace, key: NewWorkspaceKey) => Effect.Effect<void>
    /** The keys of a workspace, oldest first. */
    readonly keys: (workspace: WorkspaceId) => Effect.Effect<ReadonlyArray<WorkspaceKey>>
    readonly findKey: (hash: string) => Effect.Effect<Option.Option<WorkspaceKey>>
    /** False where the workspace has no such key. */
    readonly revokeKey: (workspace: WorkspaceId, id: WorkspaceKeyId) => Effect.Effect<boolean>
  }
>()("daybook/profiles/WorkspaceStore") {}
