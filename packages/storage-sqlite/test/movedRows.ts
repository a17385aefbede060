import { Everything } from "@daybook/storage-sql"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export const storedRows = SqliteStorage.Everything.layer({ textOf: () => "" })

/** Reads all rows of a database, and returns the effect that restores them into another. */
export const moveRows = Effect.gen(function* () {
  const { read } = yield* Everything.StoredRows
  const lines = new Map<string, ReadonlyArray<string>>()
  const head = yield* read(({ counters, tables }) =>
    Effect.gen(function* () {
      for (const one of tables) lines.set(one.name, (yield* Stream.runCollect(one.lines)).flat())
      return { counters, tables: tables.map(({ columns, name }) => ({ columns, name })) }
    }),
  )
  return Effect.flatMap(Everything.StoredRows, ({ write }) =>
    write(
      head,
      () => Effect.die("it names no file"),
      (into) => Effect.forEach(lines, ([name, some]) => into(name, some), { discard: true }),
    ),
  )
})
