import { erasedBefore, type Erasing, mostCounted, type Place } from "@daybook/profiles"
import { mustFind } from "@daybook/storage-sql"
import { type EpochMillis, storableText } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { currentEpoch, epochIn } from "../kernel/epochs.ts"
import { ints, texts } from "../sql/parameters.ts"
import { type AppliedChanges, type LanesToApply, nothing, together } from "./applied.ts"
import { makeApplyInOrder, requestsLeft, UnfitRow } from "./applyInOrder.ts"
import { makeApplyNear } from "./applyNear.ts"
import { makeApplySetOnce } from "./applySetOnce.ts"
import { makeCounts, totalsOfBytes } from "./counts.ts"
import { makeErasures } from "./erasures.ts"
import { behindGate, closeGate, lockClass } from "./locks.ts"
import { makeIdsOf } from "./merges.ts"
import { laneOf } from "./lanes.ts"
import { namesIn } from "./namesIn.ts"
import { onEach, pass, passedIn, type Site, type Sites } from "./sites.ts"
import { isNotRecovered, notRecovered } from "../sql/unavailable.ts"
import {
  outcomes,
  profileBytes,
  readErased,
  readLanes,
  readNumbers,
  readOldest,
  readSettledIn,
  readWaitingLanes,
} from "./rows.ts"

/** The number of batches after which the inbox is read from its beginning. */
const batchesInPassing = 100

/**
 * True where a statement failed because of its data, and would fail again: SQLSTATE classes 22 (data) and 23
 * (constraints), 54 (limits), and functions' own errors. Failures of the connection, the disk or a lock are not.
 */
export const isInvalidData = (error: SqlError): boolean => {
  const { cause } = error.reason
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""
  return /^(?:22|23|54|P0|42804)/.test(code)
}

const isUnfit = (error: SqlError | UnfitRow): boolean => error instanceof UnfitRow || isInvalidData(error)

const reasonOf = (error: SqlError | UnfitRow): string => {
  if (error instanceof UnfitRow) return storableText(error.message, 500)
  const { cause, message } = error.reason
  return storableText(cause instanceof Error ? cause.message : message, 500)
}

/** Lanes to apply, and those of them in which others than set-once wait. */
interface TakenLanes extends LanesToApply {
  readonly isMixed: ReadonlySet<number>
  /** The numbers of the changes that were found in each lane, where the tables are spread. */
  readonly found: ReadonlyMap<number, ReadonlyArray<number>>
}

/** The numbers of changes that may be applied: past the first, and up to the second. */
interface Range {
  readonly passed: number
  readonly settled: number
}

