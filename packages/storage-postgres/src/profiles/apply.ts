import { alreadySet, erasedBefore } from "@daybook/profiles"
import { type EpochMillis, storableText } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { bigints, instant, ints } from "../sql/parameters.ts"
import { lanes } from "./migrations.ts"
import {
  type DisplacedProperty,
  type HeldLane,
  type ReachedLane,
  readApplied,
  readHeld,
  readNumbers,
  readOldest,
} from "./rows.ts"

/** The lanes that one worker takes at once. It leaves some to another one. */
const lanesAtOnce = lanes / 2

/**
 * The step from one batch's first lane to the next one's: prime to the number of lanes, so that each lane comes first
 * in turn.
 */
const step = 5

/** The number of batches after which the inbox is read from its beginning. */
const batchesInPassing = 100

/** The number of applied requests, and the last number of each lane. */
interface Applied {
  readonly taken: number
  readonly reached: ReadonlyArray<ReachedLane>
}
const nothing: Applied = { taken: 0, reached: [] }

/**
 * True where a statement failed because of its data, and would fail again: SQLSTATE classes 22 (data) and 23
 * (constraints), 54 (limits), and functions' own errors. Failures of the connection, the disk or a lock are not.
 */
export const isInvalidData = (error: SqlError): boolean => {
  const { cause } = error.reason
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""
  return /^(?:22|23|54|P0|42804)/.test(code)
}

const reasonOf = ({ reason }: SqlError): string =>
  storableText(reason.cause instanceof Error ? reason.cause.message : reason.message, 500)

