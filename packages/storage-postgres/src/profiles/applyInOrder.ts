import {
  applyActions,
  type ChangeOutcome,
  dayInUtc,
  mergeOf,
  mergeProperties,
  noProfile,
  mergeName,
  type Properties,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { bigints, ints, texts } from "../sql/parameters.ts"
import type { AppliedChanges, LanesToApply } from "./applied.ts"
import { lanes } from "./migrations.ts"
import {
  outcomes,
  type PlacedProfile,
  placedProfiles,
  profileKeys,
  readNumbers,
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
  profile: PlacedProfile
  readonly properties: Properties
  isStored: boolean
  isChanged: boolean
  /** True where it was merged into another one, and its row is to be removed. */
  isGone: boolean
}

const open = (profile: PlacedProfile, isStored: boolean): OpenProfile => ({
  profile,
  properties: new Map(Object.entries(profile.properties)),
  isStored,
  isChanged: false,
  isGone: false,
})

/** The profile that a merge takes from. */
const sourceOf = (change: WaitingChange) => {
  const merge = change.actions && mergeOf({ actions: change.actions })
  return merge && { workspace: change.workspace, version: change.version, distinctId: merge.source }
}

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
    const sources = waiting.flatMap((change) => sourceOf(change) ?? [])
    const keys = [...new Map([...waiting, ...sources].map((one) => [keyOf(one), one])).values()]
    const stored = placedProfiles.read(
      yield* sql`select p.* from ${profileKeys.unnest(keys)} as named (${profileKeys.names}), lateral (
          select ${placedProfiles.columns} from profiles as p where p.workspace = named.workspace
            and p.version = named.version and p.distinct_id = named.distinct_id limit 1
        ) as p`,
    )
    return new Map(stored.map((profile) => [keyOf(profile), open(profile, true)]))
  })

  /** The numbers of merges whose source has earlier changes that are not among these. */
  const findHeldBack = Effect.fnUntraced(function* (taken: ReadonlyArray<WaitingChange>) {
    const merges = taken.flatMap((change) => {
      const source = sourceOf(change)
      return source === undefined ? [] : [{ ...source, number: change.number }]
    })
    if (merges.length === 0) return new Set<number>()
    const rows =
      yield* sql`select m.number::float8 from unnest(${bigints(merges.map(({ number }) => number))},
          ${texts(merges.map(({ workspace }) => workspace))}, ${texts(merges.map(({ version }) => version))},
          ${texts(merges.map(({ distinctId }) => distinctId))}) as m (number, workspace, version, source)
      where exists (select 1 from profile_inbox as i
        where i.lane = (hashtextextended(m.source, 0) & ${sql.literal(String(lanes - 1))})::smallint and i.number < m.number
          and i.workspace = m.workspace and i.version = m.version and i.distinct_id = m.source and i.failure is null
          and i.number <> all (${bigints(taken.map(({ number }) => number))}))`
    return new Set(readNumbers(rows))
  })

  /**
   * The changes that can be applied now, in the order of acceptance. A merge waits until its source has no earlier change
   * left, and holds its lane back.
   */
  const pass = Effect.fnUntraced(function* (taken: ReadonlyArray<WaitingChange>) {
    const heldBack = yield* findHeldBack(taken)
    const closed = new Set<number>()
    const left = new Set<string>()
    return taken.filter((change) => {
      const source = sourceOf(change)
      const waits = heldBack.has(change.number) || (source !== undefined && left.has(keyOf(source)))
      if (waits) closed.add(change.lane)
      if (!closed.has(change.lane)) return true
      left.add(keyOf(change))
      return false
    })
  })

  /** Leads changes that failed before their profile was merged to its target, for when they are released. */
  const leadFailed = (merged: ReadonlyArray<WaitingChange>) => {
    const pairs = merged.flatMap((change) => {
      const source = sourceOf(change)
      return source === undefined ? [] : [{ ...source, lane: change.lane, target: change.distinctId }]
    })
    return sql`update profile_inbox as i set distinct_id = m.target, lane = m.lane::smallint
      from unnest(${texts(pairs.map(({ workspace }) => workspace))}, ${texts(pairs.map(({ version }) => version))},
        ${texts(pairs.map(({ distinctId }) => distinctId))}, ${texts(pairs.map(({ target }) => target))},
        ${ints(pairs.map(({ lane }) => lane))}) as m (workspace, version, source, target, lane)
      where i.failure is not null and i.workspace = m.workspace and i.version = m.version and i.distinct_id = m.source`
  }

  return Effect.fnUntraced(function* (held: LanesToApply, now: EpochMillis) {
    const waiting = yield* pass(yield* take(held))
    const profiles = yield* readProfiles(waiting)
    const totals: Array<Total> = []

    /** Merges the source into the profile, which takes its place where there is none. */
    const merge = (change: WaitingChange, known: OpenProfile, source: OpenProfile | undefined) => {
      if (source?.isStored !== true) {
        return { applied: [], ignored: [...change.ignored, { name: mergeName, reason: noProfile }] }
      }
      const { version, workspace } = change
      const createdAt = known.isStored
        ? Math.min(known.profile.createdAt, source.profile.createdAt)
        : source.profile.createdAt
      if (known.isStored) totals.push({ workspace, version, kind: "profile", number: -1 })
      known.profile = { ...known.profile, createdAt }
      known.isStored = true
      known.isChanged = true
      source.isStored = false
      source.isGone = true
      return mergeProperties(known.properties, source.properties)
    }

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
      const source = sourceOf(change)
      const result =
        source === undefined
          ? applyActions(known.properties, { actions: actionsOf(change), ignored: change.ignored })
          : merge(change, known, profiles.get(keyOf(source)))
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
    const gone = [...profiles.values()].filter(({ isGone }) => isGone).map(({ profile }) => profile)
    const changed = [...profiles.values()]
      .filter(({ isChanged, isGone }) => isChanged && !isGone)
      .map(({ profile, properties }) => ({
        ...profile,
        properties: Object.fromEntries(properties),
        updatedAt: now,
      }))
    if (gone.length > 0) {
      yield* sql`delete from profiles as p using ${profileKeys.unnest(gone)} as g (${profileKeys.names})
        where p.workspace = g.workspace and p.version = g.version and p.distinct_id = g.distinct_id`
    }
    if (waiting.some((change) => sourceOf(change) !== undefined)) yield* leadFailed(waiting)
    if (changed.length > 0) {
      yield* sql`${placedProfiles.insert(changed)} on conflict (workspace, version, distinct_id)
        do update set properties = excluded.properties, updated_at = excluded.updated_at,
          created_at = excluded.created_at`
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
