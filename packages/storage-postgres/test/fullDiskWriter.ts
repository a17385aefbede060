// A process of its own for pgliteFullDisk.test.ts: commits rows to the folder it is given, one after the other and
// whatever fails, and says of each what became of it. SIGTERM closes the store.
import { storageUnavailable } from "@daybook/kernel"
import { Cause, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { layer } from "../src/pglite/pgliteClient.ts"

const dataDir = process.argv[2]!
const ending = new AbortController()
process.once("SIGTERM", () => ending.abort())

const say = (line: object) => console.log(JSON.stringify(line))

const write = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`create table written (number int primary key, text text)`
  const committed: Array<number> = []
  let hasFailed = false
  for (let number = 1; !ending.signal.aborted; number++) {
    // A turn of the loop, so that the signal is heard.
    yield* Effect.promise(() => setImmediate())
    const text = randomBytes(60_000).toString("base64")
    const exit = yield* Effect.exit(sql`insert into written values (${number}, ${text})`)
    if (Exit.isSuccess(exit)) {
      committed.push(number)
      say({ committed: number })
      if (!hasFailed) continue
      hasFailed = false
      const rows = yield* sql<{
        readonly number: number
      }>`select number from written where length(text) = 80000`
      const found = new Set(rows.map((row) => row.number))
      say({ lost: committed.filter((number) => !found.has(number)) })
    } else {
      hasFailed = true
      const away = storageUnavailable(exit.cause)
      say({ failed: away?.message ?? Cause.pretty(exit.cause), isAway: away !== undefined })
    }
  }
})

await Effect.runPromise(Effect.provide(write, layer({ dataDir, schema: "daybook" })))
say({ closed: true })
