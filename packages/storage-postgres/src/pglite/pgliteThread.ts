import { basename, extname } from "node:path"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import { AnswerLink } from "./answerLink.ts"
import type { Ending, FromWorker, ToWorker, WorkerOptions } from "./messages.ts"

// The worker stands beside this file and has its extension: TypeScript in the sources, JavaScript in `dist`.
const workerModule = new URL(`./pgliteWorker${extname(import.meta.url)}`, import.meta.url)

/** The milliseconds that closing waits for the running statement; then it is stopped. */
const closeTimeout = 10_000

/**
 * PostgreSQL reads nested values by recursion and refuses those that are too deep for its own stack. V8's stack, 4 MB by
 * default, would overflow before that and end PGlite.
 */
const stackSizeMb = 64

/** Explains a failed start. In a bundle the worker's file may be missing. */
const startFaultOf = ({ message }: Error): string =>
  message.includes(basename(workerModule.pathname)) && message.startsWith("Cannot find module")
    ? `${message}. Where this program was bundled: leave @daybook/storage-postgres out of the bundle`
    : message

/** The callbacks of a thread. */
export interface ThreadEvents {
  readonly ready: () => void
  readonly bytes: (session: number, bytes: Uint8Array) => void
  /** The session cannot go on. */
  readonly sessionEnded: (session: number, ending: Ending) => void
  /** The thread is gone, whether it was closed or died. */
  readonly ended: (ending: Ending) => void
}

/** A thread that loads PGlite's program, and opens a folder once it is told which. */
interface Loading {
  readonly worker: Worker
  readonly options: MessagePort
}

const load = (): Loading => {
  const { port1: options, port2: workerData } = new MessageChannel()
  const worker = new Worker(workerModule, {
    workerData,
    transferList: [workerData],
    name: "pglite",
    resourceLimits: { stackSizeMb },
  })
  return { worker, options }
}

let prepared: Loading | undefined

/**
 * Begins the thread of the next PGlite of this process, so that it loads its program beside whatever else a start loads.
 * It holds up no end of the process. A thread that fails is forgotten, for the next one tells why.
 */
export const prepareThread = (): void => {
  if (prepared !== undefined) return
  const loading = load()
  const forget = () => {
    if (prepared === loading) prepared = undefined
  }
  loading.worker.on("error", forget).on("exit", forget).unref()
  prepared = loading
}

const takePrepared = (): Loading | undefined => {
  const taken = prepared
  prepared = undefined
  taken?.worker.ref()
  return taken
}

/** One run of PGlite, in a thread of its own. */
export class PgliteThread {
  readonly #worker: Worker
  readonly #link = new AnswerLink()
  readonly #watch: NodeJS.Timeout
  #ending: Ending | undefined
  #posted = 0
  #opening = true
  #lastSign = performance.now()

  /** Opens the folder. The thread is stopped when a statement, or the opening, sends nothing for `limit` milliseconds. */
  constructor(options: Omit<WorkerOptions, "link">, limit: number, events: ThreadEvents) {
    const { folder, schema, seed, durability } = options
    const told: WorkerOptions = { folder, schema, seed, durability, link: this.#link.memory }
    const { options: port, worker } = takePrepared() ?? load()
    port.postMessage(told)
    this.#worker = worker
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
    // The limit begins with this message, however long the thread was idle.
    if (!this.#isBusy) this.#lastSign = performance.now()
    this.#posted = (this.#posted + 1) | 0
    this.#worker.postMessage(message, transfer)
  }

  /** Notes that answers have been read, so that the thread may go on. */
  taken(bytes: number): void {
    this.#link.taken(bytes)
  }

  /** Reads the answers of this session alone from now on. */
  want(session: number): void {
    this.#link.want(session)
  }

  /** Closes PGlite, cleanly where the running statement ends in time. */
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
