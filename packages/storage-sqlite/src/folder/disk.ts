import { existsSync, mkdirSync, statfsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

/**
 * Creates a folder that only its owner can read, and those above it. Node's `mkdirSync` with `recursive` never returns
 * in a folder that takes no other and says ENOENT, such as /proc.
 */
export const makeFolder = (folder: string): void => {
  const path = resolve(folder)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Another process may have created it meanwhile.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw cause
  }
}

/** Returns the free bytes on the disk of a folder, which need not exist yet; undefined if that is unknown. */
export const freeBytes = (folder: string): number | undefined => {
  try {
    const { bavail, blocks, bsize } = statfsSync(existing(folder))
    // No disk is behind /proc.
    return blocks === 0 ? undefined : bavail * bsize
  } catch {
    return undefined
  }
}

/** The folder, or the nearest one above it that exists. */
export const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / (1 << 20))} MB`

// With fewer free bytes than this the disk is reported as the cause of a failure, whatever its message says.
const noRoom = 8 << 20

const isDiskFullMessage = (message: string): boolean =>
  /no space left on device|ENOSPC|disk is full|disk quota|EDQUOT/i.test(message)

/** True if a failure in the folder comes from a full disk. */
export const isDiskFull = (folder: string, message: string): boolean =>
  isDiskFullMessage(message) || (freeBytes(folder) ?? Infinity) < noRoom
