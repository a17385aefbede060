import { Everything } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseUnusable } from "../errors.ts"
import { Database } from "../sql/database.ts"
import { makeOurTables } from "./makeTables.ts"
import { findTables } from "./tables.ts"
import { readEverything } from "./readEverything.ts"
import { writeEverything } from "./writeEverything.ts"

/**
 * All rows of a database, out and in. A restore makes our tables, and those that `others` make: of domains that Daybook does
 * not bring.
 */
export const layer = (others: Effect.Effect<void, DatabaseUnusable, Database> = Effect.void) =>
  Layer.effect(
    Everything.StoredRows,
    Effect.map(Database, (database) => ({
      forms: database.read(() =>
        Object.fromEntries(
          findTables(database).flatMap(({ columns, name }) =>
            Everything.isExported(name) ? [[name, columns]] : [],
          ),
        ),
      ),
      read: readEverything(database),
      write: writeEverything(database, Effect.andThen(makeOurTables, others)),
    })),
  )
