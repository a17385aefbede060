import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
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
  readonly FS: { readonly filesystems: { readonly NODEFS: NodeFiles } }
}

/**
 * PGlite's files in a folder, on the disk whenever PostgreSQL asks for it: PostgreSQL knows in which order they must
 * get there. PGlite's own `NodeFS` ignores it.
 */
export class SyncedFolder extends NodeFS {
  override async init(...given: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...given)
    const teach = ({ FS: { filesystems } }: Emscripten): void => {
      const { realPath, stream_ops: operations, tryFSOperation } = filesystems.NODEFS
      operations.fsync = ({ nfd, node }) => {
        tryFSOperation(() => (nfd === undefined ? syncPath(realPath(node)) : fsyncSync(nfd)))
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [teach, ...[emscriptenOpts.preRun ?? []].flat()] } }
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
