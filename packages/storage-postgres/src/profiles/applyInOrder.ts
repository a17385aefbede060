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
import { totalsOfBytes } from "./counts.ts"
import { laneOf } from "./lanes.ts"
import {
  outcomes,
  type PlacedProfile,
  placedProfiles,
  profileBytes,
  profileKeys,
  readNumbers,
  readRecords,
  readWaiting,
  type Total,
  type WaitingChange,
} from "./rows.ts"
import type { Sites } from "./sites.ts"

/** A row of the inbox that is no change: it would fail again. */
export class UnfitRow extends Data.TaggedError("UnfitRow")<{ readonly message: string }> {}

const keyOf = ({
  workspace,
  version,
  distinctId,
}: Pick<PlacedProfile, "workspace" | "version" | "distinctId">) => `${version} ${workspace}\0${distinctId}`

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
export const requestsLeft = (
  changes: ReadonlyArray<
    Pick<WaitingChange, "acceptedAt" | "change" | "operation" | "version" | "workspace">
  >,
) =>
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
export const makeApplyInOrder = (sql: SqlClient.SqlClient, isSpread: boolean, sites: Sites) => {
  const take = Effect.fnUntraced(function* ({ held, limit, passed, upTo }: LanesToApply) {
    const rows =
      yield* sql`select i.workspace, i.version, i.lane, i.number::float8, i.request_id::text, i.change,
        i.operation, i.distinct_id, i.properties, i.actions, i.ignored, i.makes, i.accepted_at
      from profile_inbox as i
      where number > ${passed}::float8::bigint and number <= ${upTo}::float8::bigint
        and lane = any (${ints(held)}::smallint[]) and failure is null
      order by number limit ${limit}`
    return yield* Effect.try({
      try: () => readWaiting(rows),
      catch: (cause) => new UnfitRow({ message: cause instanceof Error ? cause.message : String(cause) }),
    })
  })

  const readProfiles = Effect.fnUntraced(function* (waiting: ReadonlyArray<WaitingChange>) {
    // A statement of no lane is sent by Citus to any node, and that one may be away.
    if (waiting.length === 0) return new Map<string, OpenProfile>()
    const sources = waiting.flatMap((change) => sourceOf(change) ?? [])
    const keys = [...new Map([...waiting, ...sources].map((one) => [keyOf(one), one])).values()]
    // Look-ups by key, one by one: statistics of few profiles would choose to read them all. Citus takes no such statement.
    const stored = placedProfiles.read(
      yield* isSpread
        ? sql`select ${placedProfiles.columns} from profiles join ${profileKeys.unnest(keys)} as named
            (${profileKeys.names}) using (${profileKeys.names})
            where lane = any (${ints(keys.map(({ distinctId }) => laneOf(distinctId)))}::smallint[])`
        : sql`select p.* from ${profileKeys.unnest(keys)} as named (${profileKeys.names}), lateral (
          select ${placedProfiles.columns} from profiles as p where p.workspace = named.workspace
            and p.version = named.version and p.distinct_id = named.distinct_id limit 1
        ) as p`,
    )
    return new Map(stored.map((profile) => [keyOf(profile), open(profile, true)]))
  })

  /** The numbers of merges whose source has earlier changes that are not among these, or may have. */
  const findHeldBack = Effect.fnUntraced(function* (taken: ReadonlyArray<WaitingChange>) {
    const all = taken.flatMap((change) => {
      const source = sourceOf(change)
      return source === undefined ? [] : [{ ...source, lane: change.lane, number: change.number }]
    })
    if (all.length === 0) return new Set<number>()
    const unseen = yield* sites.unseen(all.map(({ distinctId }) => laneOf(distinctId)))
    const waiting = all.filter(({ distinctId }) => unseen.has(laneOf(distinctId)))
    if (waiting.length > 0) sites.holdBack(waiting.map(({ lane }) => lane))
    const merges = all.filter(({ distinctId }) => !unseen.has(laneOf(distinctId)))
    const held = waiting.map(({ number }) => number)
    if (merges.length === 0) return new Set(held)
    const rows = yield* sql`select m.number::float8 from profile_inbox as i
        join unnest(${bigints(merges.map(({ number }) => number))},
          ${texts(merges.map(({ workspace }) => workspace))}, ${texts(merges.map(({ version }) => version))},
          ${texts(merges.map(({ distinctId }) => distinctId))}) as m (number, workspace, version, source)
        on i.number < m.number and i.workspace = m.workspace and i.version = m.version and i.distinct_id = m.source
      where i.lane = any (${ints(merges.map(({ distinctId }) => laneOf(distinctId)))}::smallint[])
        and i.failure is null and i.number <> all (${bigints(taken.map(({ number }) => number))})`
    return new Set([...held, ...readNumbers(rows)])
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
  const leadFailed = Effect.fnUntraced(function* (change: WaitingChange) {
    const source = sourceOf(change)
    if (source === undefined) return
    const failed = sql`failure is not null and workspace = ${source.workspace} and version = ${source.version}
      and distinct_id = ${source.distinctId} and lane = ${laneOf(source.distinctId)}::int::smallint`
    // A row moves to another lane by being written anew: on Citus it may move to another node.
    const rows = readRecords(yield* sql`select to_jsonb(i) as row from profile_inbox as i where ${failed}`)
    if (rows.length === 0) return
    yield* sql`delete from profile_inbox where ${failed}`
    const led = rows.map(({ row }) => ({ ...row, lane: change.lane, distinct_id: change.distinctId }))
    yield* sql`insert into profile_inbox
      select r.* from jsonb_populate_recordset(null::profile_inbox, ${JSON.stringify(led)}::text::jsonb) as r`
  })

  return Effect.fnUntraced(function* (work: LanesToApply, now: EpochMillis) {
    const found = yield* take(work)
    const waiting = yield* pass(found)
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
        lane: change.lane,
        distinctId,
        properties: {},
        createdAt: acceptedAt,
        updatedAt: now,
        bytes: 0,
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
      yield* sql`delete from profiles where lane = any (${ints(gone.map(({ lane }) => lane))}::smallint[])
        and (workspace, version, distinct_id) in (select ${profileKeys.names} from ${profileKeys.unnest(gone)} as gone (
          ${profileKeys.names}))`
    }
    totals.push(...totalsOfBytes([...gone, ...changed], -1))
    for (const change of waiting) yield* leadFailed(change)
    if (changed.length > 0) {
      const written = profileBytes.read(
        yield* sql`${placedProfiles.insert(changed)} on conflict (workspace, version, distinct_id, lane)
          do update set properties = excluded.properties, updated_at = excluded.updated_at,
            created_at = excluded.created_at
          returning ${profileBytes.columns}`,
      )
      totals.push(...totalsOfBytes(written, 1))
    }
    if (concluded.length > 0) {
      yield* sql`${outcomes.insert(concluded)}`
      yield* sql`delete from profile_inbox where number = any (${bigints(waiting.map(({ number }) => number))})
        and lane = any (${ints(waiting.map(({ lane }) => lane))}::smallint[])`
    }
    const passedBy = new Set(waiting)
    const left = found.find((change) => !passedBy.has(change))
    const last = found.length < work.limit ? work.upTo : (found.at(-1)?.number ?? work.upTo)
    return {
      taken: waiting.length,
      reached: left === undefined ? last : left.number - 1,
      requests: requestsLeft(waiting),
      totals,
    } satisfies AppliedChanges
  })
}
