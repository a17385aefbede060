import { noSmallDisk, onSmallDisk } from "@daybook/storage-postgres/testing"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { bundled } from "./watchedDisk.ts"
import { temporaryFolder } from "./stores.ts"

export { noSmallDisk }

/** The outcome of writes on a full disk. */
interface FullDisks {
  readonly wrong: ReadonlyArray<string>
  /** The number of refused writes by kind. */
  readonly refused: Readonly<Record<string, number>>
  /** The error of opening a new file on a full disk, and of opening the written one. */
  readonly newFile: string
  readonly again: string
}

/** Writes of every kind on a full disk, which gets twice the room after each failure, or one page more if it is thorough. */
export const fillDisks = (rounds: number, isThorough = false) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const program = yield* bundled(folder, "fullDisk")
    const disk = join(folder, "disk")
    const [unshare = "", ...rest] = onSmallDisk(
      disk,
      64,
    )([process.execPath, program, disk, String(rounds), String(isThorough)])
    return JSON.parse(execFileSync(unshare, rest, { encoding: "utf8" })) as FullDisks
  })
