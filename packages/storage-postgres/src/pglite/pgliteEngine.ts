import { StorageUnavailable } from "@daybook/kernel"
import type { Duplex } from "node:stream"
import { freeBytes, hasNoRoom, inMegabytes, saysDiskFull } from "./disk.ts"
import { diskFull, type Ending, type WorkerOptions } from "./messages.ts"
import { PgliteDuplex, type Sessions } from "./pgliteDuplex.ts"
import { PgliteThread } from "./pgliteThread.ts"

/** The milliseconds that a statement may send nothing. Imports and migrations run statements of minutes. */
const statementLimit = 15 * 60_000

/** The pause before a new thread after the second death in a row. It doubles with each further one. */
const firstPause = 1_000
const longestPause = 30_000

/** The death of a thread that has run this long ends the row. */
const stableMillis = 60_000

/** The free bytes needed to open a folder: recovery after a crash writes files of 16 MB. */
const roomToOpen = 48 << 20

export interface EngineOptions extends Omit<WorkerOptions, "link"> {
  /** Called when PGlite has stopped, and when it runs again. */
  readonly log?: ((message: string, isError: boolean) => void) | undefined
  /** The time for which a statement may send nothing, in milliseconds; 15 minutes by default. */
  readonly statementLimit?: number | undefined
}

/**
 * PGlite in its thread. It has a single backend, so a connection begins when the one before has ended. The next
 * connection after the death of a thread starts a new one: from the second death in a row after a pause, and on a full
 * disk only when there is room again.
 */
export class PgliteEngine implements Sessions {
  readonly #options: EngineOptions
  #thread: PgliteThread | undefined
  #active: PgliteDuplex | undefined
  #session = 0
  #isOpened = false
  #closed = false
  #deaths = 0
  #startedAt = 0
  #pausedUntil = 0
  #isDiskFull = false
  readonly #waiting = new Map<PgliteDuplex, () => void>()

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /** Resolves when the folder is open; rejects with what PGlite said if it cannot be opened. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { log = () => {}, statementLimit: limit = statementLimit } = this.#options
      this.#startedAt = performance.now()
      const ended = (ending: Ending) => {
        this.#thread = undefined
        reject(new Error(ending.reason))
        if (this.#closed) return
        this.#countDeath(ending)
        if (this.#isOpened) log(`the embedded database has stopped: ${ending.reason}`, true)
        this.#active?.destroy(this.#errorOf(ending))
        this.#admitNext()
      }
      const events = {
        ready: () => {
          if (this.#isOpened) log("the embedded database runs again", false)
          this.#isOpened = true
          resolve()
        },
        bytes: (session: number, bytes: Uint8Array) => {
          // A statement that outlived its connection: its answers are dropped.
          if (session !== this.#session || this.#active === undefined) return thread?.taken(bytes.length)
          this.#active.receive(bytes)
        },
        sessionEnded: (session: number, ending: Ending) => {
          if (session === this.#session) this.#active?.destroy(this.#errorOf(ending))
        },
        ended,
      }
      let thread: PgliteThread | undefined
      try {
        thread = new PgliteThread(this.#options, limit, events)
      } catch (cause) {
        // The process may be out of threads or files: then there is no thread to report the failure.
        return ended({ reason: cause instanceof Error ? cause.message : String(cause) })
      }
      thread.want(this.#session)
      this.#thread = thread
    })
  }

  /** A new connection, as the stream that a socket to PostgreSQL would be. */
  readonly connect = (): Duplex => new PgliteDuplex(this)

  enter(stream: PgliteDuplex, admitted: () => void): void {
    if (this.#closed) {
      stream.destroy(new Error("PGlite is closed"))
      return
    }
    this.#waiting.set(stream, admitted)
    this.#admitNext()
  }

  send(bytes: Uint8Array): void {
    // The client writes from a shared buffer, which cannot be transferred: it is copied.
    const own = new Uint8Array(bytes)
    this.#thread?.post({ kind: "bytes", bytes: own }, [own.buffer])
  }

  taken(bytes: number): void {
    this.#thread?.taken(bytes)
  }

  leave(stream: PgliteDuplex, untaken: number): void {
    this.#waiting.delete(stream)
    if (this.#active !== stream) return
    this.#active = undefined
    this.#session = (this.#session + 1) | 0
    // The order matters: the woken thread must find that its reader has left.
    this.#thread?.want(this.#session)
    this.#thread?.taken(untaken)
    this.#admitNext()
  }

  /** Closes every connection, then PGlite, cleanly; never hangs. */
  async close(): Promise<void> {
    this.#closed = true
    for (const stream of this.#waiting.keys()) stream.destroy()
    this.#active?.destroy()
    await this.#thread?.close()
  }

  #admitNext(): void {
    const next = this.#waiting.entries().next().value
    if (this.#active !== undefined || this.#closed || next === undefined) return
    const [stream, admitted] = next
    this.#waiting.delete(stream)
    const away = this.#thread === undefined ? this.#away() : undefined
    if (away !== undefined) {
      stream.destroy(away)
      return this.#admitNext()
    }
    this.#active = stream
    // Messages sent meanwhile wait in the thread's port. A failed start shows as the end of the thread.
    if (this.#thread === undefined) this.start().catch(() => {})
    if (this.#active !== stream) return
    this.#thread?.post({ kind: "open", session: this.#session })
    admitted()
  }

  #countDeath({ reason, code }: Ending): void {
    const ran = performance.now() - this.#startedAt
    this.#deaths = ran > stableMillis ? 1 : this.#deaths + 1
    const pause = this.#deaths === 1 ? 0 : Math.min(longestPause, firstPause * 2 ** (this.#deaths - 2))
    this.#pausedUntil = performance.now() + pause
    this.#isDiskFull = this.#saysDiskFull({ reason, code })
  }

  /** The error for a connection that is wanted while no new thread may start; undefined where one may. */
  #away(): StorageUnavailable | undefined {
    const { folder } = this.#options
    // A new thread would open an empty database in its place.
    if (folder === undefined) return this.#isOpened ? lost() : undefined
    if (this.#isDiskFull && (freeBytes(folder) ?? Infinity) < roomToOpen) return this.#fullDisk()
    const pause = this.#pausedUntil - performance.now()
    if (pause <= 0) return undefined
    return this.#isDiskFull ? this.#fullDisk() : stopped(Math.ceil(pause / 1000))
  }

  #errorOf(ending: Ending): StorageUnavailable {
    if (this.#options.folder === undefined) return lost()
    return this.#saysDiskFull(ending) ? this.#fullDisk() : stopped(1)
  }

  #saysDiskFull({ reason, code }: Ending): boolean {
    const { folder } = this.#options
    if (folder === undefined) return false
    return code === diskFull || saysDiskFull(reason) || hasNoRoom(folder)
  }

  #fullDisk(): StorageUnavailable {
    const { folder = "" } = this.#options
    const free = freeBytes(folder)
    return new StorageUnavailable({
      message:
        `The disk that DATA_DIR is on is full${free === undefined ? "" : `: ${inMegabytes(free)} are free`}. ` +
        `Make room, at least ${inMegabytes(roomToOpen)}, and try again.`,
      retryAfter: 30,
    })
  }
}

const lost = (): StorageUnavailable =>
  new StorageUnavailable({
    message: "The database in memory has stopped, and its data is gone with it. Start the process anew.",
    retryAfter: 60,
  })

const stopped = (retryAfter: number): StorageUnavailable =>
  new StorageUnavailable({
    message: "The embedded database has stopped and is being opened again. Try again in a moment.",
    retryAfter,
  })
