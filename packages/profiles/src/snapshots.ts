import { EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Filter } from "./cohorts/filters.ts"
import type { Place, Profile } from "./model.ts"
import { ProfileStore } from "./ports.ts"
import { CohortId } from "./cohorts/savedCohorts.ts"

/** The most snapshots of a place. */
export const maxSnapshots = 100

/** The most profiles of a snapshot. */
export const maxMembers = 1_000_000

/** The id of a snapshot: a UUID. */
export const SnapshotId = Schema.String.pipe(Schema.brand("SnapshotId"))
export type SnapshotId = typeof SnapshotId.Type

/** The members that a cohort had at a time. */
export const Snapshot = Schema.Struct({
  id: SnapshotId,
  cohort: CohortId,
  takenAt: EpochMillis,
  /** The number of members at that time: erased ones leave it later. */
  profiles: Schema.Int,
})
export type Snapshot = typeof Snapshot.Type

/** The store of snapshots. An incomplete one is neither listed nor found. Storage failures are defects. */
export class SnapshotStore extends Context.Service<
  SnapshotStore,
  {
    /** Begins a snapshot that is not whole. False if the place has `maxSnapshots`. */
    readonly begin: (
      place: Place,
      snapshot: Pick<Snapshot, "id" | "cohort" | "takenAt">,
    ) => Effect.Effect<boolean>
    /**
     * Adds the members that have a profile. An erased one leaves all snapshots in the transaction that
     * erases it.
     */
    readonly add: (place: Place, id: SnapshotId, distinctIds: ReadonlyArray<string>) => Effect.Effect<void>
    /** Makes a snapshot whole. */
    readonly finish: (place: Place, id: SnapshotId, profiles: number) => Effect.Effect<void>
    /** The snapshots of a cohort, oldest first. */
    readonly list: (place: Place, cohort: CohortId) => Effect.Effect<ReadonlyArray<Snapshot>>
    readonly find: (place: Place, cohort: CohortId, id: SnapshotId) => Effect.Effect<Option.Option<Snapshot>>
    /** The members after one of them, by code point. */
    readonly members: (
      place: Place,
      id: SnapshotId,
      after: string | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<string>>
    /** The snapshots of a place that are not whole and were started before an instant. */
    readonly broken: (place: Place, before: EpochMillis) => Effect.Effect<ReadonlyArray<SnapshotId>>
    /** Starts an incomplete snapshot. */
    readonly hide: (place: Place, id: SnapshotId) => Effect.Effect<void>
    /** Removes up to `limit` members, and the snapshot once it has none. Returns the number of members removed. */
    readonly remove: (place: Place, id: SnapshotId, limit: number) => Effect.Effect<number>
  }
>()("daybook/profiles/SnapshotStore") {}

/** Why a snapshot was not taken: the limit is reached, or the cohort is too large. */
export type NotTaken = "snapshots" | "members"

// Each is added, and removed, in some milliseconds: others have their turn in between.
const membersAtOnce = 1_000
const removedAtOnce = 10_000

// One that takes longer was left by a server that stopped.
const longestTaking = 60 * 60 * 1_000

/** Makes the functions that take snapshots of cohorts, list them and remove them. */
export const makeSnapshots = Effect.gen(function* () {
  const snapshots = yield* SnapshotStore
  const profiles = yield* ProfileStore

  /**
   * Removes a snapshot in bounded steps. The rest of an interrupted removal goes with the next snapshot that is taken.
   */
  const remove = Effect.fn("Snapshots.remove")(function* (place: Place, id: SnapshotId) {
    yield* snapshots.hide(place, id)
    while ((yield* snapshots.remove(place, id, removedAtOnce)) > 0);
  })

  const fill = Effect.fnUntraced(function* (place: Place, id: SnapshotId, where: Filter) {
    let after: string | undefined
    for (let count = 0; ;) {
      const found: ReadonlyArray<Profile> = yield* profiles.find(place, {
        where,
        limit: membersAtOnce,
        after: after === undefined ? undefined : { distinctId: after },
      })
      count += found.length
      if (count > maxMembers) return undefined
      yield* snapshots.add(
        place,
        id,
        found.map(({ distinctId }) => distinctId),
      )
      after = found.at(-1)?.distinctId
      if (found.length < membersAtOnce) return count
    }
  })

  /** Takes a snapshot of the profiles that match a filter, each as it is when it is reached. */
  const take = Effect.fn("Snapshots.take")(function* (place: Place, cohort: CohortId, where: Filter) {
    const takenAt = yield* Clock.currentTimeMillis
    for (const id of yield* snapshots.broken(place, takenAt - longestTaking)) yield* remove(place, id)
    const id = SnapshotId.make(crypto.randomUUID())
    if (!(yield* snapshots.begin(place, { id, cohort, takenAt }))) return "snapshots" satisfies NotTaken
    const count = yield* Effect.onExit(fill(place, id, where), (exit) =>
      Exit.isSuccess(exit) && exit.value !== undefined ? Effect.void : remove(place, id),
    )
    if (count === undefined) return "members" satisfies NotTaken
    yield* snapshots.finish(place, id, count)
    return { id, cohort, takenAt, profiles: count } satisfies Snapshot
  })

  /** A page of members with the profiles that their ids resolve to now. `next` is the last member of a page that is not the last. */
  const page = Effect.fn("Snapshots.page")(function* (
    place: Place,
    id: SnapshotId,
    after: string | undefined,
    limit: number,
  ) {
    const members = yield* snapshots.members(place, id, after, limit + 1)
    const shown = members.slice(0, limit)
    const found = yield* profiles.profiles(place, shown)
    return {
      profiles: shown.flatMap((member) => found.get(member) ?? []),
      next: members.length > limit ? shown.at(-1) : undefined,
    }
  })

  return { take, page, remove, list: snapshots.list, find: snapshots.find }
})
