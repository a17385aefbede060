// Bundled by the tests, and run with a folder for PGlite's files.
import * as Pglite from "@daybook/storage-postgres/pglite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`select 40 + 2 as answer`
  yield* Console.log(row?.["answer"])
}).pipe(
  Effect.provide(Pglite.layer({ dataDir: process.argv[2] ?? "", schema: "daybook" })),
  Effect.catchTag("FolderUnusable", ({ reason }) => Console.log(reason)),
)

await Effect.runPromise(program)
