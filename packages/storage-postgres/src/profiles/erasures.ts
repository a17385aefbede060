import { type Erasing, type ErasuresAsked, pageOfErasures, type Place } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { instant, texts } from "../sql/parameters.ts"
import { erasures, loggedErasures } from "./rows.ts"

/** Makes the functions of the log of erasures. */
export const makeErasures = (sql: SqlClient.SqlClient) => {
  /**
   * Notes the erasure of a profile with these ids, of which the request named one. The gate is closed, so numbers are drawn
   * in the order of commits, and whoever goes on from the last one that is listed misses none.
   */
  const note = (
    at: Place,
    named: string,
    ids: ReadonlyArray<string>,
    { hashOf, ...by }: Erasing,
    erasedAt: EpochMillis,
  ) =>
    sql`${loggedErasures.insert([{ ...at, ...by, erasedAt, idHash: hashOf(named), hashes: ids.map(hashOf) }])}`

  const list = Effect.fn("ProfileStore.erasures")(function* (
    { version, workspace }: Place,
    { after = 0, idHash, limit }: ErasuresAsked,
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

  return { note, list, forget }
}
