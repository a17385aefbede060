import {
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
import { isSqlError } from "effect/sql/SqlError"
import { migrateVersions } from "../kernel/migrations.ts"
import { instant, ints, texts } from "../sql/parameters.ts"
import { makeAccept } from "./accept.ts"
import { isInvalidData, makeApply } from "./apply.ts"
import { requestsLeft } from "./applyInOrder.ts"
import { makeCitusSites } from "./citusSites.ts"
import { makeCohorts } from "./cohorts.ts"
import { makeCounts } from "./counts.ts"
import { distribute } from "./distribute.ts"
import { makeErasures } from "./erasures.ts"
import { readSchema } from "../sql/migrator.ts"
import { laneOf } from "./lanes.ts"
import { makeIdsTo } from "./merges.ts"
import { migrateProfiles } from "./migrations.ts"
import { makeRequests } from "./requests.ts"
import { profiles, readAliases, readForgotten, readKnown } from "./rows.ts"
import { allLanes, oneSite } from "./sites.ts"

const lanesOf = (requests: ReadonlyArray<OfferedRequest>) =>
  requests.flatMap(({ changes }) => changes.map(({ distinctId }) => laneOf(distinctId)))

/** Profiles and the inbox in SQL. */
export const layer = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migrateProfiles
    const isSpread = yield* distribute(sql)
    const sites = isSpread ? yield* makeCitusSites(sql) : oneSite(sql)
    const schema = yield* readSchema(sql)
    const insert = makeAccept(sql, schema)
    const { apply, countWaiting, erase, oldestWaiting } = makeApply(sql, schema, isSpread, sites)

    const accept: ProfileStore["Service"]["accept"] = (requests, now) =>
      Effect.catch(
        sites.reaching(() => lanesOf(requests), insert(requests, now)),
        (error) =>
          isSqlError(error) && isInvalidData(error)
            ? Effect.fail(new Unstorable({ message: error.message }))
            : Effect.die(error),
      )

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
      const ids = [...new Set([...distinctIds, ...leads.values()])]
      const stored = profiles.read(
        yield* sites.reaching(
          () => ids.map(laneOf),
          sql`select ${profiles.columns} from profiles where ${here} and distinct_id = any (${texts(ids)})
            and lane = any (${ints(ids.map(laneOf))}::smallint[])`,
        ),
      )
      const found = new Map(stored.map((profile) => [profile.distinctId, profile]))
      // The source of a merge that waits is still there.
      return new Map(
        distinctIds.flatMap((id) => {
          const profile = found.get(id) ?? found.get(leads.get(id) ?? id)
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

    const { count, find } = makeCohorts(sql)
    const { outcome, requests } = makeRequests(sql, schema, isSpread, sites)
    const { add, usage } = makeCounts(sql)
    const erasures = makeErasures(sql)

    const findUnknown = Effect.fn("ProfileStore.findUnknown")(function* (
      { workspace, version }: Place,
      distinctIds: ReadonlyArray<string>,
      names: ReadonlyArray<string>,
    ) {
      const here = sql`workspace = ${workspace} and version = ${version}`
      const lanes = distinctIds.map(laneOf)
      const named = sql`${here} and distinct_id = any (${texts(distinctIds)})`
      const inLanes = sql`${named} and lane = any (${ints(lanes)}::smallint[])`
      const ids = new Set(
        distinctIds.length === 0
          ? []
          : readKnown(
              yield* sites.reaching(
                () => lanes,
                sql`select distinct_id from profiles where ${inLanes}
                  union select distinct_id from profile_inbox where ${inLanes} and makes and failure is null
                  union select distinct_id from profile_aliases where ${named}`,
              ),
            ),
      )
      const typed = new Set(
        names.length === 0
          ? []
          : readKnown(
              yield* sql`select name from property_types where ${here} and name = any (${texts(names)})`,
            ),
      )
      return {
        profiles: distinctIds.filter((id) => !ids.has(id)),
        properties: names.filter((name) => !typed.has(name)),
      }
    }, Effect.orDie)

    const findRetries = Effect.fn("ProfileStore.findRetries")(function* (
      { workspace, version }: Place,
      keys: ReadonlyArray<string>,
      now: EpochMillis,
    ) {
      return readKnown(
        yield* sql`select key from profile_retries where workspace = ${workspace}
          and version = ${version} and key = any (${texts(keys)}) and accepted_at > ${instant(now - retryMillis)}`,
      )
    }, Effect.orDie)

    const forgetFailed = Effect.fnUntraced(function* (least: string, limit: number) {
      const gone = readForgotten(
        yield* sql`delete from profile_inbox where (request_id, change) in (
            select request_id, change from profile_inbox where request_id < ${least}::text::uuid and failure is not null
            order by request_id limit ${limit})
          returning workspace, version, operation, change, accepted_at`,
      )
      yield* add({ requests: requestsLeft(gone), totals: [] })
      return gone.length
    })

    const forget = Effect.fn("ProfileStore.forget")(function* (
      before: EpochMillis,
      limit: number,
      now: EpochMillis,
    ) {
      const least = leastIdOf(before)
      const outcomes = yield* sql`delete from profile_outcomes where (request_id, change) in (
        select request_id, change from profile_outcomes where request_id < ${least}::text::uuid
        order by request_id limit ${limit}) returning 1 as one`
      const failed = yield* sql.withTransaction(forgetFailed(least, limit))
      const retries = yield* sql`delete from profile_retries where (workspace, version, key) in (
        select workspace, version, key from profile_retries where accepted_at <= ${instant(now - retryMillis)}
        order by accepted_at limit ${limit}) returning 1 as one`
      return outcomes.length + failed + retries.length
    }, Effect.orDie)

    const onAll = <A, E>(work: Effect.Effect<A, E>) => sites.reaching(() => allLanes, work)

    return ProfileStore.of({
      laneOf,
      partOf: (distinctId) => sites.partOf(laneOf(distinctId)),
      away: Effect.sync(sites.away),
      accept,
      apply: (limit, now) => Effect.orDie(apply(limit, now)),
      oldestWaiting: Effect.orDie(oldestWaiting),
      countWaiting: Effect.orDie(countWaiting),
      profile,
      profiles: findProfiles,
      erase: (at, distinctId, erasing, now) =>
        Effect.orDie(sites.reaching(() => [laneOf(distinctId)], erase(at, distinctId, erasing, now))),
      erasures: erasures.list,
      forgetErasures: erasures.forget,
      outcome,
      requests,
      usage: (at, since) => Effect.orDie(onAll(usage(at, since))),
      findUnknown,
      findRetries,
      find: (at, cohort) => Effect.orDie(onAll(find(at, cohort))),
      count: (at, where) => Effect.orDie(onAll(count(at, where))),
      forget,
    })
  }),
)
