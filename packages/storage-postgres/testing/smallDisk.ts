import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

// The disk is a tmpfs in a mount namespace of the program's own, which the kernel takes away with the program. Whoever
// is not root makes a user namespace as well.
const unshare = ["--mount", ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"])]
const mount = 'mount -t tmpfs -o "size=$1" none "$2"'

/** Why no small disk can be had here; undefined where it can. */
export const noSmallDisk: string | undefined = (() => {
  if (process.platform !== "linux") return "a small disk is a tmpfs of Linux"
  const tried = spawnSync("unshare", [...unshare, "sh", "-c", mount, "sh", "1m", tmpdir()], {
    encoding: "utf8",
  })
  if (tried.status === 0) return undefined
  return `no tmpfs may be mounted: ${tried.error?.message ?? tried.stderr.trim()}`
})()

/** A program of Node on a disk of its own. */
export interface OnSmallDisk {
  readonly program: ChildProcess
  /** The disk, as this process sees it while the program runs. */
  readonly folder: string
}

/** Runs `argv`, which is told the folder that the disk is at, as a program of Node on an empty disk of so many megabytes. */
export const spawnOnSmallDisk = (
  megabytes: number,
  argv: (folder: string) => ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = process.env,
): OnSmallDisk => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-disk-"))
  const script = `${mount} && shift 2 && exec "$@"`
  const program = spawn(
    "unshare",
    [...unshare, "sh", "-c", script, "sh", `${megabytes}m`, folder, process.execPath, ...argv(folder)],
    { stdio: ["ignore", "pipe", "inherit"], env },
  )
  program.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return { program, folder: join("/proc", String(program.pid), "root", folder) }
}
