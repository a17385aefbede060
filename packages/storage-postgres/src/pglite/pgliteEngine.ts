import { extname } from "node:path"
import type { Duplex } from "node:stream"
import { Worker } from "node:worker_threads"
import type { FromWorker, ToWorker, WorkerOptions } from "./messages.ts"
import { PgliteDuplex, type Sessions } from "./pgliteDuplex.ts"

/** The running statement is waited for this long when the engine is closed; then its thread is ended. */
const closeTimeout = 10_000

// Beside this file, in the form that this file itself has: TypeScript in the sources, JavaScript in `dist`.
const workerModule = new URL(`./pgliteWorker${extname(import.meta.url)}`, import.meta.url)

/**
 * PGlite in its thread, given to one connection at a time: it has a single backend, so that the next
 * connection begins when the last has ended. A thread that died is replaced when the next connection needs it.
 */
export class PgliteEngine implements Sessions {
  readonly #options: Omit<WorkerOptions, "taken">
  readonly #taken = new Int32Array(new SharedArrayBuffer(4))
  #worker: Worker | undefined
  #active: PgliteDuplex | undefined
  #session = 0
  #closed = false
  readonly #waiting = new Map<PgliteDuplex, () => void>()

  constructor(options: Omit<WorkerOptions, "taken">) {
    this.#options = options
  }

  /** Resolves when the folder is open; rejects with what PGlite said if it cannot be opened. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      Atomics.store(this.#taken, 0, 0)
      const workerData: WorkerOptions = { ...this.#options, taken: this.#taken.buffer }
      const worker = new Worker(workerModule, { workerData, name: "pglite" })
      this.#worker = worker
      let reason: string | undefined
      worker.on("message", (message: FromWorker) => {
        switch (message.kind) {
          case "ready":
            return resolve()
          case "failed":
            reason = message.reason
            return
          case "bytes":
            if (message.session === this.#session) this.#active?.receive(message.bytes)
            // A statement that outlived its connection: its answers are dropped.
            else this.taken(message.bytes.length)
        }
      })
      worker.on("error", (cause) => (reason ??= cause.message))
      worker.on("exit", (code) => {
        const lost = new Error(`PGlite stopped: ${reason ?? `its thread ended with code ${code}`}`)
        if (this.#worker === worker) this.#worker = undefined
        reject(lost)
        this.#active?.destroy(lost)
      })
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
    this.#post({ kind: "bytes", bytes: own }, [own.buffer])
  }

  taken(bytes: number): void {
    Atomics.add(this.#taken, 0, bytes)
    Atomics.notify(this.#taken, 0)
  }

  leave(stream: PgliteDuplex): void {
    this.#waiting.delete(stream)
    if (this.#active !== stream) return
    this.#active = undefined
    this.#session++
    this.#admitNext()
  }

  /** Closes every connection, then PGlite, cleanly; never hangs. */
  async close(): Promise<void> {
    this.#closed = true
    for (const stream of this.#waiting.keys()) stream.destroy()
    this.#active?.destroy()
    const worker = this.#worker
    if (worker === undefined) return
    const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()))
    const impatience = setTimeout(() => void worker.terminate(), closeTimeout)
    this.#post({ kind: "close" })
    await exited
    clearTimeout(impatience)
  }

  #admitNext(): void {
    const next = this.#waiting.entries().next().value
    if (this.#active !== undefined || this.#closed || next === undefined) return
    const [stream, admitted] = next
    this.#waiting.delete(stream)
    this.#active = stream
    // What is sent meanwhile waits in the thread's port; that it failed to start is said by its exit.
    if (this.#worker === undefined) this.start().catch(() => {})
    this.#post({ kind: "open", session: this.#session })
    admitted()
  }

  #post(message: ToWorker, transfer: Array<ArrayBuffer> = []): void {
    this.#worker?.postMessage(message, transfer)
  }
}
