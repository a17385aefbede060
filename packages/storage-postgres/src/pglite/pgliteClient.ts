import { PgClient } from "@effect/sql-pg"
import { type Context, Duration, Effect, type Layer, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { onlyWriter } from "../kernel/dataVersions.ts"
import { type FolderInUse, FolderUnusable } from "./errors.ts"
import { lockFolder } from "./folderLock.ts"
import { folderFaultOf } from "./folderFault.ts"
import type { Durability } from "./messages.ts"
import { PgliteEngine } from "./pgliteEngine.ts"
import { seedFile } from "./seed.ts"

/** The major version of PostgreSQL in the pinned PGlite, which its folders record. */
const postgresMajor = "18"

/** The folder, inside the data folder, that holds PGlite's files. */
const pgliteFolder = "pglite"

export interface PgliteOptions {
  /** The person's data folder; made if missing. PGlite's files are in `pglite` inside it. */
  readonly dataDir: string
  /** The schema that holds our tables, first in the search path; made if missing. */
  readonly schema: string
  /** The seed for a new folder; by default the one that was made at installation, if any. */
  readonly seed?: string | undefined
  /**
   * The end that an answered write outlives: `process` (the default), its process killed; `power`, its machine without
   * power. With `power` each commit waits for the disk.
   */
  readonly durability?: Durability | undefined
}

/**
 * A client of the PostgreSQL embedded in this process (PGlite), with its files in `dataDir`. It is the client that a
 * PostgreSQL server gets, over a stream instead of a socket, so that one SQL serves both.
 *
 * It has a single connection: a stream of rows or a transaction keeps every other statement waiting, so inside one
 * never wait for a statement outside it. A running statement cannot be stopped: an interrupted fiber leaves at once, or
 * after at most five seconds inside a transaction, and the statement runs on. `listen` fails.
 */
export const layer = (
  options: PgliteOptions,
): Layer.Layer<PgClient.PgClient | SqlClient, FolderInUse | FolderUnusable | SqlError> =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const dataDir = resolve(options.dataDir)
      yield* lockFolder(dataDir)
      return yield* clientOf(yield* openEngine(yield* pgliteFolderOf(dataDir), options))
    }),
  )

/** The same client of a PGlite that has no folder: all of it is in memory, and gone with the layer. */
export const layerInMemory = ({
  schema,
}: Pick<PgliteOptions, "schema">): Layer.Layer<PgClient.PgClient | SqlClient, FolderUnusable | SqlError> =>
  PgClient.layerFrom(Effect.flatMap(openEngine(undefined, { schema }), clientOf))

const clientOf = (engine: PgliteEngine) =>
  Effect.map(
    PgClient.make({
      stream: engine.connect,
      minConnections: 1,
      maxConnections: 1,
      // The session is never closed for idleness: a new one would wait for the statement before it.
      idleTimeout: Duration.infinity,
      connectTimeout: Duration.infinity,
      username: "postgres",
      database: "postgres",
      ssl: false,
      // Statements of several fibers go to the thread in one message: that gives seven times the rate, and an
      // interrupted fiber leaves at once.
      multiplex: true,
    }),
    (client) => onlyWriter(Object.assign(client, { driver: "pglite", listen: refuseListen })),
  )

export { layerRoom } from "./diskRoom.ts"

/** The folder for PGlite's files. Fails unless it is new, empty, or was written by the same PostgreSQL. */
const pgliteFolderOf = Effect.fnUntraced(function* (dataDir: string) {
  const folder = join(dataDir, pgliteFolder)
  const found = yield* Effect.try({
    try: () => {
      if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined
      const version = join(folder, "PG_VERSION")
      return existsSync(version) ? readFileSync(version, "utf8").trim() : "unknown"
    },
    catch: (cause) => new FolderUnusable({ folder, reason: folderFaultOf(folder, cause) }),
  })
  if (found === undefined || found === postgresMajor) return folder
  return yield* new FolderUnusable({
    folder,
    reason:
      found === "unknown"
        ? "it holds files that are not a PostgreSQL database. Move them away, or set DATA_DIR to another folder."
        : `it was written by PostgreSQL ${found}, and this version of Daybook reads PostgreSQL ${postgresMajor}. ` +
          "Start the version of Daybook that wrote it, or set DATA_DIR to another folder.",
  })
})

/** The place that messages name where there is no folder. */
const inMemory = "memory"

const openEngine = (
  folder: string | undefined,
  { schema, seed = seedFile, durability = "process" }: Omit<PgliteOptions, "dataDir">,
): Effect.Effect<PgliteEngine, FolderUnusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.contextWith((services: Context.Context<never>) => {
      const run = Effect.runForkWith(services)
      const engine = new PgliteEngine({
        folder,
        schema,
        seed: existsSync(seed) ? seed : undefined,
        durability,
        log: (message, isError) => void run(isError ? Effect.logError(message) : Effect.logInfo(message)),
      })
      return Effect.tryPromise({
        try: () => engine.start().then(() => engine),
        catch: (cause) =>
          new FolderUnusable({
            folder: folder ?? inMemory,
            reason: folder === undefined ? String(cause) : folderFaultOf(folder, cause),
          }),
      })
    }),
    (engine) => Effect.promise(() => engine.close()),
  )

/** A listener would hold the only connection for as long as it listens, and no statement would run again. */
const refuseListen = (channel: string): Effect.Effect<never, SqlError> =>
  Effect.fail(
    new SqlError({
      reason: new UnknownError({
        cause: new Error(`Cannot listen on ${channel}`),
        message:
          "PGlite has a single connection, which LISTEN would hold: no other process can notify it anyway",
        operation: "listen",
      }),
    }),
  )
