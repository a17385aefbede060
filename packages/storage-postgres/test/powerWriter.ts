// A process of its own for pglitePower.test.ts: writes numbered rows to the folder, and notes each once it is answered.
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { layer } from "../src/pglite/pgliteClient.ts"
import { note } from "./recordDisk.ts"

const [dataDir = "", durability] = process.argv.slice(2)

const write = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`create table written (number int primary key, body text not null)`
  for (let number = 1; number <= 60; number++) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`insert into written select ${number}, string_agg(md5(${number}::text || n), '') from generate_series(1, 500) n`
        // Pages that are written again, and files that come and go.
        yield* sql`update written set body = body || '.' where number = ${Math.ceil(number / 2)}`
        if (number % 15 === 0) yield* sql`create table ${sql(`of_${number}`)} as select * from written`
        if (number % 15 === 5 && number > 5) yield* sql`drop table ${sql(`of_${number - 5}`)}`
      }),
    )
    note({ step: "answered", number })
    if (number % 25 === 0) yield* sql`checkpoint`
  }
})

await Effect.runPromise(
  Effect.provide(
    write,
    layer({ dataDir, schema: "daybook", durability: durability === "power" ? "power" : "process" }),
  ),
)
