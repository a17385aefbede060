import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { existing, freeBytes, inMegabytes, isDiskFull } from "./disk.ts"

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/**
 * Returns why a folder cannot be opened, and what to do: a full disk, a file that cannot be written, or else the message
 * of the cause.
 */
export const folderFaultOf = (folder: string, cause: unknown): string => {
  const said = messageOf(cause)
  return (
    knownFaultOf(folder, said) ??
    (isOfMkdir(cause) ? `it cannot be created: ${said}. Set DATA_DIR to another folder.` : said)
  )
}

/** The same, and undefined if the fault is in none of the folder, its disk and the rights of its files. */
export const knownFaultOf = (folder: string, said: string): string | undefined => {
  if (isDiskFull(folder, said)) {
    const free = freeBytes(folder)
    const left = free === undefined ? "" : `: ${inMegabytes(free)} are free`
    return `the disk is full${left}. Free some space and start again.`
  }
  if (!statSync(existing(folder)).isDirectory())
    return `${existing(folder)} is a file. Set DATA_DIR to a folder.`
  const barred = firstBarred(folder)
  if (barred === undefined) return undefined
  const why =
    barred.code === "EROFS"
      ? "it is on a read-only file system. Make it writable"
      : `${barred.code}. Make it writable for the user that Daybook runs as`
  return `${barred.path} cannot be written: ${why}, or set DATA_DIR to another folder.`
}

const isOfMkdir = (cause: unknown): boolean =>
  cause instanceof Error && "syscall" in cause && cause.syscall === "mkdir"

interface Barred {
  readonly path: string
  readonly code: string
}

/** The first of the folder and the files in it that this process may not read and write. */
const firstBarred = (folder: string): Barred | undefined => {
  const itself = barredFrom(existing(folder))
  if (itself !== undefined || !existsSync(folder)) return itself
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const barred = entry.isFile() ? barredFrom(join(folder, entry.name)) : undefined
    if (barred !== undefined) return barred
  }
  return undefined
}

const barredFrom = (path: string): Barred | undefined => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (cause) {
    return { path, code: cause instanceof Error && "code" in cause ? String(cause.code) : "EACCES" }
  }
}
