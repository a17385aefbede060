import { spawnSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"

/** A folder whose disk can be made full, and given room again. */
export interface Disk {
  readonly folder: string
  /** Whether it is a file system of its own, which is full for every process. */
  readonly real: boolean
  fill(): void
  makeRoom(): void
  remove(): void
}

const mount = (folder: string, megabytes: number): boolean =>
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]).status === 0

/** A small file system in memory, where one may be mounted. */
const mounted = (folder: string): Disk => {
  const filler = join(folder, "filler")
  const makeRoom = () => rmSync(filler, { force: true })
  return {
    folder,
    real: true,
    fill: () => {
      const file = openSync(filler, "a")
      try {
        // The last bytes are written in smaller pieces, so that not even a page is left.
        for (let size = 1 << 22; size >= 4096;) {
          try {
            if (writeSync(file, Buffer.alloc(size, 1)) === size) continue
          } catch {
            // Full for a piece of this size.
          }
          size >>= 1
        }
      } finally {
        closeSync(file)
      }
    },
    makeRoom,
    remove: () => {
      makeRoom()
      spawnSync("umount", ["-l", folder])
    },
  }
}

/** A folder whose disk looks full to processes that were started with `preload.ts`. */
const pretended = (folder: string, faults: string): Disk => {
  const file = join(faults, "disk-full")
  return {
    folder,
    real: false,
    fill: () => writeFileSync(file, ""),
    makeRoom: () => rmSync(file, { force: true }),
    remove: () => rmSync(file, { force: true }),
  }
}

/** Makes a disk of so many MB for the folder: a real one where this machine allows it, else a simulated one. */
export const makeDisk = (folder: string, megabytes: number, faults: string): Disk => {
  mkdirSync(folder, { recursive: true })
  return mount(folder, megabytes) ? mounted(folder) : pretended(folder, faults)
}
