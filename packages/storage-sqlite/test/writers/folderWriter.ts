// Its own process for dataFolder.test.ts: commits numbered rows to the folder until it is killed, and prints each
// number once it is committed.
import { DataFolder, Sqlite } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { setImmediate } from "node:timers/promises"

const [, , dataDir = ""] = process.argv

const write = Effect.gen(function* () {
  const { all, sql, transaction } = yield* Sqlite.Database
  const step = (work: () => void) => transaction(Effect.sync(work))
  yield* step(() => all(sql`create table written (number integer primary key)`))
  for (let number = 1; ; number++) {
    yield* Effect.promise(() => setImmediate())
    yield* step(() => all(sql`insert into written values (${number})`))
    console.log(number)
  }
})

await Effect.runPromise(Effect.provide(write, DataFolder.layer({ dataDir })))
