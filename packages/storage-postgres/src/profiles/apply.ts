import { erasedBefore, type Place } from "@daybook/profiles"
import { type EpochMillis, storableText } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { bigints, texts } from "../sql/parameters.ts"
import { type AppliedChanges, type LanesToApply, nothing, together } from "./applied.ts"
import { makeApplyInOrder, UnfitRow } from "./applyInOrder.ts"
import { makeApplySetOnce } from "./applySetOnce.ts"
import { makeCounts } from "./counts.ts"
import { behindGate, closeGate, lockClass } from "./locks.ts"
import { makeIdsOf } from "./merges.ts"
import { lanes } from "./migrations.ts"
import {
  type HeldLane,
  readHeld,
  readNumbers,
  readOldest,
  readPlacedRequestCounts,
  readSettled,
} from "./rows.ts"

/** The lanes that one worker takes at once. It leaves some to another one. */
const lanesAtOnce = lanes / 2

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

/** The names that a row of the inbox holds, each once. */
export const namesOfChange = (sql: SqlClient.SqlClient) => sql`(
  select jsonb_object_keys(case jsonb_typeof(properties) when 'object' then properties else '{}' end)
  union select action ->> 'name' from jsonb_array_elements(
    case jsonb_typeof(actions) when 'array' then actions else '[]' end) as action where jsonb_exists(action, 'name')
)`

/** The requests of changes that leave the inbox: each is counted with the first of its changes. */
const requestsOf = (sql: SqlClient.SqlClient, changes: Fragment) =>
  sql`select workspace, version, (accepted_at at time zone 'UTC')::date::text as day, operation, 1 as requests
    from ${changes} where change = 0`

