import type { StoredSetting } from "@daybook/kernel"
import { settingStore } from "@daybook/storage-sql/kernel"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { DatabaseUnusable } from "../errors.ts"
import { Database, layerReader } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"
import { databaseFile } from "./dataFolder.ts"

const none: ReadonlyArray<StoredSetting> = []

/** The settings stored in a data folder, read before its stores are opened; none if there is no database yet. */
export const storedSettings = (
  dataDir: string,
): Effect.Effect<ReadonlyArray<StoredSetting>, DatabaseUnusable> =>
  Effect.suspend(() => {
    const file = join(resolve(dataDir), databaseFile)
    if (!existsSync(file)) return Effect.succeed(none)
    const read = Effect.gen(function* () {
      const database = yield* Database
      const { sql } = database
      const tables = database.all(sql`select 1 from sqlite_master where name = 'sealed_settings'`)
      return tables.length === 0 ? none : yield* settingStore(sqlOf(database), () => Effect.never).all
    })
    return Effect.provide(read, layerReader(file))
  })
