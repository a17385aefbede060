import { existsSync, statfsSync } from "node:fs"
import { dirname } from "node:path"

/** How many bytes may still be written where the folder is, or will be; undefined where that cannot be told. */
export const freeBytes = (folder: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(existing(folder))
    return bavail * bsize
  } catch {
    return undefined
  }
}

const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / (1 << 20))} MB`
