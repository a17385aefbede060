// The thread of PGlite. A statement blocks the thread that it runs on, and the server's must stay free.
import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { vector } from "@electric-sql/pglite-pgvector"
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { AnswerLink } from "./answerLink.ts"
import { Answers } from "./answers.ts"
import { cyclesIn } from "./clientMessages.ts"
import { diskFull, type Ending, type FromWorker, type ToWorker, type WorkerOptions } from "./messages.ts"
import { unpackSeed } from "./seed.ts"
import { type ServerError, ServerMessages } from "./serverMessages.ts"
import { LateFolder, type Place, syncedParameters, syncFolder } from "./lateFolder.ts"

/** Compiles PGlite's WebAssembly while its folder is not yet known. PGlite itself finds it where this does not. */
const compileProgram = async (): Promise<WebAssembly.Module | undefined> => {
  // Node's types have the names of WebAssembly, and none of its functions.
  const web: { compile: (bytes: Uint8Array) => Promise<WebAssembly.Module> } = Reflect.get(
    globalThis,
    "WebAssembly",
  )
  try {
    const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite")
    return await web.compile(readFileSync(join(dirname(entry), "pglite.wasm")))
  } catch {
    return undefined
  }
}

// PostgreSQL asks for a map of free space, which a growing index does not have, with each of its new pages. Node throws for a
// file that is not there, and a stack of WebAssembly is costly to write down. Only messages of errors leave this thread.
Error.stackTraceLimit = 0

const pgliteWasmModule = await compileProgram()
const parameters: Array<string> = []

/** The options of every PGlite of this thread; the parameters are filled in before one starts. */
const shared = {
  ...(pgliteWasmModule === undefined ? {} : { pgliteWasmModule }),
  // This only makes the extension available. It is unpacked at each start, so older folders find it too.
  extensions: { vector },
  startParams: parameters,
}

// PGlite reads what is told, such as its folder, only once it has loaded its program: that may be before anybody knows it.
const place = Promise.withResolvers<Place>()
const options: PGliteOptions = { ...shared, fs: new LateFolder(place.promise) }
const opening = PGlite.create(options)
// Its failure is met where it is waited for.
opening.catch(() => {})

const told: MessagePort = workerData
const {
  folder,
  schema,
  seed,
  durability,
  link: memory,
} = await new Promise<WorkerOptions>((resolve) => told.once("message", resolve))
told.close()
const port = parentPort!
const link = new AnswerLink(memory)

const quoted = `"${schema.replaceAll('"', '""')}"`

// Settings on the command line survive `discard all`.
const settings = {
  search_path: `${quoted}, public`,
  TimeZone: "UTC",
  // A quarter of the default: less memory at the same speed, since the operating system caches the files too.
  shared_buffers: "32MB",
  // Each table and index is a file: without a bound they would take the descriptors that connections need.
  max_files_per_process: "250",
  // No process writes the log beside this one. With a full buffer each page of the log is a write of its own.
  wal_buffers: "8MB",
  // A new file of the log grows as it is written, instead of being filled with 16 MB of zeros first.
  wal_init_zero: "off",
}

const isSynced = durability === "power"
parameters.push(
  ...(isSynced ? syncedParameters : PGlite.defaultStartParams),
  ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
)

/** Makes a database in a folder, without a seed. */
const initialize = async (path: string): Promise<void> => {
  mkdirSync(path)
  const made = await PGlite.create({
    ...shared,
    fs: new LateFolder(Promise.resolve({ folder: path, isSynced })),
  })
  await made.close()
}

/**
 * A new folder is made beside its place and renamed into it once whole, so that a process killed meanwhile
 * leaves nothing that the next start would take for a database.
 */
