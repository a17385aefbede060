import { closeSync, fsyncSync, openSync } from "node:fs"

/** Brings what was written to a file to the disk. */
export const syncFile = (path: string): void => {
  const file = openSync(path, "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Brings the names of files in a folder to the disk: the new name of a created, linked or renamed file. */
export const syncNames = (folder: string): void => {
  try {
    syncFile(folder)
  } catch {
    // Windows cannot: there a name is on disk as soon as it exists.
  }
}
