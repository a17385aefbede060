import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync, gzipSync } from "node:zlib"

/** The version of PGlite that makes and reads the seed: the one that package.json pins. */
export const pgliteVersion = "0.5.14"

/**
 * The path of the seed: a cleanly closed, empty database, as the tar that PGlite dumps. Unpacking and opening it
 * takes a tenth of the time of `initdb`. Packed with gzip, since unzipping its 4.5 MB costs 50 ms and the plain tar
 * takes 40 MB of disk.
 */
export const seedFile = fileURLToPath(new URL(`../../.seed/pglite-${pgliteVersion}.tar.gz`, import.meta.url))

/** Makes the seed, whole or not at all: it is written beside its place and renamed into it. */
export const writeSeed = async (file: string): Promise<void> => {
  // Loaded here, since the server reads this file and has PGlite in a thread.
  const { PGlite } = await import("@electric-sql/pglite")
  mkdirSync(dirname(file), { recursive: true })
  const work = mkdtempSync(`${file}-`)
  try {
    const folder = join(work, "pglite")
    const fresh = await PGlite.create({ dataDir: folder })
    await fresh.close()
    // Opened without starting the server, so that the dump is of a clean shutdown. From a dump of a running server
    // each new folder would begin with a crash recovery.
    const closed = await PGlite.create({ dataDir: folder, noInitDb: true })
    const tar = await (await closed.dumpDataDir("none")).arrayBuffer()
    const packed = join(work, "seed.tar.gz")
    writeFileSync(packed, gzipSync(new Uint8Array(tar), { level: 9 }))
    renameSync(packed, file)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Unpacks the seed into a new folder. PGlite's own `loadDataDir` writes through its virtual file system and takes four
 * times as long.
 */
export const unpackSeed = (file: string, folder: string): void => {
  const tar = gunzipSync(readFileSync(file))
  mkdirSync(folder, { mode: 0o700 })
  let offset = 0
  // ustar: a header of one block, then the contents in whole blocks; an empty block ends the archive.
  while (offset + block <= tar.length && tar[offset] !== 0) {
    const path = join(folder, field(tar, offset, 0, 100))
    const size = Number.parseInt(field(tar, offset, 124, 12), 8)
    const isFolder = field(tar, offset, 156, 1) === "5"
    offset += block
    if (isFolder) mkdirSync(path, { recursive: true, mode: 0o700 })
    else writeFileSync(path, tar.subarray(offset, offset + size), { mode: 0o600 })
    offset += Math.ceil(size / block) * block
  }
}

const block = 512

const field = (tar: Buffer, header: number, start: number, length: number): string => {
  const text = tar.toString("utf8", header + start, header + start + length)
  const end = text.indexOf("\0")
  return end < 0 ? text : text.slice(0, end)
}
