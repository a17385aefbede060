import { applyActions, type ChangeOutcome, dayInUtc, type Properties } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { bigints, ints } from "../sql/parameters.ts"
import type { AppliedChanges, LanesToApply } from "./applied.ts"
import {
  outcomes,
  type PlacedProfile,
  placedProfiles,
  profileKeys,
  readWaiting,
  type Total,
  type WaitingChange,
} from "./rows.ts"

/** A row of the inbox that is no change: it would fail again. */
export class UnfitRow extends Data.TaggedError("UnfitRow")<{ readonly message: string }> {}

const keyOf = ({
  workspace,
  version,
  distinctId,
}: Omit<PlacedProfile, "properties" | "createdAt" | "updatedAt">) => `${version} ${workspace}\0${distinctId}`

interface OpenProfile {
  readonly profile: PlacedProfile
  readonly properties: Properties
  isStored: boolean
  isChanged: boolean
}

const open = (profile: PlacedProfile, isStored: boolean): OpenProfile => ({
  profile,
  properties: new Map(Object.entries(profile.properties)),
  isStored,
  isChanged: false,
})

/** The actions of a change: of one that was stored as an object of values, each sets its value once. */
const actionsOf = ({ actions, properties }: WaitingChange) =>
  actions ??
  Object.entries(properties).map(([name, value]) => ({
    verb: "once" as const,
    name,
    type: "string" as const,
    value,
  }))

/** The requests that leave the inbox with these changes: each is counted with the first of its changes. */
const requestsLeft = (changes: ReadonlyArray<WaitingChange>) =>
  changes
    .filter(({ change }) => change === 0)
    .map(({ acceptedAt, operation, version, workspace }) => ({
      workspace,
      version,
      day: dayInUtc(acceptedAt),
      operation,
      requests: 1,
    }))

/** Applies the earliest changes of held lanes one after another: the profiles are read, changed here, and written. */
export const makeApplyInOrder = (sql: SqlClient.SqlClient) => {
  const take = Effect.fnUntraced(function* ({ held, limit, settled }: LanesToApply) {
    const rows =
      yield* sql`select i.workspace, i.version, i.lane, i.number::float8, i.request_id::text, i.change,
        i.operation, i.distinct_id, i.properties, i.actions, i.ignored, i.makes, i.accepted_at
      from unnest(${ints(held.map(({ lane }) => lane))}, ${bigints(held.map((one) => one.passed))})
          as held (lane, passed),
        lateral (
          select * from profile_inbox as i
          where i.lane = held.lane::smallint and i.number > passed and i.number <= ${settled}::float8::bigint
            and i.failure is null
          order by i.number limit ${limit}
        ) as i
      order by i.number limit ${limit}`
    return yield* Effect.try({
      try: () => readWaiting(rows),
      catch: (cause) => new UnfitRow({ message: cause instanceof Error ? cause.message : String(cause) }),
    })
  })

  const readProfiles = Effect.fnUntraced(function* (waiting: ReadonlyArray<WaitingChange>) {
    const keys = [...new Map(waiting.map((change) => [keyOf(change), change])).values()]
    const stored = placedProfiles.read(
      yield* sql`select p.* from ${profileKeys.unnest(keys)} as named (${profileKeys.names}), lateral (
          select ${placedProfiles.columns} from profiles as p where p.workspace = named.workspace
            and p.version = named.version and p.distinct_id = named.distinct_id limit 1
        ) as p`,
    )
    return new Map(stored.map((profile) => [keyOf(profile), open(profile, true)]))
  })

  return Effect.fnUntraced(function* (lanes: LanesToApply, now: EpochMillis) {
    const waiting = yield* take(lanes)
    const profiles = yield* readProfiles(waiting)
    const totals: Array<Total> = []

    const applyOne = (change: WaitingChange): ChangeOutcome => {
      const { acceptedAt, distinctId, version, workspace } = change
      const missing = {
        workspace,
        version,
        distinctId,
        properties: {},
        createdAt: acceptedAt,
        updatedAt: now,
      }
      const known = profiles.get(keyOf(change)) ?? open(missing, false)
      const result = applyActions(known.properties, { actions: actionsOf(change), ignored: change.ignored })
      if (result.applied.length > 0) known.isChanged = true
      if (!known.isStored && change.makes) {
        known.isStored = true
        known.isChanged = true
        totals.push({ workspace, version, kind: "profile", number: 1 })
      }
      if (known.isStored) profiles.set(keyOf(change), known)
      return { change: change.change, acceptance: change.number, status: "processed", ...result }
    }

    const concluded = waiting.map((change) => ({ ...change, ...applyOne(change) }))
    const changed = [...profiles.values()]
      .filter(({ isChanged }) => isChanged)
      .map(({ profile, properties }) => ({
        ...profile,
        properties: Object.fromEntries(properties),
        updatedAt: now,
      }))
    if (changed.length > 0) {
      yield* sql`${placedProfiles.insert(changed)} on conflict (workspace, version, distinct_id)
        do update set properties = excluded.properties, updated_at = excluded.updated_at`
    }
    if (concluded.length > 0) {
      yield* sql`${outcomes.insert(concluded)}`
      yield* sql`delete from profile_inbox as i using unnest(${ints(waiting.map(({ lane }) => lane))},
          ${bigints(waiting.map(({ number }) => number))}) as taken (lane, number)
        where i.lane = taken.lane::smallint and i.number = taken.number`
    }
    const reached = new Map(waiting.map(({ lane, number }) => [lane, number]))
    return {
      taken: waiting.length,
      reached: Array.from(reached, ([lane, number]) => ({ lane, number })),
      requests: requestsLeft(waiting),
      totals,
    } satisfies AppliedChanges
  })
}
