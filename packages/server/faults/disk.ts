import { spawnSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"

/** A folder whose disk can be made full, and given room again. */
export interface Disk {
  readonly folder: string
  fill(): void
  makeRoom(): void
  remove(): void
}

const mount = (folder: string, megabytes: number): boolean =>
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]).status === 0

/** The small file system, in memory, that is mounted at a folder. */
const mounted = (folder: string): Disk => {
  const filler = join(folder, "filler")
  const makeRoom = () => rmSync(filler, { force: true })
  return {
    folder,
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

/** Mounts a small file system of this many MB at the folder; undefined if this machine does not allow it. */
export const makeDisk = (folder: string, megabytes: number): Disk | undefined => {
  mkdirSync(folder, { recursive: true })
  return mount(folder, megabytes) ? mounted(folder) : undefined
}
