import {
  erasedInPlace,
  type Erasing,
  type ErasureListOptions,
  pageOfErasures,
  type Place,
  type ProfileStore,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import { leaveSnapshots } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { instant, texts } from "../sql/parameters.ts"
import { sqlOf } from "../sql/sql.ts"
import { Again, askedProfiles, makeLock, makeWrite } from "./applyBatch.ts"
import { makeIdsTo } from "./idsTo.ts"
import { erasures, loggedErasures } from "./rows.ts"

/** Makes the function that erases profiles; see `ProfileStore`. It takes the locks of a batch. */
export const makeErase = (sql: SqlClient.SqlClient): ProfileStore["Service"]["erase"] => {
  const lock = makeLock(sql)
  const write = makeWrite(sql)
  const idsTo = makeIdsTo(sql)

  const eraseOnce = Effect.fnUntraced(function* (
    { version, workspace }: Place,
    distinctId: string,
    { hashOf, ...by }: Erasing,
    erasedAt: EpochMillis,
  ) {
    const at = { workspace, version }
    const asked = [askedProfiles(at, [distinctId])]
    const [held] = yield* lock(asked, erasedAt)
    const own = held?.leads.get(distinctId) ?? distinctId
    const ids = [own, ...(yield* idsTo(at, own))]
    const profile = held?.profiles.get(own)
    const here = sql`workspace = ${workspace} and version = ${version}`
    // In the order in which batches write them.
    const leaveWarnings = sql`with named as materialized (
        select name, reason, slot from profile_warnings where ${here} and distinct_id = any (${texts(ids)})
        order by slot, name, reason for update
      )
      update profile_warnings as w set distinct_id = null, example = null from named
      where ${here} and w.name = named.name and w.reason = named.reason and w.slot = named.slot`
    if (profile === undefined && ids.length === 1) {
      yield* leaveWarnings
      return
    }
    if (profile !== undefined) yield* write([], asked, [erasedInPlace(own, profile.properties)], erasedAt)
    yield* sql`delete from profile_aliases where ${here} and target = ${own}`
    // After the profile is gone: one that joins a snapshot meanwhile has waited for that, or it leaves here.
    yield* leaveSnapshots(sqlOf(sql), at, ids)
    yield* leaveWarnings
    // One after another, so that numbers are drawn in the order of commits: anyone who continues from the last one listed misses none.
    yield* sql`select pg_advisory_xact_lock(hashtext(current_schema() || ' profiles erasures'), 0)`
    yield* sql`${loggedErasures.insert([
      { ...at, ...by, erasedAt, idHash: hashOf(distinctId), hashes: ids.map(hashOf) },
    ])}`
  })

  return Effect.fn("ProfileStore.erase")(
    (place, distinctId, erasing, now) =>
      Effect.retry(sql.withTransaction(eraseOnce(place, distinctId, erasing, now)), {
        while: (error) => error instanceof Again,
      }),
    Effect.orDie,
  )
}

/** Makes the functions of the log of erasures. */
export const makeErasures = (sql: SqlClient.SqlClient) => {
  const list = Effect.fn("ProfileStore.erasures")(function* (
    { version, workspace }: Place,
    { after = 0, idHash, limit }: ErasureListOptions,
  ) {
    const led = idHash === undefined ? sql`true` : sql`hashes @> ${texts([idHash])}`
    const found = erasures.read(
      yield* sql`select ${erasures.columns} from profile_erasures
        where workspace = ${workspace} and version = ${version} and number > ${after}::float8::bigint and ${led}
        order by number limit ${limit + 1}`,
    )
    return pageOfErasures(found, limit)
  }, Effect.orDie)

  const forget = Effect.fn("ProfileStore.forgetErasures")(function* (before: EpochMillis, limit: number) {
    const gone = yield* sql`delete from profile_erasures where number in (
      select number from profile_erasures where erased_at < ${instant(before)} order by erased_at limit ${limit}
    ) returning 1 as one`
    return gone.length
  }, Effect.orDie)

  return { list, forget }
}
