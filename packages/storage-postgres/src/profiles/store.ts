import {
  idLists,
  leastIdOf,
  type OfferedRequest,
  type Place,
  ProfileStore,
  retryMillis,
  Unstorable,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "../errors.ts"
import { migrateVersions } from "../kernel/migrations.ts"
import { instant, texts } from "../sql/parameters.ts"
import { makeApplyBatch } from "./applyBatch.ts"
import { makeCohorts } from "./cohorts.ts"
import { makeCounts } from "./counts.ts"
import { makeErase, makeErasures } from "./erasures.ts"
import { makeIdsTo } from "./idsTo.ts"
import { migrateProfiles } from "./migrations.ts"
import { makeRequests } from "./requests.ts"
import { profiles, readAliases, types } from "./rows.ts"
import { IndexSizes } from "./valueIndexes.ts"

/**
 * True if a statement failed because of its data, and would fail again: SQLSTATE classes 22 (data) and 23
 * (constraints), 54 (limits), and functions' own errors. Failures of the connection, the disk or a lock are not.
 */
const isInvalidData = (error: SqlError): boolean => /^(?:22|23|54|P0|42804)/.test(sqlStateOf(error))

/** A value may have another type than the query has just read: the query is repeated. */
const ifTypeChanged = {
  while: (error: unknown) => isSqlError(error) && sqlStateOf(error).startsWith("22"),
  times: 2,
}

/** Finds profiles by ids that resolve to them. */
const findingIn = (sql: SqlClient.SqlClient) => {
  const findProfiles = Effect.fn("ProfileStore.profiles")(function* (
    { workspace, version }: Place,
    distinctIds: ReadonlyArray<string>,
  ) {
    const here = sql`workspace = ${workspace} and version = ${version}`
    const leads = new Map(
      readAliases(
        yield* sql`select distinct_id, target from profile_aliases
          where ${here} and distinct_id = any (${texts(distinctIds)})`,
      ).map(({ distinctId, target }) => [distinctId, target]),
    )
    const own = distinctIds.map((id) => leads.get(id) ?? id)
    const stored = profiles.read(
      yield* sql`select ${profiles.columns} from profiles
        where ${here} and distinct_id = any (${texts([...new Set(own)])})`,
    )
    const found = new Map(stored.map((profile) => [profile.distinctId, profile]))
    return new Map(
      distinctIds.flatMap((id, index) => {
        const profile = found.get(own[index] ?? id)
        return profile === undefined ? [] : [[id, profile]]
      }),
    )
  }, Effect.orDie)

  const idsTo = makeIdsTo(sql)

  const profile = Effect.fnUntraced(function* (place: Place, distinctId: string) {
    const found = (yield* findProfiles(place, [distinctId])).get(distinctId)
    if (found === undefined) return Option.none()
    return Option.some({ ...found, idList: yield* idsTo(place, found.distinctId) })
  }, Effect.orDie)

  const idListsOf = Effect.fn("ProfileStore.idLists")(function* (
    { version, workspace }: Place,
    distinctIds: ReadonlyArray<string>,
  ) {
    return idLists(
      readAliases(
        yield* sql`select distinct_id, target from profile_aliases where workspace = ${workspace}
          and version = ${version} and target = any (${texts(distinctIds)}) order by distinct_id`,
      ),
    )
  }, Effect.orDie)

  const typesOf = Effect.fn("ProfileStore.types")(function* ({ version, workspace }: Place) {
    const found = types.read(
      yield* sql`select ${types.columns} from property_types
        where workspace = ${workspace} and version = ${version}`,
    )
    return new Map(found.map(({ name, type }) => [name, type]))
  }, Effect.orDie)

  return { profile, profiles: findProfiles, idLists: idListsOf, types: typesOf }
}

/** Makes the function that forgets outcomes and idempotency keys. */
const forgettingIn = (sql: SqlClient.SqlClient) =>
  Effect.fn("ProfileStore.forget")(function* (before: EpochMillis, limit: number, now: EpochMillis) {
    const outcomes = yield* sql`delete from profile_outcomes where (request_id, change) in (
      select request_id, change from profile_outcomes where request_id < ${leastIdOf(before)}::text::uuid
      order by request_id limit ${limit}) returning 1 as one`
    const retries = yield* sql`delete from profile_retries where (workspace, version, key) in (
      select workspace, version, key from profile_retries where accepted_at <= ${instant(now - retryMillis)}
      order by accepted_at limit ${limit}) returning 1 as one`
    return outcomes.length + retries.length
  }, Effect.orDie)

/** Profiles in SQL. A request is applied in the transaction that accepts it. */
export const layer = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migrateProfiles
    const applyBatch = makeApplyBatch(sql)

    const accept = Effect.fn("ProfileStore.accept")(
      (requests: ReadonlyArray<OfferedRequest>, now: EpochMillis, again?: boolean) =>
        Effect.catch(applyBatch(requests, now, again), (error) =>
          isSqlError(error) && isInvalidData(error)
            ? Effect.fail(new Unstorable({ message: error.message }))
            : Effect.die(error),
        ),
    )

    const erasures = makeErasures(sql)
    const { count, find } = makeCohorts(sql, yield* IndexSizes)

    return ProfileStore.of({
      away: Effect.succeed([]),
      shardOf: () => 0,
      accept,
      ...findingIn(sql),
      erase: makeErase(sql),
      erasures: erasures.list,
      forgetErasures: erasures.forget,
      ...makeRequests(sql),
      usage: makeCounts(sql).usage,
      find: (place, cohort) => Effect.orDie(Effect.retry(find(place, cohort), ifTypeChanged)),
      count: (place, where) => Effect.orDie(Effect.retry(count(place, where), ifTypeChanged)),
      forget: forgettingIn(sql),
    })
  }),
)
