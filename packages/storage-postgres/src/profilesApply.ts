import { alreadySet, erasedBefore } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { instant, ints } from "./parameters.ts"
import { lanes } from "./profilesTables.ts"

/** Lanes that one worker takes at once, so that others find some, too. */
const lanesAtOnce = lanes / 4

const Displaced = Schema.Struct({ number: Schema.Finite, name: Schema.String })
const AppliedRow = Schema.Struct({
  taken: Schema.Int,
  displaced: Schema.NullOr(Schema.Array(Displaced)),
})
const decodeApplied = Schema.decodeUnknownEffect(Schema.Array(AppliedRow))

const LaneRow = Schema.Struct({ lane: Schema.Int })
const decodeLanes = Schema.decodeUnknownEffect(Schema.Array(LaneRow))

/**
 * Whether a statement failed for what it was to store, and would again. What ails the connection, the disk or a lock
 * is another matter: SQLSTATE classes 22 (data) and 23 (constraints), 54 (limits), and functions' own complaints.
 */
export const isUnfitData = (error: SqlError): boolean => {
  const { cause } = error.reason
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""
  return /^(?:22|23|54|P0|42804)/.test(code)
}

const reasonOf = ({ reason }: SqlError): string =>
  (reason.cause instanceof Error ? reason.cause.message : reason.message).slice(0, 500)

