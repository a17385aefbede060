import type { StoredSetting } from "@daybook/kernel"
import { dieOfSql } from "@daybook/storage-sql"
import { settingStore } from "@daybook/storage-sql/kernel"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { sqlOf } from "../sql/sql.ts"

/** The settings stored in a database, read before its stores are opened; none before its tables are there. */
export const storedSettings: Effect.Effect<
  ReadonlyArray<StoredSetting>,
  never,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* dieOfSql(sql`select 1 where to_regclass('sealed_settings') is not null`)
  return tables.length === 0 ? [] : yield* settingStore(sqlOf(sql), () => Effect.never).all
})
