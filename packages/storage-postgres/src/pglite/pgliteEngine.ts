import { StorageUnavailable } from "@daybook/kernel"
import type { Duplex } from "node:stream"
import { freeBytes, hasNoRoom, inMegabytes, saysDiskFull } from "./disk.ts"
import { diskFull, type Ending, type WorkerOptions } from "./messages.ts"
import { PgliteDuplex, type Sessions } from "./pgliteDuplex.ts"
import { PgliteThread } from "./pgliteThread.ts"

/** Nothing may come of a statement for this long: imports and new tables make statements of minutes. */
const statementLimit = 15 * 60_000

/** After the second death in a row a new thread waits so long, and twice as long after each more. */
const firstPause = 1_000
const longestPause = 30_000

/** A thread that lived so long does not count among deaths in a row. */
const longLife = 60_000

/** Opening a folder recovers what the last thread left, which takes files of 16 MB. */
const roomToOpen = 48 << 20

export interface EngineOptions extends Omit<WorkerOptions, "link"> {
  /** Told when PGlite has stopped, and when it runs again. */
  readonly log?: ((message: string, isError: boolean) => void) | undefined
  /** The time for which a statement may send nothing, in milliseconds; 15 minutes by default. */
  readonly statementLimit?: number | undefined
}

/**
 * PGlite in its thread, given to one connection at a time: it has a single backend, so that the next
 * connection begins when the last has ended. A thread that died is replaced when the next connection needs it: the
 * second time in a row after a pause, and on a full disk only when there is room again.
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
        // Where the process may have no more threads or files there is none that could say so.
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
    // Copied, since the client writes from a buffer that it shares, which cannot be handed over.
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
    // In this order, so that the thread, woken, finds that its reader has left.
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
    // Messages sent meanwhile wait in the thread's port; a start that fails is told by the thread's end.
    if (this.#thread === undefined) this.start().catch(() => {})
    if (this.#active !== stream) return
    this.#thread?.post({ kind: "open", session: this.#session })
    admitted()
  }

  #countDeath({ reason, code }: Ending): void {
    const lived = performance.now() - this.#startedAt
    this.#deaths = lived > longLife ? 1 : this.#deaths + 1
    const pause = this.#deaths === 1 ? 0 : Math.min(longestPause, firstPause * 2 ** (this.#deaths - 2))
    this.#pausedUntil = performance.now() + pause
    this.#isDiskFull = this.#saysDiskFull({ reason, code })
  }

  /** The error of whoever wants a connection now, while no new thread may be started. */
  #away(): StorageUnavailable | undefined {
    const { folder } = this.#options
    if (this.#isDiskFull && (freeBytes(folder) ?? Infinity) < roomToOpen) return this.#fullDisk()
    const pause = this.#pausedUntil - performance.now()
    if (pause <= 0) return undefined
    return this.#isDiskFull ? this.#fullDisk() : stopped(Math.ceil(pause / 1000))
  }

  #errorOf(ending: Ending): StorageUnavailable {
    return this.#saysDiskFull(ending) ? this.#fullDisk() : stopped(1)
  }

  #saysDiskFull({ reason, code }: Ending): boolean {
    return code === diskFull || saysDiskFull(reason) || hasNoRoom(this.#options.folder)
  }

  #fullDisk(): StorageUnavailable {
    const free = freeBytes(this.#options.folder)
    return new StorageUnavailable({
      message:
        `The disk that DATA_DIR is on is full${free === undefined ? "" : `: ${inMegabytes(free)} are free`}. ` +
        `Make room, at least ${inMegabytes(roomToOpen)}, and try again.`,
      retryAfter: 30,
    })
  }
}

const stopped = (retryAfter: number): StorageUnavailable =>
  new StorageUnavailable({
    message: "The embedded database has stopped and is being opened again. Try again in a moment.",
    retryAfter,
  })
