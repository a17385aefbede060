import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"

/** Stores when keys, shares or assistants were last used. */
export const touch = (
  { instant, sql, transaction }: Sql,
  table: string,
  uses: ReadonlyMap<number, EpochMillis>,
) =>
  transaction(
    Effect.forEach(
      uses,
      ([id, at]) => sql`update ${sql(table)} set last_used_at = ${instant(at)}
        where id = ${id} and (last_used_at is null or last_used_at < ${instant(at)})`,
      { discard: true },
    ),
  )