/** Makes the functions that apply and erase; see `ProfileStore`. */
export const makeApply = (sql: SqlClient.SqlClient, schema: string, isSpread: boolean, sites: Sites) => {
  const lockOf = (lane: unknown) => sql`${lockClass(sql, schema, "lane")}, ${lane}`
  const applySetOnce = makeApplySetOnce(sql)
  const applyNear = makeApplyNear(sql, sites)
  const applyInOrder = makeApplyInOrder(sql, isSpread, sites)
  const { add } = makeCounts(sql)
  // On Citus one connection to each node, which stays: others would be opened for each batch, at four times the cost. Statements
  // over several shards go on beside each other: by itself Citus lets one wait for the end of the other's transaction, since
  // they might touch the same rows. Those of workers do not: each holds its lanes.
  const settings = sql.literal(
    isSpread
      ? "set_config('citus.max_adaptive_executor_pool_size', '1', true), set_config('citus.enable_deadlock_prevention', 'off', true),"
      : "set_config('synchronous_commit', 'off', true),",
  )
  const numbersFound = sql.literal(isSpread ? "array_agg(number::float8)" : "'{}'::float8[]")
  const idsOf = makeIdsOf(sql)
  const { note } = makeErasures(sql)

  /** The lanes of the earliest waiting changes of a site. */
  const lookAhead = Effect.fnUntraced(function* (site: Site, { passed, settled }: Range, changes: number) {
    return readWaitingLanes(
      yield* sql`select lane, min(number)::float8 as first, max(number)::float8 as last, count(*)::int as changes,
          ${numbersFound} as numbers, bool_or(is_mixed) as is_mixed
        from (
          select lane, number, actions is not null as is_mixed from profile_inbox
          where ${sites.here(site)} number > ${passed}::float8::bigint and number <= ${settled}::float8::bigint
            and failure is null
          order by number limit ${changes}
        ) as ahead group by lane order by first`,
    )
  })

  /**
   * Holds the first of these lanes: half of those that no other worker holds, so that each of any number of workers finds
   * some. Gives those that are held.
   */
  const hold = Effect.fnUntraced(function* (site: Site, wanted: ReadonlyArray<number>) {
    return readLanes(
      yield* sql`with busy as materialized (
          select objid::int as lane from pg_locks where locktype = 'advisory' and objsubid = 2
            and classid::bigint = ${lockClass(sql, schema, "lane")}::bigint & 4294967295
            and database = (select oid from pg_database where datname = current_database())
        )
        select lane from (
          select lane from unnest(${ints(wanted)}) with ordinality as wanted (lane, place)
          order by lane in (select lane from busy), place
          limit (
            select (${sql.literal(String(site.lanes.length))} - count(*) + 1) / 2 from busy where ${sites.here(site)} true
          )
        ) as free where pg_try_advisory_xact_lock(${lockOf(sql.literal("lane"))})`,
    )
  })

  /**
   * Takes lanes with about as many changes as the limit, and looks further where others hold all that it finds. The lane
   * that has waited the longest comes first: its first change waits for no other lane.
   */
  const takeLanes = Effect.fnUntraced(function* (site: Site, range: Range, limit: number) {
    for (let ahead = limit * 2; ; ahead *= 4) {
      const found = yield* lookAhead(site, range, ahead)
      const isAll = found.reduce((sum, { changes }) => sum + changes, 0) < ahead
      const wanted = found.map(({ lane }) => lane)
      const taken = wanted.length === 0 ? new Set() : new Set(yield* hold(site, wanted))
      if (taken.size === 0 && !isAll) continue
      const held = found.filter(({ lane }) => taken.has(lane))
      const upTo = isAll ? range.settled : Math.max(...found.map(({ last }) => last))
      const firstOfOthers = Math.min(...found.flatMap(({ first, lane }) => (taken.has(lane) ? [] : [first])))
      return { held, upTo, firstOfOthers }
    }
  })

  /** Applies the earliest changes of held lanes: those of set-once alone in one statement, the others in order. */
  const applyLanes = Effect.fnUntraced(function* ({ found, isMixed, ...work }: TakenLanes, now: EpochMillis) {
    const mixed = work.held.filter((lane) => isMixed.has(lane))
    const plain = work.held.filter((lane) => !isMixed.has(lane))
    const share = plain.length > 0 ? Math.ceil(work.limit / 2) : work.limit
    const first =
      mixed.length > 0 ? yield* applyInOrder({ ...work, held: mixed, limit: share }, now) : nothing
    if (plain.length === 0) return first
    if (first.taken >= work.limit) return { ...first, reached: work.passed }
    const rest = { ...work, held: plain, limit: work.limit - first.taken }
    if (!isSpread) return together([first, yield* applySetOnce(rest, now)])
    const numbers = plain.flatMap((lane) => found.get(lane) ?? [])
    return together([first, (yield* applyNear(rest, numbers, now)) ?? (yield* applyInOrder(rest, now))])
  })

  /** Applies the first change of a lane, or sets it aside. */
  const applyFirst = Effect.fnUntraced(function* (lane: TakenLanes, now: EpochMillis) {
    const here = sql`lane = ${lane.held[0] ?? 0}::int::smallint`
    const [number] = readNumbers(
      yield* sql`select number::float8 from profile_inbox where ${here} and number > ${lane.passed}::float8::bigint
        and number <= ${lane.upTo}::float8::bigint and failure is null order by number limit 1`,
    )
    if (number === undefined) return nothing
    const setAside = (reason: string) =>
      Effect.andThen(
        Effect.logError(`a request was set aside: ${reason}`),
        sql`update profile_inbox set failure = ${reason}
          where ${here} and number = ${number}::float8::bigint`,
      ).pipe(Effect.as({ ...nothing, taken: 1 }))
    return yield* sql
      .withTransaction(applyLanes({ ...lane, limit: 1 }, now))
      .pipe(Effect.catchIf(isUnfit, (error) => setAside(reasonOf(error))))
  })

  /** Applies all it can of one lane: it halves the batch until only one invalid change is left. */
  const applyCarefully = (
    lane: TakenLanes,
    now: EpochMillis,
  ): Effect.Effect<AppliedChanges, SqlError | UnfitRow> =>
    lane.limit <= 1
      ? applyFirst(lane, now)
      : sql
          .withTransaction(applyLanes(lane, now))
          .pipe(
            Effect.catchIf(isUnfit, () =>
              applyCarefully({ ...lane, limit: Math.floor(lane.limit / 2) }, now),
            ),
          )

  /**
   * Takes lanes and works on them, for as long as the transaction lasts. Returns the number up to which no change is left, and
   * the epoch in which that holds.
   */
  const onLanes = <E>(
    site: Site,
    limit: number,
    work: (taken: TakenLanes) => Effect.Effect<AppliedChanges, E>,
  ) =>
    sql.withTransaction(
      Effect.gen(function* () {
        // A power cut that undoes this commit leaves the changes in the inbox, to be applied again; on Citus it would undo
        // the coordinator's part alone. The plan is fixed to lookups by key and hash joins: statistics of an inbox that was
        // empty a moment ago would choose to sort it whole, or to compare each change with each profile.
        const [begun] = readSettledIn(
          yield* sql`select settled_number(${lockClass(sql, schema, "acceptance")})::float8 as settled,
            ${epochIn(sql)} as epoch,
            ${settings}
            set_config('enable_seqscan', 'off', true),
            set_config('enable_bitmapscan', 'off', true), set_config('enable_nestloop', 'off', true)`,
        )
        const { settled } = mustFind(begun, "number", "acceptance")
        const epoch = begun?.epoch ?? (yield* currentEpoch(sql))
        const passed = passedIn(site, epoch)
        // Asked after the last number: all that was accepted up to it is seen, or in doubt.
        if ((yield* sites.unseen(site.lanes)).size > 0) return { taken: 0, reached: passed, epoch }
        const { firstOfOthers, held, upTo } = yield* takeLanes(site, { passed, settled }, limit)
        const isMixed = new Set(held.filter((one) => one.isMixed).map(({ lane }) => lane))
        const found = new Map(held.map(({ lane, numbers }) => [lane, numbers]))
        const taken = { held: held.map(({ lane }) => lane), isMixed, found, limit, passed, upTo }
        const applied = held.length === 0 ? nothing : yield* Effect.tap(work(taken), add)
        return { taken: applied.taken, reached: Math.min(applied.reached, firstOfOthers - 1, upTo), epoch }
      }),
    )

  const applyBatch = Effect.fnUntraced(function* (site: Site, limit: number, now: EpochMillis) {
    const { epoch, reached, taken } = yield* Effect.catchIf(
      onLanes(site, limit, (lanesToApply) => applyLanes(lanesToApply, now)),
      isUnfit,
      () =>
        onLanes(site, limit, (lanesToApply) =>
          Effect.map(
            Effect.forEach(lanesToApply.held, (lane) =>
              applyCarefully({ ...lanesToApply, held: [lane] }, now),
            ),
            (all) => ({ ...together(all), reached: lanesToApply.passed }),
          ),
        ),
    )
    // Only after the commit: requests of a transaction that rolled back are still to be applied.
    pass(site, epoch, reached)
    return taken
  })

  // A failed change that a person has released is found when the inbox looks empty, or after a hundred batches.
  const applySite = Effect.fnUntraced(function* (site: Site, limit: number, now: EpochMillis) {
    site.batches += 1
    if (site.batches % batchesInPassing === 0) site.passed = 0
    const applied = yield* applyBatch(site, limit, now)
    if (applied > 0 || site.passed === 0) return applied
    site.passed = 0
    return yield* applyBatch(site, limit, now)
  })

  const apply = Effect.fnUntraced(function* (limit: number, now: EpochMillis) {
    yield* sites.look
    let applied = 0
    yield* onEach(sites, (site) =>
      applied >= limit
        ? Effect.void
        : Effect.map(applySite(site, limit - applied, now), (some) => void (applied += some)),
    )
    return applied
  })

  /** Holds the lanes of ids, in their order: two who wait for lanes never wait for each other. */
  const holdLanes = (ids: ReadonlyArray<string>) =>
    sql`select pg_advisory_xact_lock(${lockOf(sql.literal("lane"))}) from (
        select distinct lane from unnest(${ints(ids.map(laneOf))}) as lane order by lane
      ) as held`

  /** Erases a profile with these ids. False where more ids lead there than are held. */
  const eraseHeld = Effect.fnUntraced(function* (
    place: Place,
    distinctId: string,
    held: ReadonlyArray<string>,
    erasing: Erasing,
    now: EpochMillis,
  ) {
    yield* holdLanes(held)
    yield* closeGate(sql, schema)
    const ids = yield* idsOf(place, distinctId)
    if (ids.some((id) => !held.includes(id))) return false
    if ((yield* sites.unseen(ids.map(laneOf))).size > 0) return yield* Effect.fail(notRecovered())
    const { version, workspace } = place
    const here = sql`workspace = ${workspace} and version = ${version} and distinct_id = any (${texts(ids)})`
    const inLanes = sql`${here} and lane = any (${ints(ids.map(laneOf))}::smallint[])`
    const erased = profileBytes.read(
      yield* sql`delete from profiles where ${inLanes} returning ${profileBytes.columns}`,
    )
    const left = readErased(
      yield* sql`delete from profile_inbox where ${inLanes} returning workspace, version, lane, number::float8,
        request_id::text, change, operation, properties, actions, ignored, accepted_at`,
    )
    if (left.length > 0) {
      const concluded = left.map((change) => ({
        ...change,
        acceptance: change.number,
        status: "processed" as const,
        applied: [],
        ignored: [...change.ignored, ...namesIn(change).map((name) => ({ name, reason: erasedBefore }))],
      }))
      yield* sql`${outcomes.insert(concluded)}`
    }
    const led = yield* sql`delete from profile_aliases where ${here} returning 1 as one`
    if (erased.length + left.length + led.length > 0) yield* note(place, distinctId, ids, erasing, now)
    yield* add({
      requests: requestsLeft(left),
      totals: [
        ...erased.map(() => ({ workspace, version, kind: "profile" as const, number: -1 })),
        ...totalsOfBytes(erased, -1),
      ],
    })
    return true
  })

  const erase = Effect.fnUntraced(function* (
    place: Place,
    distinctId: string,
    erasing: Erasing,
    now: EpochMillis,
  ) {
    const once = Effect.flatMap(idsOf(place, distinctId), (held) =>
      behindGate(sql.withTransaction(eraseHeld(place, distinctId, held, erasing, now))),
    )
    const recovered = Effect.catchIf(once, isNotRecovered, () => Effect.andThen(sites.lookNow, once))
    while (!(yield* recovered)) continue
  })

  const oldestWaiting = Effect.map(
    onEach(sites, (site) =>
      sql.withTransaction(
        Effect.flatMap(currentEpoch(sql), (epoch) =>
          Effect.map(
            sql`select accepted_at from profile_inbox
              where ${sites.here(site)} number > ${passedIn(site, epoch)}::float8::bigint and failure is null
              order by number limit 1`,
            readOldest,
          ),
        ),
      ),
    ),
    (found) => {
      const times = found.flat().filter((at) => at !== undefined)
      return times.length === 0 ? Option.none() : Option.some(Math.min(...times))
    },
  )

  const countWaiting = Effect.map(
    onEach(sites, (site) =>
      Effect.map(
        sql`select count(*)::int from (
          select 1 from profile_inbox where ${sites.here(site)} failure is null limit ${mostCounted}
        ) as waiting`,
        readNumbers,
      ),
    ),
    (found) =>
      Math.min(
        mostCounted,
        found.flat().reduce((sum, count) => sum + count, 0),
      ),
  )

  return { apply, countWaiting, erase, oldestWaiting }
}
