import { storageUnavailable } from "@daybook/kernel"
import { Sqlite } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { digests } from "./state.ts"
import { storesIn, temporaryFolder } from "./stores.ts"
import { write } from "./writes.ts"

const program = fileURLToPath(new URL("./lockHolder.ts", import.meta.url))

/** Another process that holds the file's write lock, killed at the latest when the scope closes. */
const lockedBy = (path: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const holder = spawn(process.execPath, [program, path], {
        stdio: ["ignore", "pipe", "inherit"],
      })
      await once(holder.stdout, "data")
      return holder
    }),
    (holder) =>
      Effect.promise(async () => {
        if (holder.exitCode !== null || holder.signalCode !== null) return
        const ended = once(holder, "exit")
        holder.kill("SIGKILL")
        await ended
      }),
  )

/** Writes while another process holds the lock, which it lets go soon after the write begins, or never. */
export const writeBeside = (letsGo: boolean) =>
  Effect.gen(function* () {
    const path = join(yield* temporaryFolder, "daybook.db")
    return yield* Effect.gen(function* () {
      yield* write(1)
      const before = yield* digests
      const holder = yield* lockedBy(path)
      const beside = yield* digests
      const { all, sql } = yield* Sqlite.Database
      // The lock is still held after the reads: a write at once finds it.
      all(sql`pragma busy_timeout = 0`)
      const atOnce = yield* Effect.exit(write(2))
      all(sql`pragma busy_timeout = 5000`)
      if (letsGo) writeFileSync(`${path}.release`, "")
      const waiting = yield* Effect.exit(write(2))
      const isHolding = holder.exitCode === null && holder.signalCode === null
      if (Exit.isFailure(waiting)) {
        holder.kill("SIGKILL")
        yield* Effect.promise(() => once(holder, "exit"))
      }
      const message = (exit: typeof waiting) =>
        Exit.isFailure(exit) ? storageUnavailable(exit.cause)?.message : "written"
      const later = Exit.isFailure(waiting) ? yield* Effect.exit(write(2)) : waiting
      return {
        isReadBeside: [...before].every(([name, digest]) => beside.get(name) === digest),
        atOnce: message(atOnce),
        waiting: message(waiting),
        isHolding,
        later: message(later),
      }
    }).pipe(Effect.scoped, Effect.provide(storesIn(path)))
  })
