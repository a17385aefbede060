// Its own process: makes the writes of these numbers in a database file, and says each number once it is committed.
import { Sqlite } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { openSync, writeSync } from "node:fs"
import { encodeStep } from "./diskRecord.ts"
import { storesIn } from "./stores.ts"
import { write } from "./writes.ts"

const [path = "", from = "", to = "", synchronous = "full"] = process.argv.slice(2)

const recordPath = process.env["RECORD"]
const record = recordPath === undefined ? undefined : openSync(recordPath, "a")

const program = Effect.gen(function* () {
  const { all, sql } = yield* Sqlite.Database
  if (synchronous !== "full") all(sql`pragma synchronous = ${sql.literal(synchronous)}`)
  for (let number = Number(from); number <= Number(to); number++) {
    yield* write(number)
    writeSync(1, `${number}\n`)
    if (record !== undefined) writeSync(record, encodeStep({ step: "answered", number }))
  }
})

await Effect.runPromise(Effect.provide(program, storesIn(path)))
