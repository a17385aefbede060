// Comes first in each process and each worker of a server under test (`--import`), and changes two things of its machine
// by the files of a folder: the clock, and the room on the disk where no small file system can be mounted.
import { existsSync, readFileSync } from "node:fs"
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"

const folder = process.env["FAULTS_FOLDER"] ?? ""
const clockFile = join(folder, "clock")
const fullFile = join(folder, "disk-full")
const RealDate = Date

let offset = 0
let full = false

const look = (): void => {
  full = existsSync(fullFile)
  offset = existsSync(clockFile) ? Number(readFileSync(clockFile, "utf8")) || 0 : 0
}

if (folder !== "") {
  look()
  setInterval(look, 50).unref()

  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: Array<number>, self) =>
      Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, self),
    apply: () => new RealDate(RealDate.now() + offset).toString(),
    get: (target, name, self) =>
      name === "now" ? () => RealDate.now() + offset : Reflect.get(target, name, self),
  })

  const noRoom = (): void => {
    if (!full) return
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      errno: -28,
      syscall: "write",
    })
  }
  const { ftruncateSync, writeSync } = fs
  // PGlite reads and writes its files through these functions alone. Output to the terminal passes.
  const guarded =
    <Arguments extends ReadonlyArray<unknown>, Result>(write: (file: number, ...rest: Arguments) => Result) =>
    (file: number, ...rest: Arguments): Result => {
      if (file > 2) noRoom()
      return write(file, ...rest)
    }
  Object.assign(fs, {
    writeSync: guarded(writeSync as (file: number, ...rest: ReadonlyArray<unknown>) => number),
    ftruncateSync: guarded(ftruncateSync as (file: number, ...rest: ReadonlyArray<unknown>) => void),
  })
  syncBuiltinESMExports()
}
