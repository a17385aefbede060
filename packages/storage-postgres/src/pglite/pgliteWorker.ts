// The thread that PGlite runs in: a statement blocks the thread it runs on, and the server's must stay free.
import { PGlite } from "@electric-sql/pglite"
import { vector } from "@electric-sql/pglite-pgvector"
import { chmodSync, existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import type { FromWorker, ToWorker, WorkerOptions } from "./messages.ts"
import { unpackSeed } from "./seed.ts"

const { folder, schema, seed, taken }: WorkerOptions = workerData
const port = parentPort!
const takenBytes = new Int32Array(taken)

/** How much may be under way to the reader before a statement waits for it. */
const window = 4 << 20
const chunkSize = 1 << 16

/** The type of the message that ends an answer: six bytes, of which the type is the first. */
const readyForQuery = "Z".charCodeAt(0)

const quoted = `"${schema.replaceAll('"', '""')}"`

// Given on the command line, so that `discard all` comes back to them.
const settings = {
  search_path: `${quoted}, public`,
  TimeZone: "UTC",
  // A quarter of the default: less memory at the same speed, since the operating system caches the files too.
  shared_buffers: "32MB",
}

const options = {
  dataDir: folder,
  // Only made ready to be used: it is unpacked at each start, and found by a folder of any age.
  extensions: { vector },
  startParams: [
    ...PGlite.defaultStartParams,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ],
}

/**
 * A new folder is made beside its place and renamed into it once whole, so that a process killed meanwhile
 * leaves nothing that the next start would take for a database.
 */
const makeFolder = async (): Promise<void> => {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  if (seed !== undefined) unpackSeed(seed, fresh)
  else await (await PGlite.create({ ...options, dataDir: fresh })).close()
  chmodSync(fresh, 0o700)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

const open = async (): Promise<PGlite> => {
  if (!existsSync(join(folder, "PG_VERSION"))) await makeFolder()
  const pglite = await PGlite.create(options)
  await pglite.exec(`create schema if not exists ${quoted}`)
  return pglite
}

const post = (message: FromWorker, transfer: Array<ArrayBuffer> = []): void =>
  port.postMessage(message, transfer)

/** Answers on their way to the reader, sent in few pieces and no faster than they are read. */
class Answers {
  readonly #buffer = new Uint8Array(chunkSize)
  #length = 0
  #sent = 0
  session = 0

  readonly write = (bytes: Uint8Array): void => {
    if (this.#length + bytes.length > chunkSize) this.flush()
    if (bytes.length > chunkSize) return this.#post(bytes.slice())
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
    // A complete answer must not wait for the statements after it in the same run.
    if (bytes[bytes.length - 6] === readyForQuery) this.flush()
  }

  flush(): void {
    if (this.#length === 0) return
    this.#post(this.#buffer.slice(0, this.#length))
    this.#length = 0
  }

  #post(bytes: Uint8Array<ArrayBuffer>): void {
    post({ kind: "bytes", session: this.session, bytes }, [bytes.buffer])
    this.#sent = (this.#sent + bytes.length) | 0
    let read = Atomics.load(takenBytes, 0)
    while (((this.#sent - read) | 0) > window) {
      Atomics.wait(takenBytes, 0, read)
      read = Atomics.load(takenBytes, 0)
    }
  }
}

const serve = (pglite: PGlite): void => {
  const answers = new Answers()

  const execute = (bytes: Uint8Array, onRawData: (answer: Uint8Array) => void): Promise<void> =>
    pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData })

  const handle = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case "open":
        answers.session = message.session
        await execute(simpleQuery("rollback"), ignore)
        return execute(simpleQuery("discard all"), ignore)
      case "bytes":
        await execute(message.bytes, answers.write)
        return answers.flush()
      case "close":
        await pglite.close()
        process.exit(0)
    }
  }

  // Each message is executed before the next is taken from the port: PGlite runs it synchronously.
  port.on("message", (message: ToWorker) => {
    handle(message).catch((cause: unknown) => {
      // PGlite is in an unknown state: the thread ends, and the next connection opens the folder anew.
      post({ kind: "failed", reason: describe(cause) })
      process.exit(1)
    })
  })
}

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
  serve(await open())
  post({ kind: "ready" })
} catch (cause) {
  post({ kind: "failed", reason: describe(cause) })
  process.exit(1)
}
