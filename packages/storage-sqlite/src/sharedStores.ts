import { dieOfSql, type Sql, type Write } from "@daybook/storage-sql"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseUnusable } from "./errors.ts"
import { writerOf } from "./kernel/dataVersions.ts"
import { Database } from "./sql/database.ts"
import { sqlOf } from "./sql/sql.ts"

type Migrate = Effect.Effect<void, DatabaseUnusable, Database>

/** A store that PostgreSQL has in the same words, with its tables. */
export const layerOf = <Id, Port>(
  port: Context.Key<Id, Port>,
  migrate: Migrate,
  make: (database: Sql) => NoInfer<Port>,
): Layer.Layer<Id, DatabaseUnusable, Database> =>
  Layer.effect(
    port,
    Effect.andThen(
      migrate,
      Effect.map(Database, (database) => make(sqlOf(database))),
    ),
  )

/** The writer of a domain to such a store. */
export const sharedWriterOf = (domain: string) =>
  Effect.map(
    writerOf(domain),
    (write): Write =>
      (change, isSeen) =>
        write(dieOfSql(change), isSeen),
  )

/** Such a store, which raises the version of a domain. */
export const writingLayerOf = <Id, Port>(
  port: Context.Key<Id, Port>,
  migrate: Migrate,
  domain: string,
  make: (database: Sql, write: Write) => NoInfer<Port>,
): Layer.Layer<Id, DatabaseUnusable, Database> =>
  Layer.unwrap(
    Effect.map(sharedWriterOf(domain), (write) =>
      layerOf(port, migrate, (database) => make(database, write)),
    ),
  )
