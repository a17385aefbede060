import { Pglite, Postgres, SqlStorage } from "@daybook/storage-postgres"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Environment } from "./daybook.ts"

/** The stores of a server that has ended, opened in this process. */
export const opened = (env: Environment) => {
  const schema = env["DATABASE_SCHEMA"] ?? "daybook"
  const client =
    env["DATABASE_URL"] === undefined
      ? Layer.orDie(Pglite.layer({ dataDir: env["DATA_DIR"] ?? "", schema }))
      : Layer.orDie(Postgres.layer({ url: Redacted.make(env["DATABASE_URL"]), schema }))
  return SqlStorage.Profiles.layer().pipe(Layer.provide(client), Layer.orDie)
}
