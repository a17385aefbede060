import { servedDomain } from "@daybook/server"
import { Exports } from "@daybook/sources"
import { boardGamesCommand } from "./command.ts"
import { formats } from "./csv.ts"
import { domain, playBatches } from "./domain.ts"
import * as Postgres from "./postgres.ts"
import { boardGamesRoutes } from "./routes.ts"
import * as Sqlite from "./sqlite.ts"
import * as Tally from "./tally.ts"

/** Board games as a server takes them in its list of domains. */
export const boardGames = servedDomain({
  domain,
  routes: boardGamesRoutes,
  storage: {
    sqlite: Sqlite.layer,
    postgres: Postgres.layer,
    // A restore creates its tables in a store that was never started.
    tables: { sqlite: Sqlite.migratePlays, postgres: Postgres.migratePlays },
  },
  services: { tally: Tally.settings },
  sources: ({ tally }) => Tally.sources(tally),
  imports: Exports.recordImport(formats, "plays", playBatches),
  commands: [boardGamesCommand],
})
