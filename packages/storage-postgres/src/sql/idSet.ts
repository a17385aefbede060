import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { bytea, ints } from "./parameters.ts"

/**
 * Ids of rows as one parameter: an array, or bits by id if these take less space. The planner assumes about ten ids for
 * an array, looks each up, and compares it with each row that it meets in another order; a bit is found at once.
 */
export const idSet = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) => {
  const length = ids.reduce((most, id) => Math.max(most, id + 1), 0)
  const isDense = length < 32 * ids.length && ids.every((id) => id >= 0)
  if (!isDense) return { isDense, has: (id: Fragment) => sql`${id} = any(${ints(ids)})` }
  const bits = new Uint8Array(Math.ceil(length / 8))
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7))
  return {
    /** True for this many ids that one is soon met in any order of all rows. */
    isDense,
    has: (id: Fragment) =>
      sql`case when ${id} between 0 and ${8 * bits.length - 1}::int then get_bit(${bytea(bits)}, ${id}) = 1 else false end`,
  }
}
