import { basename, extname } from "node:path"
import { Worker } from "node:worker_threads"
import { AnswerLink } from "./answerLink.ts"
import type { Ending, FromWorker, ToWorker, WorkerOptions } from "./messages.ts"

// Beside this file, in the form that this file itself has: TypeScript in the sources, JavaScript in `dist`.
const workerModule = new URL(`./pgliteWorker${extname(import.meta.url)}`, import.meta.url)

/** The running statement is waited for this long when the thread is closed; then it is ended. */
const closeTimeout = 10_000

/**
 * Nested values are read by recursion. PostgreSQL refuses those that are too deep for its own stack; V8's, 4 MB if nothing
 * is said, would end before that, and PGlite with it.
 */
const stackSizeMb = 64

/** A bundle of this file has no thread beside it. */
const startFaultOf = ({ message }: Error): string =>
  message.includes(basename(workerModule.pathname)) && message.startsWith("Cannot find module")
    ? `${message}. Where this program was bundled: leave @daybook/storage-postgres out of the bundle`
    : message

/** Told to the owner of the thread. */
export interface ThreadEvents {
  readonly ready: () => void
  readonly bytes: (session: number, bytes: Uint8Array) => void
  /** The session cannot go on. */
  readonly sessionEnded: (session: number, ending: Ending) => void
  /** The thread is gone, asked or not. */
  readonly ended: (ending: Ending) => void
}

/** One life of PGlite, in a thread of its own. */
export class PgliteThread {
  readonly #worker: Worker
  readonly #link = new AnswerLink()
  readonly #watch: NodeJS.Timeout
  #ending: Ending | undefined
  #posted = 0
  #opening = true
  #lastSign = performance.now()

  /** Opens the folder. The thread is ended when nothing comes of a statement, or of opening, in `limit` milliseconds. */
  constructor(options: Omit<WorkerOptions, "link">, limit: number, events: ThreadEvents) {
    const { folder, schema, seed } = options
    const workerData: WorkerOptions = { folder, schema, seed, link: this.#link.memory }
    this.#worker = new Worker(workerModule, { workerData, name: "pglite", resourceLimits: { stackSizeMb } })
    this.#worker.on("message", (message: FromWorker) => {
      this.#lastSign = performance.now()
      switch (message.kind) {
        case "ready":
          this.#opening = false
          return events.ready()
        case "failed":
          this.#ending = message.ending
          return
        case "ended":
          return events.sessionEnded(message.session, message.ending)
        case "bytes":
          return events.bytes(message.session, message.bytes)
      }
    })
    this.#worker.on("error", (cause) => (this.#ending ??= { reason: startFaultOf(cause) }))
    this.#worker.on("exit", (code) => {
      clearInterval(this.#watch)
      events.ended(this.#ending ?? { reason: `its thread ended with code ${code}` })
    })
    this.#watch = setInterval(() => this.#endIfStuck(limit), Math.min(limit / 4, 15_000))
    this.#watch.unref()
  }

  post(message: ToWorker, transfer: Array<ArrayBuffer> = []): void {
    // The limit is for what is posted now, however long nothing was.
    if (!this.#isBusy) this.#lastSign = performance.now()
    this.#posted = (this.#posted + 1) | 0
    this.#worker.postMessage(message, transfer)
  }

  /** Tells the thread that its answers have been read, so that it may go on. */
  taken(bytes: number): void {
    this.#link.taken(bytes)
  }

  /** From here on answers are read of this session alone. */
  want(session: number): void {
    this.#link.want(session)
  }

  /** Ends PGlite cleanly where the running statement ends in time. */
  async close(): Promise<void> {
    const exited = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()))
    const impatience = setTimeout(() => void this.#worker.terminate(), closeTimeout)
    this.post({ kind: "close" })
    await exited
    clearTimeout(impatience)
  }

  get #isBusy(): boolean {
    return this.#opening || this.#link.handled !== this.#posted
  }

  #endIfStuck(limit: number): void {
    if (!this.#isBusy || performance.now() - this.#lastSign < limit) return
    this.#ending ??= { reason: `nothing came of it in ${Math.round(limit / 60_000)} minutes` }
    void this.#worker.terminate()
  }
}
