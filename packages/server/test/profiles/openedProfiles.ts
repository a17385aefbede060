import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import type { Environment } from "../daybook.ts"
import { opened as openedStores } from "../openedStores.ts"

/** The stores of profiles of a server that has ended, opened in this process. */
export const opened = (env: Environment) =>
  openedStores(env, { sqlite: SqliteStorage.Profiles.layer(), postgres: SqlStorage.Profiles.layer() })
