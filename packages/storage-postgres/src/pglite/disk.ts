import { existsSync, statfsSync } from "node:fs"
import { dirname } from "node:path"

/** The free bytes on the disk of the folder, which need not exist yet; undefined where that is unknown. */
export const freeBytes = (folder: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(existing(folder))
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** The folder, or the nearest one above it that exists. */
export const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / (1 << 20))} MB`

/** True for an error that says the disk is full. */
export const saysDiskFull = (message: string): boolean =>
  /no space left on device|ENOSPC|disk is full|disk quota|EDQUOT/i.test(message)

/** With fewer free bytes than this the disk is given as the cause of a failure, whatever its message says. */
const noRoom = 8 << 20

export const hasNoRoom = (folder: string): boolean => (freeBytes(folder) ?? Infinity) < noRoom
