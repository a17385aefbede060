import { existsSync, statfsSync } from "node:fs"
import { dirname } from "node:path"

/** The number of bytes that may still be written where the folder is, or will be; undefined where that is unknown. */
export const freeBytes = (folder: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(existing(folder))
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** The folder, or while it is not there the one above it that is. */
export const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / (1 << 20))} MB`

/** True for an error that says the disk is full. */
export const saysDiskFull = (message: string): boolean =>
  /no space left on device|ENOSPC|disk is full|disk quota|EDQUOT/i.test(message)

/** On a disk with less room than this a failure is put down to it, whatever its reason says. */
const noRoom = 8 << 20

export const hasNoRoom = (folder: string): boolean => (freeBytes(folder) ?? Infinity) < noRoom
