import { spawnSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

// The disk is a tmpfs in a mount namespace of the program's own, which the kernel takes away with the program.
// Without root that needs a user namespace as well.
const unshare = ["--mount", ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"])]
const mount = 'mount -t tmpfs -o "size=$1" none "$2"'

/** Why no small disk can be had here; undefined if it can. */
export const noSmallDisk: string | undefined = (() => {
  if (process.platform !== "linux") return "a small disk is a tmpfs of Linux"
  const tried = spawnSync("unshare", [...unshare, "sh", "-c", mount, "sh", "1m", tmpdir()], {
    encoding: "utf8",
  })
  if (tried.status === 0) return undefined
  return `no tmpfs may be mounted: ${tried.error?.message ?? tried.stderr.trim()}`
})()

/** The command that runs another one on an empty disk of this many megabytes, which it alone finds at the folder. */
export const onSmallDisk =
  (folder: string, megabytes: number) =>
  (command: ReadonlyArray<string>): ReadonlyArray<string> => {
    mkdirSync(folder, { recursive: true })
    const script = `${mount} && shift 2 && exec "$@"`
    return ["unshare", ...unshare, "sh", "-c", script, "sh", `${megabytes}m`, folder, ...command]
  }

/** The same folder for this process, while the one with that number runs on its disk. */
export const seenBy = (pid: number | undefined, folder: string): string =>
  join("/proc", String(pid), "root", folder)

/** Takes the room of the disk, but for this many megabytes, with one file; returns how to make it again. */
export const fillDisk = (folder: string, leaving = 0): (() => void) => {
  const ballast = join(folder, "ballast")
  const file = openSync(ballast, "w")
  const megabyte = Buffer.alloc(1 << 20)
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder)
      const left = bavail * bsize - leaving * megabyte.length
      if (left <= 0 || writeSync(file, megabyte, 0, Math.min(left, megabyte.length)) === 0) break
    }
  } finally {
    closeSync(file)
  }
  return () => rmSync(ballast)
}