/** Makes the functions that apply and erase; see `ProfileStore`. */
export const makeApply = (sql: SqlClient.SqlClient, schema: string) => {
  const lockOf = (lane: unknown) => sql`hashtext(${`${schema} set once`}), ${lane}`
  let turn = 0
  let batches = 0

  // The number up to which each lane has been applied. Deleted rows stay in the index for as long as any transaction
  // might see them, and a scan from the first would pass all of them each time. A request that drew a lower number and
  // committed later is found when a lane looks empty, or after a hundred batches.
  const passed = Array.from({ length: lanes }, () => 0)
  const lookAtAll = () => passed.fill(0)

  /**
   * Takes lanes that have waiting requests and that no other worker holds, beginning at a different lane each time.
   * The lookup goes lane by lane, in the order of the index: `exists` would read the whole inbox at once.
   */
  const takeLanes = Effect.fnUntraced(function* () {
    turn = (turn + step) % lanes
    return readHeld(
      yield* sql`select lane, passed::float8 from (
          select (place - 1)::int as lane, passed from unnest(${bigints(passed)}) with ordinality as p (passed, place)
          order by (place + ${turn}::int) % ${sql.literal(String(lanes))}
        ) as every_lane
        where case when (
          select true from set_once_inbox as i
          where i.lane = every_lane.lane::smallint and i.number > passed and failure is null
          order by i.number limit 1
        ) then pg_try_advisory_xact_lock(${lockOf(sql.literal("lane"))}) else false end
        limit ${sql.literal(String(lanesAtOnce))}`,
    )
  })

  /**
   * Applies the earliest requests of the held lanes, lane by lane, in one statement. A value is set where the property has
   * none, or one that was accepted later, so the order of commits and of applying does not matter.
   *
   * Whole objects are merged, of values (`properties`) and of the numbers that they came with (`own`), the earliest
   * last: taking them apart into properties costs three times as much.
   */
  const applyLanes = Effect.fnUntraced(function* (
    held: ReadonlyArray<HeldLane>,
    limit: number,
    now: EpochMillis,
  ) {
    const [row] = readApplied(
      yield* sql`with taken as materialized (
          select i.*, names, jsonb_object(names, array_fill(i.number::text, array[cardinality(names)])) as own
          from unnest(${ints(held.map(({ lane }) => lane))}, ${bigints(held.map((one) => one.passed))})
              as held (lane, passed),
            lateral (
              select i.ctid as place, * from set_once_inbox as i
              where i.lane = held.lane::smallint and i.number > passed and i.failure is null
              order by i.number limit ${limit}
            ) as i,
            lateral (
              select array(select jsonb_object_keys(i.properties) as name order by name) as names offset 0
            ) as named
          limit ${limit}
        ),
        merged as (
          select workspace, version, distinct_id, min(accepted_at) as created_at,
            jsonb_merge(properties order by number desc) as properties, jsonb_merge(own order by number desc) as own
          from taken group by workspace, version, distinct_id
        ),
        -- The limit keeps this a look-up by key: joined, all profiles would be read where statistics mislead.
        settled as materialized (
          select m.workspace, m.version, m.distinct_id, m.created_at, p.accepted as before, displaced,
            m.properties || coalesce(p.properties - displaced, '{}') as properties,
            m.own || coalesce(p.accepted - displaced, '{}') as accepted
          from merged as m left join lateral (
            select properties, accepted from profiles as p where p.workspace = m.workspace
              and p.version = m.version and p.distinct_id = m.distinct_id limit 1
          ) as p on true, lateral (
            select array(
              select name from jsonb_each_text(case when p.accepted is null then '{}' else m.own end) as own (name, number)
              where (p.accepted ->> name)::bigint > number::bigint
            ) as displaced offset 0
          ) as later
        ),
        written as (
          insert into profiles as p
            (workspace, version, distinct_id, properties, accepted, created_at, updated_at)
          select workspace, version, distinct_id, properties, accepted, created_at, ${instant(now)}
          from settled where accepted is distinct from before
          on conflict (workspace, version, distinct_id) do update
            set properties = excluded.properties, accepted = excluded.accepted,
              created_at = least(p.created_at, excluded.created_at), updated_at = excluded.updated_at
        ),
        noted as (
          insert into set_once_outcomes (request_id, number, workspace, version, applied, ignored)
          select request_id, number, workspace, version, applied,
            case when cardinality(applied) = cardinality(names) then ignored
              else ignored || (
                select jsonb_agg(jsonb_build_object('name', name, 'reason', ${alreadySet}::text) order by name)
                from unnest(names) as name where name <> all (applied)
              ) end
          from taken join settled using (workspace, version, distinct_id), lateral (
            select case when accepted @> own then names
              else array(select name from unnest(names) as name where accepted -> name = own -> name) end as applied
            offset 0
          ) as winning
        ),
        gone as (
          delete from set_once_inbox where ctid = any (array(select place from taken))
        )
        select (select count(*)::int from taken) as taken, (
          select jsonb_agg(last) from (select lane, max(number) as number from taken group by lane) as last
        ) as reached, (
          select jsonb_agg(jsonb_build_object('number', (before ->> name)::bigint, 'name', name))
          from settled, unnest(displaced) as name
        ) as displaced`,
    )
    if (row === undefined) return nothing
    if (row.displaced !== undefined) yield* correct(row.displaced)
    return { taken: row.taken, reached: row.reached ?? [] }
  })

  /** Corrects the outcomes of requests that were accepted later, applied first, and have lost properties to earlier ones. */
  const correct = Effect.fnUntraced(function* (displaced: ReadonlyArray<DisplacedProperty>) {
    // The BRIN index over the numbers of outcomes needs bitmap scans.
    yield* sql`select set_config('enable_bitmapscan', 'on', true)`
    for (const { name, number } of displaced) {
      yield* sql`update set_once_outcomes set applied = array_remove(applied, ${name}),
          ignored = ignored || jsonb_build_object('name', ${name}::text, 'reason', ${alreadySet}::text)
        where number = ${number}::float8::bigint`
    }
  })

  /** Applies the first request of a lane, or sets it aside. Its number picks it: an earlier one may yet be committed. */
  const applyFirst = Effect.fnUntraced(function* ({ lane, passed }: HeldLane, now: EpochMillis) {
    const here = sql`lane = ${lane}::int::smallint`
    const [number] = readNumbers(
      yield* sql`select number::float8 from set_once_inbox
        where ${here} and number > ${passed}::float8::bigint and failure is null order by number limit 1`,
    )
    if (number === undefined) return 0
    yield* sql.withTransaction(applyLanes([{ lane, passed: number - 1 }], 1, now)).pipe(
      Effect.catchIf(isInvalidData, (error) =>
        Effect.andThen(
          Effect.logError(`a request was set aside: ${reasonOf(error)}`),
          sql`update set_once_inbox set failure = ${reasonOf(error)}
            where ${here} and number = ${number}::float8::bigint`,
        ),
      ),
    )
    return 1
  })

  /** Applies all it can of one lane: it halves the batch until only one invalid request is left. */
  const applyCarefully = (
    held: HeldLane,
    limit: number,
    now: EpochMillis,
  ): Effect.Effect<number, SqlError> =>
    limit <= 1
      ? applyFirst(held, now)
      : sql.withTransaction(applyLanes([held], limit, now)).pipe(
          Effect.map(({ taken }) => taken),
          Effect.catchIf(isInvalidData, () => applyCarefully(held, Math.floor(limit / 2), now)),
        )

  /** Takes lanes and works on them, for as long as the transaction lasts. */
  const onLanes = <E>(work: (held: ReadonlyArray<HeldLane>) => Effect.Effect<Applied, E>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        // A power cut that undoes this commit leaves the requests in the inbox, to be applied again. The plan is fixed to
        // lookups by key and hash joins: statistics of an inbox that was empty a moment ago would choose to sort it whole, or
        // to compare each request with each profile.
        yield* sql`select set_config('synchronous_commit', 'off', true),
          set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
          set_config('enable_nestloop', 'off', true)`
        const held = yield* takeLanes()
        return held.length === 0 ? nothing : yield* work(held)
      }),
    )

  const applyBatch = Effect.fnUntraced(function* (limit: number, now: EpochMillis) {
    const { taken, reached } = yield* Effect.catchIf(
      onLanes((held) => applyLanes(held, limit, now)),
      isInvalidData,
      () =>
        onLanes((held) =>
          Effect.map(
            Effect.forEach(held, (lane) => applyCarefully(lane, limit, now)),
            (counts) => ({ taken: counts.reduce((sum, count) => sum + count, 0), reached: [] }),
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

  const erase = Effect.fnUntraced(function* (
    { workspace, version }: { readonly workspace: string; readonly version: string },
    distinctId: string,
  ) {
    const lane = sql`(hashtextextended(${distinctId}, 0) & ${sql.literal(String(lanes - 1))})`
    const here = sql`workspace = ${workspace} and version = ${version} and distinct_id = ${distinctId}`
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select pg_advisory_xact_lock(${lockOf(sql`${lane}::int`)})`
        yield* sql`delete from profiles where ${here}`
        yield* sql`with gone as (
            delete from set_once_inbox where lane = ${lane}::smallint and ${here}
            returning request_id, number, workspace, version, properties, ignored
          )
          insert into set_once_outcomes (request_id, number, workspace, version, applied, ignored)
          select request_id, number, workspace, version, '{}', ignored || coalesce((
            select jsonb_agg(jsonb_build_object('name', name, 'reason', ${erasedBefore}::text) order by name)
            from jsonb_object_keys(properties) as name), '[]')
          from gone`
      }),
    )
  })

  const oldestWaiting = Effect.gen(function* () {
    const [oldest] = readOldest(
      yield* sql`select min(accepted_at) as at from unnest(${bigints(passed)}) with ordinality as p (passed, place),
        lateral (
          select accepted_at from set_once_inbox as i
          where i.lane = (place - 1)::smallint and i.number > passed and failure is null
          order by i.number limit 1
        ) as waiting`,
    )
    return Option.fromUndefinedOr(oldest)
  })

  return { apply, erase, oldestWaiting }
}
