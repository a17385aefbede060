// A process of its own for pgliteFolder.test.ts: commits rows to the folder it is given until it is killed.
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { layer } from "../src/pglite/pgliteClient.ts"

const dataDir = process.argv[2]!

const write = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`create table written (number int primary key)`
  for (let number = 1; ; number++) {
    yield* sql`insert into written values (${number})`
    console.log(number)
  }
})

await Effect.runPromise(Effect.provide(write, layer({ dataDir, schema: "daybook" })))