/** Gives what applies and what erases; see `ProfileStore`. */
export const makeApply = (sql: SqlClient.SqlClient, schema: string) => {
  const lockOf = (lane: unknown) => sql`hashtext(${`${schema} set once`}), ${lane}`
  let turn = 0

  /** Takes lanes in which something waits and that nobody else is at, each time beginning with others. */
  const takeLanes = Effect.fnUntraced(function* () {
    turn = (turn + lanesAtOnce) % lanes
    const rows = yield* decodeLanes(
      yield* sql`select lane from (select (${turn}::int + place) % ${sql.literal(String(lanes))} as lane
          from generate_series(0, ${sql.literal(String(lanes - 1))}) as place) as every_lane
        where case when exists (
          select from set_once_inbox as i where i.lane = every_lane.lane::smallint and failure is null
        ) then pg_try_advisory_xact_lock(${lockOf(sql.literal("lane"))}) else false end
        limit ${sql.literal(String(lanesAtOnce))}`,
    )
    return rows.map(({ lane }) => lane)
  })

  /**
   * Applies the earliest requests of lanes that are held, in one statement. A value wins where the property has none,
   * or one that was accepted later; so it does not matter what was committed or applied first.
   */
  const applyLanes = Effect.fnUntraced(function* (
    held: ReadonlyArray<number>,
    limit: number,
    now: EpochMillis,
  ) {
    const each = Math.max(1, Math.ceil(limit / held.length))
    const [row] = yield* decodeApplied(
      yield* sql`with taken as materialized (
          select i.* from unnest(${ints(held)}) as held (lane), lateral (
            select * from set_once_inbox as i
            where i.lane = held.lane::smallint and i.failure is null order by i.number limit ${each}
          ) as i
        ),
        touched as materialized (
          select workspace, version, distinct_id, min(accepted_at) as created_at
          from taken group by workspace, version, distinct_id
        ),
        -- The limit keeps this a look-up by key: joined, all profiles would be read where statistics mislead.
        known as materialized (
          select t.*, p.accepted from touched as t left join lateral (
            select accepted from profiles as p where p.workspace = t.workspace and p.version = t.version
              and p.distinct_id = t.distinct_id limit 1
          ) as p on true
        ),
        offered as materialized (
          select distinct on (workspace, version, distinct_id, name)
            workspace, version, distinct_id, name, value, number
          from taken, jsonb_each(properties) as property (name, value)
          order by workspace, version, distinct_id, name, number
        ),
        won as materialized (
          select o.*, (k.accepted ->> o.name)::bigint as displaced
          from offered as o join known as k using (workspace, version, distinct_id)
          where coalesce((k.accepted ->> o.name)::bigint > o.number, true)
        ),
        changes as (
          select workspace, version, distinct_id, jsonb_object_agg(name, value) as properties,
            jsonb_object_agg(name, number) as accepted
          from won group by workspace, version, distinct_id
        ),
        written as (
          insert into profiles as p
            (workspace, version, distinct_id, properties, accepted, created_at, updated_at)
          select workspace, version, distinct_id, coalesce(c.properties, '{}'), coalesce(c.accepted, '{}'),
            created_at, ${instant(now)}
          from known left join changes as c using (workspace, version, distinct_id)
          where known.accepted is null or c.accepted is not null
          on conflict (workspace, version, distinct_id) do update
            set properties = p.properties || excluded.properties, accepted = p.accepted || excluded.accepted,
              created_at = least(p.created_at, excluded.created_at), updated_at = excluded.updated_at
        ),
        wins as (
          select number, array_agg(name order by name) as names from won group by number
        ),
        noted as (
          insert into set_once_outcomes (request_id, number, workspace, version, applied, ignored)
          select request_id, number, workspace, version, coalesce(w.names, '{}'),
            case when (select count(*) from jsonb_object_keys(properties)) = coalesce(cardinality(w.names), 0)
              then ignored
              else ignored || (
                select jsonb_agg(jsonb_build_object('name', name, 'reason', ${alreadySet}::text) order by name)
                from jsonb_object_keys(properties) as name where name <> all (coalesce(w.names, '{}'))
              ) end
          from taken left join wins as w using (number)
        ),
        gone as (
          delete from set_once_inbox as i using taken where i.lane = taken.lane and i.number = taken.number
        )
        select (select count(*)::int from taken) as taken, (
          select jsonb_agg(jsonb_build_object('number', displaced, 'name', name))
          from won where displaced is not null
        ) as displaced`,
    )
    for (const { name, number } of row?.displaced ?? []) yield* correct(number, name)
    return row?.taken ?? 0
  })

  /** A request that was accepted later and applied first loses a property to an earlier one. */
  const correct = (number: number, name: string) =>
    sql`update set_once_outcomes set applied = array_remove(applied, ${name}),
        ignored = ignored || jsonb_build_object('name', ${name}::text, 'reason', ${alreadySet}::text)
      where number = ${number}::float8::bigint`

  const setAside = (lane: number, reason: string) =>
    sql`update set_once_inbox set failure = ${reason} where (lane, number) = (
      select lane, number from set_once_inbox where lane = ${lane}::int::smallint and failure is null
      order by number limit 1
    )`

  /** Applies what it can of one lane: half as much, and half of that, until what is left is one unfit request. */
  const applyCarefully = (
    lane: number,
    limit: number,
    now: EpochMillis,
  ): Effect.Effect<number, SqlError | Schema.SchemaError> =>
    Effect.catch(sql.withTransaction(applyLanes([lane], limit, now)), (error) => {
      if (!isSqlError(error) || !isUnfitData(error)) return Effect.fail(error)
      if (limit > 1) return applyCarefully(lane, Math.floor(limit / 2), now)
      return Effect.logError(`a request was set aside: ${reasonOf(error)}`).pipe(
        Effect.andThen(setAside(lane, reasonOf(error))),
        Effect.as(1),
      )
    })

  const everyLane = Array.from({ length: lanes }, (_, lane) => lane)

  /**
   * Takes lanes and works on them, for as long as the transaction lasts. PGlite has one connection, which is taken
   * anyway: there one statement is the transaction, and whoever waits to be accepted waits for one round trip, not five.
   */
  const onLanes = <E>(work: (held: ReadonlyArray<number>) => Effect.Effect<number, E>) =>
    sql.driver === "pglite" ? work(everyLane) : inLockedLanes(work)

  const inLockedLanes = <E>(work: (held: ReadonlyArray<number>) => Effect.Effect<number, E>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        // What a power cut undoes here is in the inbox again, and is applied again.
        yield* sql`set local synchronous_commit = off`
        const held = yield* takeLanes()
        return held.length === 0 ? 0 : yield* work(held)
      }),
    )

  const apply = (limit: number, now: EpochMillis) =>
    Effect.catch(
      onLanes((held) => applyLanes(held, limit, now)),
      (error) =>
        isSqlError(error) && isUnfitData(error)
          ? onLanes((held) =>
              Effect.map(
                Effect.forEach(held, (lane) => applyCarefully(lane, limit, now)),
                (counts) => counts.reduce((sum, count) => sum + count, 0),
              ),
            )
          : Effect.fail(error),
    )

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

  return { apply, erase }
}
