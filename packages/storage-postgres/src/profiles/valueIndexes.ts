import { maxInStep, Place } from "@daybook/profiles"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { texts } from "../sql/parameters.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { Again, askedProfiles, makeLock } from "./applyBatch.ts"

/** The sizes that decide how profiles are found. */
export const IndexSizes = Context.Reference<{
  /** The number of profiles from which on properties of a place get an index. Fewer are visited fast enough. */
  readonly indexedFrom: number
  /** Rows that are sorted by distinct id in some milliseconds. */
  readonly few: number
  /** Values that are walked in order, each with its profile, before a page that is still not full is found another way. */
  readonly walked: number
}>("daybook/storage-postgres/IndexSizes", {
  defaultValue: () => ({ indexedFrom: 10_000, few: 20_000, walked: 10_000 }),
})

/** The most properties of a place that have an index. */
export const maxIndexes = 20

// Rows of an index that is cleared are small, and are not locked: a step removes more of them than it visits profiles.
const clearedInStep = 10 * maxInStep

const IndexState = Schema.Literals(["wanted", "filling", "ready", "closing"])

const readUnfinished = rowsOf(
  Schema.Struct({
    ...Place.fields,
    id: Schema.Int,
    name: Schema.String,
    state: IndexState,
    lastId: Schema.String,
  }),
)
type Unfinished = ReturnType<typeof readUnfinished>[number]

const readIds = valuesOf(Schema.String)

/** Notes that queries compare or sort by these properties of a place: each gets an index, if there are not too many. */
export const wantIndexes = (
  sql: SqlClient.SqlClient,
  { version, workspace }: Place,
  names: ReadonlyArray<string>,
) => sql`insert into property_indexes (workspace, version, name, type, state)
  select workspace, version, name, type, 'wanted' from property_types
  where workspace = ${workspace} and version = ${version} and name = any (${texts(names)})
  order by name limit greatest(0, ${maxIndexes}::int - (select count(*) from property_indexes
    where workspace = ${workspace} and version = ${version}))
  on conflict do nothing`

/**
 * Makes the function that continues the oldest unfinished index, in one transaction: a wanted one is filled
 * by visiting all profiles of the place, and one that closes is emptied. False if there is none, or if another server is at it.
 */
export const makeIndexStep = (sql: SqlClient.SqlClient) => {
  const lock = makeLock(sql)

  /** From then on batches keep the index. Batches that do not see it have ended: the place was locked only for it. */
  const begin = Effect.fnUntraced(function* ({ id, name, version, workspace }: Unfinished) {
    yield* lock([askedProfiles({ workspace, version }, [], true)], 0)
    const isHere = sql`workspace = ${workspace} and version = ${version} and name = ${name}`
    const begun = yield* sql`update property_indexes as i set state = 'filling', type = t.type
      from (select type from property_types where ${isHere} and type <> 'list'
        and not exists (select from property_changes where ${isHere})) as t
      where i.id = ${id} and i.state = 'wanted' returning 1 as one`
    if (begun.length === 0) yield* sql`delete from property_indexes where id = ${id} and state = 'wanted'`
  })

  const fill = Effect.fnUntraced(function* ({ id, lastId, version, workspace }: Unfinished, limit: number) {
    const isHere = sql`workspace = ${workspace} and version = ${version}`
    const ids = readIds(
      yield* sql`select distinct_id from profiles where ${isHere} and distinct_id > ${lastId}
        order by distinct_id limit ${limit}`,
    )
    // The change of a property, which closes its index, waits for this.
    yield* lock([askedProfiles({ workspace, version }, ids)], 0)
    yield* sql`insert into profile_values (property, number, value, distinct_id)
      select i.id, indexed_number(i.type, p.properties -> i.name), indexed_text(i.type, p.properties -> i.name),
        p.distinct_id
      from property_indexes as i join profiles as p on p.workspace = i.workspace and p.version = i.version
      where i.id = ${id} and i.state = 'filling' and p.distinct_id = any (${texts(ids)})
        and jsonb_exists(p.properties, i.name)
      on conflict do nothing`
    // A complete index names no profile, which may be erased.
    const [state, last] = ids.length < limit ? ["ready", ""] : ["filling", ids.at(-1) ?? lastId]
    yield* sql`update property_indexes set state = ${state}, last_id = ${last}
      where id = ${id} and state = 'filling'`
  })

  const clear = Effect.fnUntraced(function* ({ id }: Unfinished) {
    const gone = yield* sql`delete from profile_values where ctid = any (array(
      select ctid from profile_values where property = ${id} limit ${clearedInStep})) returning 1 as one`
    if (gone.length === 0) yield* sql`delete from property_indexes where id = ${id} and state = 'closing'`
  })

  const step = Effect.fnUntraced(function* (limit: number) {
    const free = yield* sql`select 1 as one
      where pg_try_advisory_xact_lock(hashtext(current_schema() || ' profiles indexes'), 0)`
    if (free.length === 0) return false
    const [index] = readUnfinished(
      yield* sql`select ${sql.literal(readUnfinished.selected)} from property_indexes
        where state <> 'ready' order by id limit 1`,
    )
    if (index === undefined) return false
    if (index.state === "wanted") yield* begin(index)
    else if (index.state === "filling") yield* fill(index, limit)
    else yield* clear(index)
    return true
  })

  // A merge may have led an id elsewhere since it was read.
  return (limit: number) =>
    Effect.retry(sql.withTransaction(step(limit)), { while: (error) => error instanceof Again })
}
