import {
  ignoredMerge,
  maxIds,
  mergeInto,
  mergeOf,
  type OfferedRequest,
  oneProfile,
  type Place,
  tooManyIds,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { readAliases } from "./rows.ts"

const readCount = valuesOf(Schema.Int)
const readIds = valuesOf(Schema.String)

const herePlace = (sql: SqlClient.SqlClient, { workspace, version }: Place) =>
  sql`workspace = ${workspace} and version = ${version}`

/** Makes the function that gives the ids that lead to another one, by code point. */
export const makeIdsTo = (sql: SqlClient.SqlClient) => (place: Place, id: string) =>
  Effect.map(
    sql`select distinct_id from profile_aliases where ${herePlace(sql, place)} and target = ${id}
      order by distinct_id`,
    readIds,
  )

/** Makes the function that gives all ids that lead where an id leads: first the profile's own. */
export const makeIdsOf = (sql: SqlClient.SqlClient) => {
  const idsTo = makeIdsTo(sql)
  return Effect.fnUntraced(function* (place: Place, id: string) {
    const here = herePlace(sql, place)
    const [own = id] = readIds(
      yield* sql`select target from profile_aliases where ${here} and distinct_id = ${id}`,
    )
    return [own, ...(yield* idsTo(place, own))]
  })
}

/**
 * Makes the function that leads the ids of a merge's source to its target, for all that is accepted from here on. Gives the
 * request as it is to be stored: by the profiles that the two ids lead to, or ignored. The gate is closed.
 */
export const makeLead = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (request: OfferedRequest) {
    const [change] = request.changes
    const merge = change && mergeOf(change)
    if (change === undefined || merge === undefined) return request
    const here = herePlace(sql, request)
    const known = new Map(
      readAliases(
        yield* sql`select distinct_id, target from profile_aliases
          where ${here} and distinct_id = any (${texts([merge.source, change.distinctId])})`,
      ).map(({ distinctId, target }) => [distinctId, target]),
    )
    const source = known.get(merge.source) ?? merge.source
    const target = known.get(change.distinctId) ?? change.distinctId
    if (source === target) return { ...request, changes: [ignoredMerge(target, oneProfile)] }
    const [count = 0] = readCount(
      yield* sql`select count(*)::int from profile_aliases
        where ${here} and target = any (${texts([source, target])})`,
    )
    if (count + 2 > maxIds) return { ...request, changes: [ignoredMerge(target, tooManyIds)] }
    yield* sql`update profile_aliases set target = ${target} where ${here} and target = ${source}`
    yield* sql`insert into profile_aliases (workspace, version, distinct_id, target)
      values (${request.workspace}, ${request.version}, ${source}, ${target})`
    return { ...request, changes: [mergeInto(target, source)] }
  })
