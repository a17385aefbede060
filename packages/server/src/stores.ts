import { Keys } from "@daybook/access"
import { Digest, ReaderVersion } from "@daybook/kernel"
import { Html } from "@daybook/sources"
import { Workspaces } from "@daybook/profiles"
import { MemoryStorage } from "@daybook/storage-memory"
import { AllowNewerSchema, Pglite, Postgres, SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import { hash } from "node:crypto"
import * as Patterns from "./patterns.ts"
import type { Settings } from "./settings.ts"
import { version } from "./version.ts"

type StorePorts = MemoryStorage.Ports

type StoreError =
  | SqlStorage.Failure
  | Layer.Error<ReturnType<typeof Pglite.layer>>
  | Layer.Error<ReturnType<typeof Postgres.layer>>

/** Every storage port, where `DATABASE_URL` says, for a person in `TIME_ZONE`. */
const stores = ({
  allowNewerSchema,
  database,
  databaseTimeout,
  dataDir,
  schema,
}: Settings): Layer.Layer<StorePorts, StoreError, DateTime.CurrentTimeZone> => {
  switch (database.kind) {
    case "memory":
      return MemoryStorage.layer()
    case "pglite":
      return Layer.merge(
        SqlStorage.layer().pipe(
          Layer.provide(Pglite.layer({ dataDir, schema })),
          Layer.provide(Layer.succeed(AllowNewerSchema, allowNewerSchema)),
        ),
        Pglite.layerRoom(dataDir),
      )
    case "postgres":
      return SqlStorage.layer().pipe(
        Layer.provide(
          Postgres.layer({ url: database.url, schema, statementLimit: Duration.seconds(databaseTimeout) }),
        ),
        Layer.provide(Layer.succeed(AllowNewerSchema, allowNewerSchema)),
      )
  }
}

/** Storage, the person's time zone, keys and the text of HTML: what the server and the command line both stand on. */
export const layer = (settings: Settings) =>
  Layer.merge(Keys.layer, Workspaces.layer).pipe(
    Layer.provideMerge(stores(settings)),
    // Nothing in the types asks for it: without it patterns are refused.
    Layer.provide(Patterns.layer),
    Layer.provideMerge(DateTime.layerCurrentZone(settings.timeZone)),
    Layer.provideMerge(Html.layer),
    // Rows that an older version could not read are tried again.
    Layer.provideMerge(Layer.succeed(ReaderVersion, version)),
    Layer.provideMerge(Layer.succeed(Digest, (text) => hash("sha256", text))),
  )
