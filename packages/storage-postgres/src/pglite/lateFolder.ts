import { PGlite } from "@electric-sql/pglite"
import { EmscriptenBuiltinFilesystem } from "@electric-sql/pglite/basefs"
import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"

/** The parts of Emscripten's file system on Node that are used here. */
interface NodeFiles {
  /** The operations of open files. There is no `fsync` among them: without one, Emscripten answers that all is well. */
  readonly stream_ops: { fsync?: (file: OpenFile) => number }
  readonly realPath: (node: unknown) => string
  /** Calls Node, and turns what it throws into the error number that PostgreSQL reads. */
  readonly tryFSOperation: <A>(call: () => A) => A
}

interface OpenFile {
  /** Node's descriptor; folders have none. */
  readonly nfd?: number
  readonly node: unknown
}

interface Emscripten {
  readonly FS: {
    readonly filesystems: { readonly NODEFS: NodeFiles }
    readonly mkdirTree: (path: string) => void
    readonly mount: (files: NodeFiles, options: { readonly root: string }, path: string) => void
  }
}

/** The place of PGlite's files. */
export interface Place {
  /** Undefined: PGlite keeps them in its memory. */
  readonly folder: string | undefined
  /** True where they get to the disk whenever PostgreSQL asks for it. */
  readonly isSynced: boolean
}

/**
 * PGlite's files in a folder that need not be known when PGlite begins to load: half of its start asks for no file. With
 * `isSynced` they are on the disk whenever PostgreSQL asks for it: PostgreSQL knows in which order they must get there. PGlite's
 * own `NodeFS` ignores it.
 */
export class LateFolder extends EmscriptenBuiltinFilesystem {
  readonly #place: Promise<Place>

  constructor(place: Promise<Place>) {
    super()
    this.#place = place
  }

  /** Called once PGlite's program is there, before it looks for a database. */
  override async initialSyncFs(): Promise<void> {
    const { folder, isSynced } = await this.#place
    if (folder === undefined) return
    const { FS }: Emscripten = this.pg!.Module
    if (isSynced) teachSync(FS.filesystems.NODEFS)
    FS.mkdirTree(PGlite.paths.PGDATA)
    FS.mount(FS.filesystems.NODEFS, { root: folder }, PGlite.paths.PGDATA)
  }

  override async closeFs(): Promise<void> {
    this.pg!.Module.FS.quit()
  }
}

const teachSync = ({ realPath, stream_ops: operations, tryFSOperation }: NodeFiles): void => {
  operations.fsync = ({ nfd, node }) => {
    tryFSOperation(() => (nfd === undefined ? syncPath(realPath(node)) : fsyncSync(nfd)))
    return 0
  }
}

/**
 * PGlite's parameters without `-F`, which switches fsync off. The log is synced by `fsync`, since `fdatasync`, the
 * default on Linux, is empty in PGlite.
 */
export const syncedParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
]

/** Brings a folder to the disk with all that is in it, and its name in the folder above. */
export const syncFolder = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
  syncPath(dirname(folder))
}

const syncPath = (path: string): void => {
  const file = openSync(path, "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