const makeFolder = async (folder: string): Promise<void> => {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  if (seed !== undefined) unpackSeed(seed, fresh)
  else await initialize(fresh)
  chmodSync(fresh, 0o700)
  if (isSynced) syncFolder(fresh)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

const readyFolder = async (folder: string): Promise<void> => {
  if (!existsSync(join(folder, "PG_VERSION"))) await makeFolder(folder)
  // The folder has a lock of its own. PostgreSQL refuses to start on this one while it is empty, as a kill between
  // making and writing it leaves it.
  rmSync(join(folder, "postmaster.pid"), { force: true })
  // Whatever wrote these files last may not have waited for the disk.
  if (isSynced) syncFolder(folder)
}

const open = async (): Promise<PGlite> => {
  if (folder !== undefined) await readyFolder(folder)
  else if (seed !== undefined) {
    options.loadDataDir = new Blob([new Uint8Array(readFileSync(seed))], { type: "application/x-gzip" })
  }
  place.resolve({ folder, isSynced })
  const pglite = await opening
  await pglite.exec(`create schema if not exists ${quoted}`)
  return pglite
}

const post = (message: FromWorker, transfer: Array<ArrayBuffer> = []): void =>
  port.postMessage(message, transfer)

/**
 * Ends the thread at once, because PGlite is in an unknown state and must not run another statement. The next
 * connection opens the folder again.
 */
const die = (ending: Ending): never => {
  post({ kind: "failed", ending })
  return process.exit(1)
}

/** Ends the thread at a WebAssembly trap. PGlite itself would ignore it and run the next statement. */
const dieAtTraps = (pglite: PGlite): void => {
  const module: { _PostgresMainLoopOnce: () => void } = pglite.Module
  const once = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (cause) {
      if (!isServerError(cause)) die({ reason: describe(cause) })
      throw cause
    }
  }
}

/** True for the exception that PGlite throws in place of C's `longjmp` when a statement fails. */
const isServerError = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "status" in cause && cause.status === 100

const serve = (pglite: PGlite): void => {
  const answers = new Answers({
    link,
    post: (session, bytes) => post({ kind: "bytes", session, bytes }, [bytes.buffer]),
    stalled: (session) =>
      post({ kind: "ended", session, ending: { reason: "its reader has taken nothing for a minute" } }),
  })
  let session = 0
  let over = false

  /** Executes whole messages. An error that ends the server, or an answer without an end, ends the session. */
  const execute = async (messages: Uint8Array, write: (answer: Uint8Array) => void): Promise<void> => {
    const answered = new ServerMessages()
    let ended: Ending | undefined
    await pglite.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (bytes) => {
        if (ended !== undefined) return
        const ready = answered.ready
        const stop = answered.push(bytes, endsSession)
        if (stop === undefined) {
          write(bytes)
          // A complete answer must not wait for later statements of the same run.
          if (answered.ready > ready) answers.flush()
          return
        }
        // This error and the incomplete answer before it are not sent: the client would take them for the statement's.
        ended = { reason: stop.error.message, code: stop.error.code }
        if (stop.error.severity !== "ERROR") die(ended)
        over = true
        post({ kind: "ended", session, ending: ended })
      },
    })
    const cycles = messages[0] === 0 ? 0 : cyclesIn(messages)
    if (ended === undefined && answered.ready < cycles) die({ reason: "a statement was not answered" })
  }

  const handle = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case "open":
        session = message.session
        over = false
        answers.open(session)
        await execute(simpleQuery("rollback"), ignore)
        return execute(simpleQuery("discard all"), ignore)
      case "bytes":
        if (over || link.wanted !== session) return
        await execute(message.bytes, (bytes) => answers.write(bytes))
        return answers.flush()
      case "close":
        await pglite.close()
        process.exit(0)
    }
  }

  // PGlite runs synchronously: each message is executed before the next is read from the port.
  port.on("message", (message: ToWorker) => {
    handle(message).then(
      () => link.countHandled(),
      (cause: unknown) => die({ reason: describe(cause) }),
    )
  })
}

/** True for errors after which PostgreSQL closes the connection, and for a full disk. */
const endsSession = ({ severity, code }: ServerError): boolean => severity !== "ERROR" || code === diskFull

const ignore = (): void => {}

const simpleQuery = (sql: string): Uint8Array => {
  const message = Buffer.alloc(6 + sql.length)
  message.write("Q")
  message.writeInt32BE(5 + sql.length, 1)
  message.write(sql, 5)
  return message
}

const describe = (cause: unknown): string =>
  cause instanceof Error ? cause.message : typeof cause === "object" ? JSON.stringify(cause) : String(cause)

try {
  const pglite = await open()
  dieAtTraps(pglite)
  serve(pglite)
  post({ kind: "ready" })
} catch (cause) {
  die({ reason: describe(cause) })
}
