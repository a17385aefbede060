// A program with a stranger's own store, whose thread writes the database.
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { sidesOf, withSides } from "@daybook/storage-sqlite/worker"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isMainThread } from "node:worker_threads"
import { writeForServer } from "../src/storeThread.ts"

export class Notes extends Context.Service<
  Notes,
  {
    readonly add: (text: string) => Effect.Effect<void>
    readonly all: Effect.Effect<ReadonlyArray<unknown>>
  }
>()("test/Notes") {}

const notes = Layer.effect(
  Notes,
  Effect.gen(function* () {
    const { all, isReader, read, sql, transaction } = yield* Sqlite.Database
    if (!isReader)
      yield* transaction(Effect.sync(() => all(sql`create table if not exists notes (text text not null)`)))
    return Notes.of({
      add: (text) => transaction(Effect.sync(() => void all(sql`insert into notes values (${text})`))),
      all: read(() => all(sql`select text from notes order by rowid`).map((row) => row["text"])),
    })
  }),
)

export const stores = Layer.mergeAll(
  SqliteStorage.Listening.layer(),
  SqliteStorage.Kernel.layer(),
  withSides(notes, [sidesOf(Notes, { add: "write", all: "read" })]),
)

if (!isMainThread) void writeForServer(stores)
