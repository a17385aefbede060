import { type ErasureListOptions, type Erasing, pageOfErasures, type Place } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { mustFind } from "@daybook/storage-sql"
import type { Database } from "../sql/database.ts"
import { erasures as table, readNumbers } from "./rows.ts"

/** Makes the functions of the log of erasures; see `ProfileStore`. */
export const erasuresIn = ({ all, many, read, sql, transaction }: Database["Service"]) => ({
  /** Notes the erasure of a profile with these ids; the request named one of them. */
  note: (
    place: Place,
    named: string,
    ids: ReadonlyArray<string>,
    hashes: ReadonlyMap<string, string>,
    by: Omit<Erasing, "hashOf">,
    erasedAt: EpochMillis,
  ): void => {
    const hashOf = (id: string) => mustFind(hashes.get(id), "hash of an id", by.requestId)
    const hashesOfIds = ids.map(hashOf)
    const record = table.record({ ...by, erasedAt, idHash: hashOf(named) })
    const [number] = readNumbers(
      all(sql`insert into profile_erasures ${sql.insert({ ...place, ...record, hashes: JSON.stringify(hashesOfIds) })}
        returning number`),
    )
    const erasure = mustFind(number, "erasure", by.requestId)
    many({
      text: "insert into erased_ids (erasure, hash) values (?, ?)",
      rows: hashesOfIds.map((one) => [erasure, one]),
    })
  },
  list: ({ version, workspace }: Place, { after = 0, idHash, limit }: ErasureListOptions) =>
    read(() => {
      const isOfId =
        idHash === undefined
          ? sql`true`
          : sql`number in (select erasure from erased_ids where hash = ${idHash})`
      const found = all(sql`select ${table.columns} from profile_erasures
        where workspace = ${workspace} and version = ${version} and number > ${after} and ${isOfId}
        order by number limit ${limit + 1}`)
      return pageOfErasures(table.read(found), limit)
    }),
  forget: (before: EpochMillis, limit: number) =>
    transaction(
      Effect.sync(
        () =>
          all(sql`delete from profile_erasures where number in (select number from profile_erasures
            where erased_at < ${before} order by erased_at limit ${limit}) returning number`).length,
      ),
    ),
})
