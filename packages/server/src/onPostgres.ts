import type * as StoragePostgres from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A storage on PostgreSQL. Its package is loaded when the layer is built: a server on SQLite never loads the client. */
export const onPostgres = <A, E, R>(
  storage: (loaded: typeof StoragePostgres) => Layer.Layer<A, E, R>,
): Layer.Layer<A, E, R> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@daybook/storage-postgres")),
      storage,
    ),
  )
