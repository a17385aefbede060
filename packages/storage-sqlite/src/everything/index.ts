import { Everything } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseUnusable } from "../errors.ts"
import { Database } from "../sql/database.ts"
import { makeOurTables } from "./makeTables.ts"
import { findTables, type TableForms } from "./tables.ts"
import { readEverything } from "./readEverything.ts"
import type { TextOf } from "./recountRows.ts"
import { writeEverything } from "./writeEverything.ts"

export interface RestoreOptions {
  /** The text of an article's HTML, whose words a search finds: `PlainText` of reading. */
  readonly textOf: TextOf
  /** Makes the tables of domains that Daybook does not bring. */
  readonly others?: Effect.Effect<void, DatabaseUnusable, Database>
  /** The kinds of their columns. */
  readonly forms?: TableForms
}

/** All rows of a database, out and in. A restore makes the missing tables. */
export const layer = ({ forms = {}, others = Effect.void, textOf }: RestoreOptions) =>
  Layer.effect(
    Everything.StoredRows,
    Effect.map(Database, (database) => ({
      forms: database.read(() =>
        Object.fromEntries(
          findTables(database, forms).flatMap(({ columns, name }) =>
            Everything.isExported(name) ? [[name, columns]] : [],
          ),
        ),
      ),
      read: readEverything(database, forms),
      write: writeEverything(database, Effect.andThen(makeOurTables, others), textOf, forms),
    })),
  )