/** Makes the functions that apply and erase; see `ProfileStore`. */
export const makeApply = (sql: SqlClient.SqlClient, schema: string) => {
  const lockOf = (lane: unknown) => sql`${lockClass(sql, schema, "lane")}, ${lane}`
  const applySetOnce = makeApplySetOnce(sql)
  const applyInOrder = makeApplyInOrder(sql)
  const { add } = makeCounts(sql)
  const idsOf = makeIdsOf(sql)
  let batches = 0

  // The number up to which each lane has been applied. Deleted rows stay in the index for as long as any transaction
  // might see them, and a scan from the first would pass all of them each time. A failed change that a person has
  // released is found when a lane looks empty, or after a hundred batches.
  const passed = Array.from({ length: lanes }, () => 0)
  const lookAtAll = () => passed.fill(0)

  /**
   * Takes lanes that have waiting changes and that no other worker holds, beginning with the one that has waited the
   * longest: its first change waits for no other lane. The lookup goes lane by lane, in the order of the index: `exists`
   * would read the whole inbox at once.
   */
  const takeLanes = Effect.fnUntraced(function* (settled: number) {
    const inLane = sql`i.lane = every_lane.lane::smallint and i.number > passed
      and i.number <= ${settled}::float8::bigint and failure is null`
    return readHeld(
      yield* sql`select lane, passed::float8, coalesce((
          select true from profile_inbox as i where ${inLane} and actions is not null order by i.number limit 1
        ), false) as is_mixed
        from (
          select lane, passed from (
            select lane, passed, (
              select i.number from profile_inbox as i where ${inLane} order by i.number limit 1
            ) as first
            from (
              select (place - 1)::int as lane, passed
              from unnest(${bigints(passed)}) with ordinality as p (passed, place)
            ) as every_lane
          ) as headed where first is not null order by first offset 0
        ) as every_lane
        where pg_try_advisory_xact_lock(${lockOf(sql.literal("lane"))})
        limit ${sql.literal(String(lanesAtOnce))}`,
    )
  })

  /** Applies the earliest changes of held lanes: those of set-once alone in one statement, the others in order. */
  const applyLanes = Effect.fnUntraced(function* ({ held, limit, settled }: LanesToApply, now: EpochMillis) {
    const mixed = held.filter(({ isMixed }) => isMixed)
    const plain = held.filter(({ isMixed }) => !isMixed)
    const share = plain.length > 0 ? Math.ceil(limit / 2) : limit
    const first =
      mixed.length > 0 ? yield* applyInOrder({ held: mixed, limit: share, settled }, now) : nothing
    if (plain.length === 0 || first.taken >= limit) return first
    const second = yield* applySetOnce({ held: plain, limit: limit - first.taken, settled }, now)
    return together([first, second])
  })

  /** Applies the first change of a lane, or sets it aside. */
  const applyFirst = Effect.fnUntraced(function* (held: HeldLane, settled: number, now: EpochMillis) {
    const { lane, passed: from } = held
    const here = sql`lane = ${lane}::int::smallint`
    const [number] = readNumbers(
      yield* sql`select number::float8 from profile_inbox
        where ${here} and number > ${from}::float8::bigint and failure is null order by number limit 1`,
    )
    if (number === undefined || number > settled) return nothing
    const setAside = (reason: string) =>
      Effect.andThen(
        Effect.logError(`a request was set aside: ${reason}`),
        sql`update profile_inbox set failure = ${reason}
          where ${here} and number = ${number}::float8::bigint`,
      ).pipe(Effect.as({ ...nothing, taken: 1 }))
    return yield* sql
      .withTransaction(applyLanes({ held: [held], limit: 1, settled }, now))
      .pipe(Effect.catchIf(isUnfit, (error) => setAside(reasonOf(error))))
  })

  /** Applies all it can of one lane: it halves the batch until only one invalid change is left. */
  const applyCarefully = (
    held: HeldLane,
    limit: number,
    settled: number,
    now: EpochMillis,
  ): Effect.Effect<AppliedChanges, SqlError | UnfitRow> =>
    limit <= 1
      ? applyFirst(held, settled, now)
      : sql
          .withTransaction(applyLanes({ held: [held], limit, settled }, now))
          .pipe(Effect.catchIf(isUnfit, () => applyCarefully(held, Math.floor(limit / 2), settled, now)))

  /** Takes lanes and works on them, for as long as the transaction lasts. */
  const onLanes = <E>(
    limit: number,
    work: (lanesToApply: LanesToApply) => Effect.Effect<AppliedChanges, E>,
  ) =>
    sql.withTransaction(
      Effect.gen(function* () {
        // A power cut that undoes this commit leaves the changes in the inbox, to be applied again. The plan is fixed to
        // lookups by key and hash joins: statistics of an inbox that was empty a moment ago would choose to sort it whole, or
        // to compare each change with each profile.
        const [settled = 0] = readSettled(
          yield* sql`select settled_profile_number(${lockClass(sql, schema, "acceptance")})::float8 as settled,
            set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_bitmapscan', 'off', true), set_config('enable_nestloop', 'off', true)`,
        )
        const held = yield* takeLanes(settled)
        if (held.length === 0) return nothing
        return yield* Effect.tap(work({ held, limit, settled }), add)
      }),
    )

  const applyBatch = Effect.fnUntraced(function* (limit: number, now: EpochMillis) {
    const { taken, reached } = yield* Effect.catchIf(
      onLanes(limit, (taken) => applyLanes(taken, now)),
      isUnfit,
      () =>
        onLanes(limit, ({ held, settled }) =>
          Effect.map(
            Effect.forEach(held, (lane) => applyCarefully(lane, limit, settled, now)),
            (all) => ({ ...together(all), reached: [] }),
          ),
        ),
    )
    // Only after the commit: requests of a transaction that rolled back are still to be applied.
    for (const { lane, number } of reached) passed[lane] = number
    return taken
  })

  const apply = Effect.fnUntraced(function* (limit: number, now: EpochMillis) {
    batches += 1
    if (batches % batchesInPassing === 0) lookAtAll()
    const applied = yield* applyBatch(limit, now)
    if (applied > 0 || passed.every((number) => number === 0)) return applied
    lookAtAll()
    return yield* applyBatch(limit, now)
  })

  const laneOf = (id: Fragment) => sql`(hashtextextended(${id}, 0) & ${sql.literal(String(lanes - 1))})::int`

  /** Holds the lanes of ids, in their order: two who wait for lanes never wait for each other. */
  const holdLanes = (ids: ReadonlyArray<string>) =>
    sql`select pg_advisory_xact_lock(${lockOf(sql.literal("lane"))}) from (
        select distinct ${laneOf(sql.literal("id"))} as lane from unnest(${texts(ids)}) as id order by lane
      ) as held`

  /** Erases a profile with these ids. False where more ids lead there than are held. */
  const eraseHeld = Effect.fnUntraced(function* (
    place: Place,
    distinctId: string,
    held: ReadonlyArray<string>,
  ) {
    yield* holdLanes(held)
    yield* closeGate(sql, schema)
    const ids = yield* idsOf(place, distinctId)
    if (ids.some((id) => !held.includes(id))) return false
    const { version, workspace } = place
    const here = sql`workspace = ${workspace} and version = ${version} and distinct_id = any (${texts(ids)})`
    const erased = yield* sql`delete from profiles where ${here} returning 1 as one`
    const left = yield* sql`with gone as (
        delete from profile_inbox where ${here} and lane in (
          select ${laneOf(sql.literal("id"))}::smallint from unnest(${texts(ids)}) as id)
        returning request_id, change, operation, number, workspace, version, properties, actions, ignored, accepted_at
      ),
      noted as (
        insert into profile_outcomes (request_id, change, operation, number, workspace, version, applied, ignored)
        select request_id, change, operation, number, workspace, version, '{}', ignored || coalesce((
          select jsonb_agg(jsonb_build_object('name', name, 'reason', ${erasedBefore}::text) order by name)
          from ${namesOfChange(sql)} as name (name)), '[]')
        from gone
      )
      ${requestsOf(sql, sql`gone`)}`
    yield* sql`delete from profile_aliases where ${here}`
    yield* add({
      requests: readPlacedRequestCounts(left),
      totals: erased.map(() => ({ workspace, version, kind: "profile" as const, number: -1 })),
    })
    return true
  })

  const erase = Effect.fnUntraced(function* (place: Place, distinctId: string) {
    const once = Effect.flatMap(idsOf(place, distinctId), (held) =>
      behindGate(sql.withTransaction(eraseHeld(place, distinctId, held))),
    )
    while (!(yield* once)) continue
  })

  const oldestWaiting = Effect.gen(function* () {
    const [oldest] = readOldest(
      yield* sql`select min(accepted_at) as at from unnest(${bigints(passed)}) with ordinality as p (passed, place),
        lateral (
          select accepted_at from profile_inbox as i
          where i.lane = (place - 1)::smallint and i.number > passed and failure is null
          order by i.number limit 1
        ) as waiting`,
    )
    return Option.fromUndefinedOr(oldest)
  })

  const countWaiting = Effect.map(
    sql`select count(*)::int from (select 1 from profile_inbox where failure is null limit 100000) as waiting`,
    (rows) => readNumbers(rows)[0] ?? 0,
  )

  return { apply, countWaiting, erase, oldestWaiting }
}
