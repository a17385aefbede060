// Its own process: holds the write lock of a database file until a moment after a file next to it appears.
import { Sqlite } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { existsSync, writeSync } from "node:fs"

const [path = ""] = process.argv.slice(2)

const hold = Effect.flatMap(Sqlite.Database, ({ transaction }) =>
  transaction(
    Effect.sync(() => {
      writeSync(1, "held\n")
      const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
      while (!existsSync(`${path}.release`)) pause()
      pause()
    }),
  ),
)

await Effect.runPromise(Effect.provide(hold, Sqlite.layerFile(path)))
